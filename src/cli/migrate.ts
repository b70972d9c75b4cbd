import { storePlace } from '../app/app-context.ts';
import { systemClock } from '../lib/clock.ts';
import { openStore, planMigration } from '../store/open.ts';
import type { MigrationEvent, MigrationPlan, PlannedMigration } from '../store/types.ts';
import { VERSION } from '../version.ts';
import { configOf, output, type Command, type Given } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary:
    'Upgrade the database to this release. A SQLite file needs the service stopped; the service upgrades it itself when it starts.',
  usage: '[--dry-run] [--json]',
  examples: ['--dry-run', ''],
  details: `The file is copied first, beside itself or to BACKUP_DIR; "jobdata restore FILE" takes the copy back.
With DATABASE_URL it is that database, once a release, while replicas of the release before serve on; copy it by pg_dump first. A service makes the tables of an empty database alone.
--dry-run says what would be done, on how many rows, and the room that it takes. It changes nothing, and may be run beside a service.`,
  run: (given) => (given.values['dry-run'] === true ? tell(given) : perform(given)),
};

async function perform(given: Given): Promise<void> {
  const { terminal } = given;
  let done: MigrationEvent | undefined;
  const store = await openStore({
    ...storePlace(configOf(given)),
    role: 'migrate',
    now: (terminal.overrides?.clock ?? systemClock).now(),
    onMigration: (event) => {
      done = event;
    },
  });
  await store.close();
  const { from = null, to = null, backup } = done ?? {};
  const kept = backup ? ` As it was before (schema ${from}), it is kept in ${backup.file}.` : '';
  output(
    given,
    { ok: true, from, to, backup: backup?.file ?? null },
    `The database is of this release${to === null ? '' : ` (schema ${to})`}.${kept}`,
  );
}

async function tell(given: Given): Promise<void> {
  const config = configOf(given);
  if (config.databaseUrl !== null) {
    throw new Error(
      "--dry-run looks at SQLite's file. Of the database of DATABASE_URL nothing is rebuilt: migrations only add to what the replicas of the release before use, which serve on meanwhile.",
    );
  }
  const plan = await planMigration(storePlace(config));
  const space = { backup: plan.backup.bytes, migration: plan.bytes };
  const { file, from, to, migrations, free } = plan;
  output(
    given,
    {
      ok: true,
      file,
      from,
      to,
      migrations,
      backup_folder: plan.backup.folder,
      bytes: space,
      free,
      enough: isEnough(plan),
    },
    `${describe(plan).join('\n')}\nNothing was changed.`,
  );
}

/** If both are on one disk, its free space must suffice for both. */
function isEnough({ backup, bytes, free }: MigrationPlan): boolean {
  const sameDisk = free.backup === free.store;
  return free.backup >= backup.bytes + (sameDisk ? bytes : 0) && free.store >= bytes;
}

function describe(plan: MigrationPlan): string[] {
  const { file, from, to, migrations, backup, bytes, free } = plan;
  if (from === 0) return [`There is no database in ${file} yet: the first start makes one of schema ${to}.`];
  if (migrations.length === 0) return [`The database ${file} is of schema ${from}, that of this release (${VERSION}).`];
  return [
    `The database ${file} is of schema ${from}; this release (${VERSION}) needs ${to}. It would be changed by:`,
    ...migrations.map((one) => `  ${String(one.schema).padStart(3, '0')}  ${describeOne(one)}`),
    `Before that it would be copied to ${backup.folder}: ${inMegabytes(backup.bytes)}, of ${inMegabytes(free.backup)} free.`,
    `The migrations may take ${inMegabytes(bytes)} more on its own disk, of ${inMegabytes(free.store)} free.`,
    ...(isEnough(plan) ? [] : ['That is not enough room: make some, or set BACKUP_DIR to a folder on another disk.']),
  ];
}

function describeOne({ tables, makes }: PlannedMigration): string {
  const parts = [
    ...tables.map(({ name, rows }) => `${name} (${rows.toLocaleString('en-GB')} rows)`),
    ...(makes.length > 0 ? [`makes ${makes.join(', ')}`] : []),
  ];
  return parts.join(', ') || 'no rows that are there now';
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`;
}
