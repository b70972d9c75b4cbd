// npm run dev: runs the service; a change in src, schemas or scripts builds it and starts it again. A build that fails
// is shown, and the next change is waited for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newestSource, root } from './setup.mjs';

const LOOK_EVERY_MS = 500;

let service;

async function stopService() {
  if (!service || service.exitCode !== null || service.signalCode !== null) return;
  service.kill('SIGTERM');
  await once(service, 'exit');
}

async function end() {
  await stopService();
  process.exit();
}
process.on('SIGINT', end);
process.on('SIGTERM', end);

// Times of files are compared: editors that replace a file, and mounted folders, send no dependable events.
for (let built = 0; ; await delay(LOOK_EVERY_MS)) {
  const newest = newestSource();
  if (newest === built) continue;
  built = newest;
  const build = spawn(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  const [status] = await once(build, 'exit');
  if (status !== 0) continue;
  await stopService();
  // No load balancer has to notice first that this process stops.
  const env = { DRAIN_WAIT_MS: '0', ...process.env };
  service = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], { cwd: root, env, stdio: 'inherit' });
}
