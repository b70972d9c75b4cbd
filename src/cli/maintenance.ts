import { CHECKOUT_COMMAND } from '../app/checkout-command.ts';
import { loadForStart } from '../app/check-start.ts';
import { storeFile } from '../app/app-context.ts';
import { runService } from '../app/run.ts';
import { systemClock } from '../lib/clock.ts';
import { restoreStore } from '../store/open.ts';
import { configOf, output, requirePositional, withCore, type Command, type Given } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service.',
  usage: '',
  examples: [''],
  run: async (given) => {
    const { terminal } = given;
    const print = (line: string): void => terminal.stderr(line);
    await runService(await loadForStart(terminal.env), print, commandLineOf(terminal.env)).catch((error: unknown) => {
      terminal.stderr(`${error instanceof Error ? error.message : String(error)}\n`);
      // After a disk failure nothing more is written, as a regular shutdown would do.
      process.exit(1);
    });
  },
};

/** How the user starts a command, by how this one was started: from the checkout, by npx, or installed. */
function commandLineOf(env: NodeJS.ProcessEnv): string {
  if (process.argv[1]?.endsWith('jobdata.mjs')) return CHECKOUT_COMMAND;
  return env['npm_command'] === 'exec' ? 'npx jobdata' : 'jobdata';
}

export const verify: Command = {
  name: 'verify',
  summary: 'Check the store and the ledger.',
  usage: '[--json]',
  examples: ['', '--json'],
  run: (given) =>
    withCore(given, async ({ store, clock }) => {
      const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(clock.now()))];
      const ok = problems.length === 0;
      output(given, { ok, problems }, ok ? 'The store and the ledger are sound.' : problems.join('\n'));
      return ok ? 0 : 1;
    }),
};

/** Arguments for PostgreSQL's programs, without the password; limited to the service's schema if the database is shared. */
function namedInShell(databaseUrl: string, { terminal }: Given): { url: string; schema: string } {
  const options = new URL(databaseUrl).searchParams.get('options') ?? '';
  const [, schema] = /(?:-c\s*|--)search_path=["\\ ]*([\w$-]+)/.exec(options) ?? [];
  const isInFile = Boolean(terminal.env['DATABASE_URL_FILE']?.trim());
  return {
    url: isInFile ? '"$(cat "$DATABASE_URL_FILE")"' : '"$DATABASE_URL"',
    schema: schema === undefined ? '' : ` --schema=${schema}`,
  };
}

export const backup: Command = {
  name: 'backup',
  summary: 'Copy the database file while the service runs.',
  usage: 'FILE [--json]',
  examples: ['/var/backups/jobdata.sqlite'],
  words: 1,
  run: async (given) => {
    const file = requirePositional(given, 0, 'FILE');
    // Checked before anything is opened: the answer does not depend on the database.
    const { databaseUrl } = configOf(given);
    if (databaseUrl !== null) {
      const { url, schema } = namedInShell(databaseUrl, given);
      throw new Error(
        `DATABASE_URL is set. Back up PostgreSQL with its own program, while the service runs: pg_dump --format=custom${schema} --file=FILE ${url}.`,
      );
    }
    await withCore(given, async ({ store }) => {
      await store.backup(file);
      output(given, { ok: true, file }, `The database has been copied to ${file}.`);
    });
  },
};

export const restore: Command = {
  name: 'restore',
  summary: 'Restore the database file from a backup. Stop the service first.',
  usage: 'FILE [--json]',
  examples: ['/var/backups/jobdata.sqlite'],
  details:
    'The backup is checked first: the file, its schema and the ledger. The replaced database is kept in the same folder, with the time in its name.',
  words: 1,
  run: async (given) => {
    const file = requirePositional(given, 0, 'FILE');
    const { databaseUrl } = configOf(given);
    if (databaseUrl !== null) {
      const { url, schema } = namedInShell(databaseUrl, given);
      throw new Error(
        `DATABASE_URL is set. Stop every replica, then restore the copy with PostgreSQL's own program: pg_restore --clean --if-exists --single-transaction${schema} --dbname=${url} FILE. To move an SQLite database, use "jobdata import --from FILE".`,
      );
    }
    const now = (given.terminal.overrides?.clock ?? systemClock).now();
    const replaced = (await restoreStore(file, storeFile(configOf(given)), now)) ?? null;
    const kept = replaced === null ? '' : `\nThe previous database is kept as ${replaced}.`;
    output(given, { ok: true, file, replaced }, `The database has been restored from ${file}.${kept}`);
  },
};
