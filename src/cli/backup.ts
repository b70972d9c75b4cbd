import { storeFile } from '../app/app-context.ts';
import { systemClock } from '../lib/clock.ts';
import { restoreStore } from '../store/open.ts';
import { configOf, output, requirePositional, withAppContext, type Command, type CommandArguments } from './command.ts';

/**
 * Returns parts of a shell command. `url` is an expression for the database's URL, so that no password is printed.
 * `schema` is the option that names the service's schema, or "".
 */
function namedInShell(databaseUrl: string, { terminal }: CommandArguments): { url: string; schema: string } {
  const options = new URL(databaseUrl).searchParams.get('options') ?? '';
  const [, schema] = /(?:-c\s*|--)search_path=["\\ ]*([\w$-]+)/.exec(options) ?? [];
  const isInFile = Boolean(terminal.env['DATABASE_URL_FILE']?.trim());
  return {
    url: isInFile ? '"$(cat "$DATABASE_URL_FILE")"' : '"$DATABASE_URL"',
    schema: schema === undefined ? '' : ` --schema=${schema}`,
  };
}

/**
 * Returns the FILE argument. If DATABASE_URL is set, throws an error with the PostgreSQL command to use instead, before
 * any file is opened.
 */
async function sqliteFile(
  args: CommandArguments,
  withPostgres: (named: ReturnType<typeof namedInShell>) => string,
): Promise<string> {
  const file = requirePositional(args, 0, 'FILE');
  const { databaseUrl } = await configOf(args);
  if (databaseUrl !== null) throw new Error(withPostgres(namedInShell(databaseUrl, args)));
  return file;
}

export const backup: Command = {
  name: 'backup',
  summary: 'Copy the database file while the service runs.',
  usage: 'FILE [--json]',
  examples: ['/var/backups/jobdata.sqlite'],
  words: 1,
  run: async (args) => {
    const file = await sqliteFile(
      args,
      ({ url, schema }) =>
        `DATABASE_URL is set. Back up PostgreSQL with its own program, while the service runs: pg_dump --format=custom${schema} --file=FILE ${url}.`,
    );
    await withAppContext(args, async ({ store }) => {
      await store.backup(file);
      output(args, { ok: true, file }, `The database has been copied to ${file}.`);
    });
  },
};

export const restore: Command = {
  name: 'restore',
  summary: 'Restore the database file from a backup. Stop the service first.',
  usage: 'FILE [--json]',
  examples: ['/var/backups/jobdata.sqlite'],
  details:
    'The command first checks the file, its schema and the ledger. The replaced database is kept in the same folder, with the time in its name.',
  words: 1,
  run: async (args) => {
    const file = await sqliteFile(
      args,
      ({ url, schema }) =>
        `DATABASE_URL is set. Stop every replica, then restore the copy with PostgreSQL's own program: pg_restore --clean --if-exists --single-transaction${schema} --dbname=${url} FILE. To move an SQLite database, use "jobdata import --from FILE".`,
    );
    const now = (args.terminal.overrides?.clock ?? systemClock).now();
    const replaced = (await restoreStore(file, storeFile(await configOf(args)), now)) ?? null;
    const kept = replaced === null ? '' : `\nThe previous database is kept as ${replaced}.`;
    output(args, { ok: true, file, replaced }, `The database has been restored from ${file}.${kept}`);
  },
};
