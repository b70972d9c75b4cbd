// npm run bench [AREA …]: every area of scripts/bench, or those named.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./bench/', import.meta.url));
const SUPPORT = new Set([
  'load',
  'say',
  'scale-shared',
  'saved-search-server',
  'scale-fleet',
  'scale-embedded',
  'fleet-callers',
  'fleet-replica',
  'servers',
  'caller',
  'feed',
  'processes',
  'hostile-site',
  'ledger-replica',
]);
const areas = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -3))
  .filter((name) => !SUPPORT.has(name));
const wanted = process.argv.slice(2);
for (const area of areas) {
  if (wanted.length > 0 && !wanted.includes(area)) continue;
  process.stdout.write(`\n== ${area}\n`);
  const module = (await import(new URL(`./bench/${area}.js`, import.meta.url).href)) as { run?: () => Promise<void> };
  await module.run?.();
}
