import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const src = new URL('../../src/', import.meta.url);
const IMPORT = /^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)';/gms;

/** The commands import the first two when they run. */
const OF_SERVICE = ['app/run.ts', 'app/embedded.ts', 'index.ts'];
/** The command line imports the file of a command when it runs. */
const COMMANDS = readdirSync(new URL('cli/', src)).map((name) => `cli/${name}`);

/** Files that are loaded with `entry`: what is imported when needed is not among them. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>();
  const load = (url: URL): void => {
    const path = fileURLToPath(url).slice(fileURLToPath(src).length);
    if (loaded.has(path) || path.startsWith('..')) return;
    loaded.add(path);
    for (const [, name = ''] of readFileSync(url, 'utf8').matchAll(IMPORT)) load(new URL(name, url));
  };
  load(new URL(entry, src));
  return loaded;
}

t.test('no Redis client is loaded if no server is set', (t) => {
  // Commands that need the store import `app/app-context.ts` when they run.
  const sharing = ['main.ts', 'app/app-context.ts', ...OF_SERVICE];
  for (const entry of sharing)
    t.ok(loadedWith(entry).has('shared/memory/windows.ts'), `${entry} loads the state in memory`);
  t.ok(COMMANDS.includes('cli/program.ts'));
  for (const entry of [...sharing, ...COMMANDS]) {
    t.strictSame(
      [...loadedWith(entry)].filter((path) => path.startsWith('shared/redis/')),
      [],
      entry,
    );
  }
  t.ok(loadedWith('shared/redis/create.ts').has('shared/redis/connection.ts'));
  t.end();
});

t.test('without a collector, only the parser of trace context is loaded', (t) => {
  for (const entry of OF_SERVICE) {
    const loaded = loadedWith(entry);
    t.ok(loaded.has('app/service.ts'), `${entry} loads the service`);
    t.strictSame(
      [...loaded].filter((path) => path.startsWith('telemetry/')),
      ['telemetry/trace-context.ts'],
      entry,
    );
  }
  t.ok(loadedWith('telemetry/start.ts').has('telemetry/otlp-sender.ts'), 'the walk finds what is there');
  t.end();
});
