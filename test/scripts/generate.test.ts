import { readFileSync } from 'node:fs';
import t from 'tap';
import { unusedFrench } from '../../scripts/generate/french.ts';
import { stale } from '../../scripts/generate.ts';
import { VERSION } from '../../src/version.ts';

const root = new URL('../../', import.meta.url);

t.test('generated files match the code', async (t) => {
  t.strictSame(await stale(), [], 'run npm run generate');
  t.strictSame(unusedFrench(), [], 'no sentence is kept in French that the code does not say');
});

t.test('versions and lock file agree', async (t) => {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, root), 'utf8'));
  t.equal(read('package.json').version, VERSION);
  const resolved = Object.values<{ resolved?: string; link?: boolean }>(read('package-lock.json').packages).filter(
    ({ resolved: address, link }) => !link && address && !address.startsWith('https://registry.npmjs.org/'),
  );
  t.strictSame(resolved, [], 'the lock names no private host');
});
