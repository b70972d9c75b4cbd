// `npm run bench [AREA …]` runs the named files of scripts/bench, or all of them.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./bench/', import.meta.url));
const areas = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => file.slice(0, -3));
const wanted = process.argv.slice(2);
for (const area of areas) {
  if (wanted.length > 0 && !wanted.includes(area)) continue;
  process.stdout.write(`\n== ${area}\n`);
  const module = (await import(new URL(`./bench/${area}.js`, import.meta.url).href)) as { run?: () => Promise<void> };
  await module.run?.();
}
