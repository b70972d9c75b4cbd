// `npm run dev` runs the service, and rebuilds and restarts it after a change in src, schemas or scripts. After a
// failed build, the old service goes on until the next change.
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

// File times are compared, because mounted folders and editors that replace files send no reliable events.
for (let built = 0; ; await delay(LOOK_EVERY_MS)) {
  const newest = newestSource();
  if (newest === built) continue;
  built = newest;
  const build = spawn(process.execPath, [join(root, 'scripts', 'build.mjs')], { cwd: root, stdio: 'inherit' });
  const [status] = await once(build, 'exit');
  if (status !== 0) continue;
  await stopService();
  // No load balancer has to notice the stop, so the service need not wait.
  const env = { DRAIN_WAIT_MS: '0', ...process.env };
  service = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js')], { cwd: root, env, stdio: 'inherit' });
}
