import { notReadBack } from '../store-fault.ts';
import type { AccountStore, JobsCacheStore, Store, StoreOptions } from '../types.ts';
import { PostgresAccountRows } from './account-rows.ts';
import { findAccount } from '../steps/account-rows.ts';
import { createAccountStore } from '../steps/accounts.ts';
import { createAuditStore } from '../steps/audit.ts';
import { createBudgetStore } from '../steps/budgets.ts';
import { DATABASE_NOW, DatabaseClock } from './database-clock.ts';
import { openConnections, type PostgresConnections, type Queryable } from './connection.ts';
import { AdvisoryLocks } from './with-lock.ts';
import { createFactorStore } from '../steps/factors.ts';
import { createHealthStore } from '../steps/health.ts';
import { checkIntegrity } from './integrity.ts';
import { createKeyStore } from '../steps/keys.ts';
import { createLedger } from './ledger.ts';
import { createLogInStore } from '../steps/log-ins.ts';
import { createMailStore } from '../steps/mail.ts';
import { ReplicaLease } from './replica-lease.ts';
import { createOAuthStore } from '../steps/oauth.ts';
import { createReputationStore } from '../steps/reputation.ts';
import { prepareDatabase, type Migrations } from './schema.ts';
import { createSavedSearchStore } from '../steps/saved-searches.ts';
import { createSecrets } from '../steps/secrets.ts';
import { explained } from './check.ts';
import { createSessionStore } from '../steps/sessions.ts';
import { createKeyTouch, createSessionTouch } from './touch.ts';
import { createSpentTrialStore } from '../steps/spent-trials.ts';
import { createStepRunner } from './step-runner.ts';
import { createUsageStore } from '../steps/usage.ts';
import { Version } from './version.ts';
import { PostgresWriter } from './writer.ts';

const CONNECTIONS = 5;
const LEASE_MS = 15_000;
const CALL_DEADLINE_MS = 45_000;
/** Ignores the case of ASCII letters only, as SQLite does. */
const ADDRESS_IS = 'lower(email) = lower(? COLLATE "C")';

/** Caches nothing, so that the pages of each search are fetched. */
const NO_PAGES: JobsCacheStore = {
  get: async () => undefined,
  put: async () => {},
  purge: async () => 0,
};

type PostgresOptions = Omit<StoreOptions, 'url'> & { url: string };

export async function openPostgresStore(options: PostgresOptions, migrations?: Migrations): Promise<Store> {
  const { url, role = 'use', onMigration } = options;
  await prepareDatabase({ url, role, migrations, onMigration });
  const clock = new DatabaseClock();
  const connections = openConnections({ url, connections: options.connections ?? CONNECTIONS });
  const { store, join } = createStore(options, connections, clock);
  try {
    if (role === 'serve') await join();
    else await readClock(connections, clock);
    return store;
  } catch (error) {
    await store.close();
    throw explained(error, url);
  }
}

function createStore(
  options: PostgresOptions,
  connections: PostgresConnections,
  clock: DatabaseClock,
): { store: Store; join: () => Promise<void> } {
  const {
    url,
    role = 'use',
    termsOf = () => undefined,
    leaseMs = LEASE_MS,
    callDeadlineMs = CALL_DEADLINE_MS,
  } = options;
  const { pool } = connections;
  const version = new Version(pool);
  const writer = new PostgresWriter(connections, version);
  const steps = createStepRunner(connections, writer);
  const rows = new PostgresAccountRows(termsOf);
  const readAccount: AccountStore['findById'] = async (id, now) =>
    (await steps.read(findAccount(id, now, termsOf)))?.account;
  const member = new ReplicaLease({ connections, url, leaseMs, clock });
  const money = createLedger({
    connections,
    connection: { url },
    writer,
    steps,
    rows,
    readAccount,
    member,
    callDeadlineMs,
  });
  const locks = new AdvisoryLocks(url);
  const serves = role === 'serve';

  async function end(): Promise<void> {
    try {
      await money.close();
      await writer.close();
      await member.leave();
    } finally {
      await connections.close();
    }
  }
  let ended: Promise<void> | undefined;

  const store: Store = {
    clock,
    accounts: createAccountStore(steps, { addressIs: ADDRESS_IS, read: readAccount, termsOf }),
    keys: createKeyStore(steps, createKeyTouch(writer)),
    ledger: money.ledger,
    replays: money.replays,
    jobsCache: options.jobsCache ?? NO_PAGES,
    reputation: createReputationStore(steps),
    audit: createAuditStore(steps),
    budgets: createBudgetStore(steps),
    sessions: createSessionStore(steps, createSessionTouch(writer)),
    mail: createMailStore(steps),
    spentTrials: createSpentTrialStore(steps),
    logIns: createLogInStore(steps),
    factors: createFactorStore(steps),
    usage: createUsageStore(steps),
    health: createHealthStore(steps),
    oauth: createOAuthStore(steps),
    savedSearches: createSavedSearchStore(steps, { id: () => member.id, isLive }),
    transaction: (begin) => writer.transaction(begin),
    withLock: <T>(name: string, work: () => Promise<T>, orLeave?: 'orLeave') =>
      locks.run(name, work, orLeave) as Promise<T>,
    secret: createSecrets(steps),
    version: () => version.current(),
    checkIntegrity: () => checkIntegrity(pool),
    probe: async () => {
      if (serves) member.assertServing();
      await writer.commit(probe);
      await writer.flush();
    },
    load: () => money.load(),
    backup: async () => {
      throw new Error('A database at a URL is copied by its own means: run "pg_dump --format=custom" on it.');
    },
    // Never resolves: the database server itself handles failures of its disk.
    failed: new Promise<never>(() => {}),
    close: () => (ended ??= end()),
  };
  return { store, join: () => member.join() };
}

async function readClock({ pool }: PostgresConnections, clock: DatabaseClock): Promise<void> {
  const sentAt = performance.now();
  const { rows } = await pool.query<{ now: number }>(`SELECT ${DATABASE_NOW} AS now`);
  for (const { now } of rows) clock.correct(now, sentAt);
}

function isLive(column: string): string {
  return `EXISTS (SELECT 1 FROM replica WHERE replica.id = ${column} AND replica.lease_until > clock_timestamp())`;
}

async function probe(tx: Queryable): Promise<void> {
  const { rows } = await tx.query<{ read: boolean }>(
    `INSERT INTO probe (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING at = $1 AS read`,
    [Date.now()],
  );
  if (rows[0]?.read !== true) throw notReadBack();
}
