import { storePlace } from '../app/app-context.ts';
import { formatMegabytes } from '../lib/byte-units.ts';
import { systemClock } from '../lib/clock.ts';
import { openStore, planMigration } from '../store/open.ts';
import type { MigrationEvent, MigrationPlan, PlannedMigration } from '../store/types.ts';
import { VERSION } from '../version.ts';
import { configOf, output, type Command, type CommandArguments } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary:
    'Upgrade the database to this release. With SQLite, stop the service first; the service also upgrades its database when it starts.',
  usage: '[--dry-run] [--json]',
  examples: ['--dry-run', ''],
  details: `The SQLite file is copied first, into the same folder or to BACKUP_DIR; "jobdata restore FILE" restores the copy.
With DATABASE_URL, run the command once per release, while replicas of the previous release keep serving; back up with pg_dump first. On an empty database, the service creates the tables itself.
--dry-run shows what would be done, on how many rows, and how much disk space is needed. It changes nothing, and can run while the service runs.`,
  run: (args) => (args.values['dry-run'] === true ? showPlan(args) : perform(args)),
};

async function perform(args: CommandArguments): Promise<void> {
  const { terminal } = args;
  let done: MigrationEvent | undefined;
  const store = await openStore({
    ...storePlace(await configOf(args)),
    role: 'migrate',
    now: (terminal.overrides?.clock ?? systemClock).now(),
    onMigration: (event) => {
      done = event;
    },
  });
  await store.close();
  const { from = null, to = null, backup } = done ?? {};
  const kept = backup ? ` The previous database (schema ${from}) is kept in ${backup.file}.` : '';
  output(
    args,
    { ok: true, from, to, backup: backup?.file ?? null },
    `The database matches this release${to === null ? '' : ` (schema ${to})`}.${kept}`,
  );
}

async function showPlan(args: CommandArguments): Promise<void> {
  const config = await configOf(args);
  if (config.databaseUrl !== null) {
    throw new Error(
      '--dry-run works only with SQLite. On the database in DATABASE_URL, migrations only add to what replicas of the previous release use, and those keep serving.',
    );
  }
  const plan = await planMigration(storePlace(config));
  const space = { backup: plan.backup.bytes, migration: plan.bytes };
  const { file, from, to, migrations, free } = plan;
  output(
    args,
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

/**
 * If the free space is equal, the backup and the database are taken to be on one disk, which must have room for both.
 */
function isEnough({ backup, bytes, free }: MigrationPlan): boolean {
  const sameDisk = free.backup === free.store;
  return free.backup >= backup.bytes + (sameDisk ? bytes : 0) && free.store >= bytes;
}

function describe(plan: MigrationPlan): string[] {
  const { file, from, to, migrations, backup, bytes, free } = plan;
  if (from === 0) return [`There is no database in ${file} yet: the first start creates one with schema ${to}.`];
  if (migrations.length === 0)
    return [`The database ${file} has schema ${from}, which is that of this release (${VERSION}).`];
  return [
    `The database ${file} has schema ${from}; this release (${VERSION}) needs ${to}. These migrations would run:`,
    ...migrations.map((one) => `  ${String(one.schema).padStart(3, '0')}  ${describeOne(one)}`),
    `First it would be copied to ${backup.folder}: ${formatMegabytes(backup.bytes)}, with ${formatMegabytes(free.backup)} free.`,
    `The migrations may need another ${formatMegabytes(bytes)} on its own disk, with ${formatMegabytes(free.store)} free.`,
    ...(isEnough(plan) ? [] : ['There is not enough room: free some, or set BACKUP_DIR to a folder on another disk.']),
  ];
}

function describeOne({ tables, makes }: PlannedMigration): string {
  const parts = [
    ...tables.map(({ name, rows }) => `${name} (${rows.toLocaleString('en-GB')} rows)`),
    ...(makes.length > 0 ? [`makes ${makes.join(', ')}`] : []),
  ];
  return parts.join(', ') || 'no existing rows';
}
