// npm run dev: runs the service, and rebuilds and restarts it after a change in src, schemas or scripts. A failed build
// is shown, and the next change is awaited.
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

// Compares file times: editors that replace files, and mounted folders, send no reliable events.
for (let built = 0; ; await delay(LOOK_EVERY_MS)) {
  const newest = newestSource();
  if (newest === built) continue;
  built = newest;
  const build = spawn(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  const [status] = await once(build, 'exit');
  if (status !== 0) continue;
  await stopService();
  // There is no load balancer that must notice the stop.
  const env = { DRAIN_WAIT_MS: '0', ...process.env };
  service = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], { cwd: root, env, stdio: 'inherit' });
}
