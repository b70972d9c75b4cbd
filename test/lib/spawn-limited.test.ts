import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';

const notLinux = process.platform === 'linux' ? false : 'children are held down by the shell on Linux';

t.test('command-line flags of the service are passed on', { skip: notLinux }, async (t) => {
  const folder = t.testdir({
    secrets: 'OPENAI_API_KEY=sk-of-a-file\n',
    'preload.mjs': 'process.env.PRELOADED = "yes";',
    'child.mjs': 'console.log(JSON.stringify({ flags: process.execArgv, env: process.env }));',
    'service.mjs': `import { spawnLimited } from ${JSON.stringify(import.meta.resolve('../../src/lib/spawn-limited.ts'))};
const limits = { heapMib: 64, semiSpaceMib: 2, trusted: process.argv[2] === 'trusted', folder: process.cwd() };
const child = spawnLimited(new URL('./child.mjs', import.meta.url), limits);
child.stdout.pipe(process.stdout);`,
  });
  const at = (name: string): string => join(folder, name);
  const ask = (trust: string) => {
    const flags = [
      // The loader for TypeScript sources.
      ...process.execArgv,
      `--env-file=${at('secrets')}`,
      '--env-file',
      at('secrets'),
      '--import',
      pathToFileURL(at('preload.mjs')).href,
      '--trace-event-categories',
      'none',
      '--dns-result-order',
      'ipv4first',
      '--use-openssl-ca',
    ];
    const told = execFileSync(process.execPath, [...flags, at('service.mjs'), trust], { cwd: folder });
    return JSON.parse(told.toString()) as { flags: string[]; env: Record<string, string> };
  };
  for (const trust of ['trusted', 'not']) {
    const { flags, env } = ask(trust);
    t.strictSame(flags, [
      '--dns-result-order',
      'ipv4first',
      '--use-openssl-ca',
      '--max-old-space-size=64',
      '--max-semi-space-size=2',
    ]);
    t.equal(env['OPENAI_API_KEY'], undefined);
    t.equal(env['PRELOADED'], undefined);
    t.equal(env['TMPDIR'], trust === 'trusted' ? folder : undefined);
  }
});
