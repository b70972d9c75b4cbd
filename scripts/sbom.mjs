// npm run -s sbom: what the service is made of, as CycloneDX JSON: of the lock file, so that it is the same everywhere.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const words = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--package-lock-only',
  '--no-workspaces',
];
const { status, stdout, stderr } = spawnSync('npm', words, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (status !== 0) {
  process.stderr.write(`${stderr}\nnpm sbom failed: npm 10 or newer is needed.\n`);
  process.exit(1);
}
const bom = JSON.parse(stdout);
// Told to omit what is for development, npm leaves out what that shares with the rest: so it is left out here.
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const runs = new Set(
  Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    ),
);
bom.components = bom.components.filter(({ name, version }) => runs.has(`${name}@${version}`));
const refs = new Set([bom.metadata.component, ...bom.components].map((one) => one['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
// npm calls the component by the folder that it lies in, and each run by another number.
bom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name;
delete bom.metadata.timestamp;
const digest = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
bom.serialNumber = `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
