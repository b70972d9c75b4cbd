import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import t from 'tap';
import { productionPackages } from '../../scripts/generate/third-party.ts';
import { SETTINGS } from '../../src/config/config.ts';
import { PLATFORM_SETTINGS } from '../../src/sources/platforms/index.ts';
import { MCPB_MANIFEST, REGISTRY_SERVER } from './supply-schemas.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(root + path, 'utf8'));
const ajv = new Ajv({ allErrors: true, strict: false, formats: { uri: (text: string) => URL.canParse(text) } });

/** The parts of a value that do not fit. */
function faultsOf(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

t.test('every package of a production install has a compatible licence', async (t) => {
  const all = productionPackages(root);
  t.ok(all.length > 100);
  const known = /\b(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|PSF-2\.0|CC-BY-4\.0|CC0-1\.0)\b/;
  t.strictSame(
    all.filter(({ license }) => !known.test(license)).map(({ name, license }) => `${name}: ${license}`),
    [],
  );
  const listed = readFileSync(`${root}src/docs/THIRD_PARTY.md`, 'utf8');
  for (const { name, version } of all) t.ok(listed.includes(`| \`${name}\` | ${version} |`), name);
});

t.test(
  'the lock file matches package.json, is complete, has checksums and uses only the public registry',
  async (t) => {
    const { packages, lockfileVersion } = read('package-lock.json') as {
      lockfileVersion: number;
      packages: Record<
        string,
        { version?: string; resolved?: string; integrity?: string; link?: boolean; [more: string]: unknown }
      >;
    };
    t.equal(lockfileVersion, 3);
    for (const [path, folder] of [
      ['', ''],
      ['test', 'test/'],
    ] as const) {
      const own = read(`${folder}package.json`);
      for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
        t.strictSame(packages[path]?.[kind] ?? {}, own[kind] ?? {}, `${folder}package.json: ${kind}`);
      for (const range of Object.values<string>({
        ...own.dependencies,
        ...own.devDependencies,
        ...own.optionalDependencies,
      }))
        t.match(range, /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/, 'a version, no range');
    }
    const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
    const isPublic = (address = 'https://registry.npmjs.org/'): boolean =>
      address.startsWith('https://registry.npmjs.org/');
    t.strictSame(
      fetched
        .filter(([, { integrity = '', resolved }]) => !integrity.startsWith('sha512-') || !isPublic(resolved))
        .map(([path]) => path),
      [],
    );
  },
);

t.test('the bundle’s manifest is valid and points to files of the package', async (t) => {
  const manifest = read('scripts/deploy/mcpb/manifest.json');
  t.strictSame(faultsOf(MCPB_MANIFEST, manifest), []);
  const { bin, version } = read('package.json');
  t.equal(manifest.version, version);
  t.equal(manifest.server.entry_point, `node_modules/jobdata/${bin.jobdata}`);
  const settings = new Set([...SETTINGS, ...PLATFORM_SETTINGS].map(({ name }) => name));
  for (const [name, value] of Object.entries<string>(manifest.server.mcp_config.env)) {
    t.ok(settings.has(name), name);
    t.ok(
      Object.hasOwn(manifest.user_config, /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1] ?? ''),
      `${name} is asked for`,
    );
  }
  for (const one of [...SETTINGS, ...PLATFORM_SETTINGS]) {
    if (one.secret && manifest.user_config[one.name.toLowerCase()])
      t.equal(manifest.user_config[one.name.toLowerCase()].sensitive, true, one.name);
  }
  t.strictSame(
    manifest.tools.map(({ name }: { name: string }) => name),
    ['ping', 'scrape_jobs', 'get_reputation', 'scrape_url'],
  );
  t.match(faultsOf(MCPB_MANIFEST, { ...manifest, author: 'x', icons: [] }).join(), /author/, 'the schema can fail');
});

t.test('the registry’s entry is valid, names the package and marks keys as secret', async (t) => {
  const server = read('scripts/deploy/server.json');
  t.strictSame(faultsOf(REGISTRY_SERVER, server), []);
  const { name, version, mcpName } = read('package.json');
  t.match(server, { name: mcpName, version, packages: [{ identifier: name, version, transport: { type: 'stdio' } }] });
  const [{ environmentVariables }] = server.packages;
  for (const { name: setting, secret } of PLATFORM_SETTINGS)
    t.match(
      environmentVariables.find((one: { name: string }) => one.name === setting),
      secret ? { isSecret: true } : { name: setting },
    );
  t.ok(
    faultsOf(REGISTRY_SERVER, { ...server, name: 'no slash', description: 'x'.repeat(101) }).length >= 2,
    'the schema can fail',
  );
  t.ok(existsSync(`${root}scripts/deploy/server.json`));
});
