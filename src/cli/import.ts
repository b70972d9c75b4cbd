import { findTerms, storePlace } from '../app/app-context.ts';
import { readPlans } from '../accounts/plans.ts';
import { systemClock } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { importStore, openStore, type Imported } from '../store/open.ts';
import { configOf, formatTable, output, requireText, type Command, type CommandArguments } from './command.ts';

const AMOUNTS: ReadonlySet<string> = new Set([
  'account.balance',
  'account.overage_used',
  'account_month.used',
  'ledger.amount',
  'usage_day.cost',
]);

export const importCommand: Command = {
  name: 'import',
  summary: 'Move an installation from SQLite to DATABASE_URL. Stop the service first.',
  usage: '--from FILE [--json]',
  examples: ['--from data/jobdata.sqlite'],
  details: `Everything moves: accounts, keys, sessions, the ledger with its months and sums, answers stored for replays, the audit log, apps and ratings. Only cached searches do not.
The database must be empty; the tables of this release are created first. Everything is moved in one transaction, or nothing is. Rows and sums are compared, and then both sides are verified.
FILE is not changed and serves as a backup. Never run a service on it again once the new database has been in use.`,
  run: perform,
};

async function perform(args: CommandArguments): Promise<number> {
  const file = requireText(args, 'from');
  const config = await configOf(args);
  const { databaseUrl: url } = config;
  if (url === null)
    throw new Error(
      'DATABASE_URL is not set. Set it to the PostgreSQL database that you want to move the installation to.',
    );
  const plans = readPlans(config.plansFile);
  const termsOf = (plan: string): ReturnType<typeof findTerms> => findTerms(plans, plan);
  const now = (args.terminal.overrides?.clock ?? systemClock).now();
  const target = await openStore({ ...storePlace(config), role: 'migrate', now });
  await target.close();
  const imported = await importStore({ file, url, termsOf, now });
  const store = await openStore({ ...storePlace(config), role: 'use', termsOf });
  try {
    const problems = [...(await store.checkIntegrity()), ...(await store.ledger.audit(now))];
    report(args, file, imported, problems);
    return problems.length > 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

function report(
  args: CommandArguments,
  file: string,
  { rows, sums, released }: Imported,
  problems: readonly string[],
): void {
  const lines = [...rows.filter(({ source }) => source > 0), ...sums].map(
    ({ name, source, target }) => [name, shown(name, source), shown(name, target)] as const,
  );
  const ok = problems.length === 0;
  const shownLines = [
    formatTable(['MOVED', 'FILE', 'DATABASE'], lines),
    ...(released > 0 ? [`The reservations of ${released} unfinished calls were released.`] : []),
    ok
      ? `Everything in ${file} is now in the database. Both sides have been verified: the store and the ledger are sound.`
      : `The database is not sound:\n${problems.join('\n')}`,
  ];
  output(args, { ok, file, released, rows: named(rows), sums: named(sums), problems }, shownLines.join('\n'));
}

function named(figures: Imported['rows']): Record<string, { file: number; database: number }> {
  return Object.fromEntries(figures.map(({ name, source, target }) => [name, { file: source, database: target }]));
}

function shown(name: string, value: number): string {
  return AMOUNTS.has(name)
    ? `${toCredits(value).toLocaleString('en-GB', { minimumFractionDigits: 3 })} credits`
    : value.toLocaleString('en-GB');
}
