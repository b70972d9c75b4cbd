import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { pino } from 'pino';
import { Passwords } from '../../src/accounts/passwords.ts';
import { readPlans, termsOf } from '../../src/accounts/plans.ts';
import type { PlanTerms } from '../../src/credits/types.ts';
import { readConfig } from '../../src/config/config.ts';
import { PLATFORM_SETTINGS } from '../../src/sources/platforms/index.ts';
import type { Overrides } from '../../src/app/app-context.ts';
import { createService, type Service } from '../../src/app/service.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import { MemoryPageCache } from '../../src/shared/memory/page-cache.ts';
import { openStore } from '../../src/store/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { StoreOptions } from '../../src/store/types.ts';
import { FakeClock } from './clock.ts';
import { FakeInternet } from './fake-internet.ts';
import { preparedDatabase } from './postgres-server.ts';
import { openSharedReader } from './shared-reader.ts';
import { wholeSchema } from './whole-schema.ts';

/** With TEST_ENGINE=postgres, each test of the whole app runs on a separate PostgreSQL database. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres';

/** For `{ skip }` of a test about SQLite's file, or about a guarantee that only a single process can give. */
export function skipOnPostgres(why: string): string | false {
  return onPostgres && `on PostgreSQL: ${why}`;
}

/** Saves a quarter of a second of work for each log-in. `test/accounts/passwords.test.ts` tests the real passwords. */
export const cheapPasswords = new Passwords({
  run: async ({ password, salt }) => createHash('sha256').update(salt).update(password.normalize('NFKC')).digest(),
  close: async () => {},
});

/** The rate limits are so high that only tests of rate limits reach them. */
const ROOMY_PLANS = {
  free_trial: { monthly_credits: 100, rpm_limit: 100_000 },
  starter: { monthly_credits: 500, overage_rate: 0.02, rpm_limit: 100_000 },
  pro: { monthly_credits: 2000, overage_rate: 0.015, rpm_limit: 100_000 },
  tight: { monthly_credits: 5, overage_rate: 0.02, rpm_limit: 100_000 },
};

export interface Api {
  service: Service;
  clock: FakeClock;
  internet: FakeInternet;
  accountId: string;
  apiKey: string;
  file: string;
  /** Options with which another process can open the store. Usable only with `onDisk` or on PostgreSQL. */
  at: Pick<StoreOptions, 'file' | 'url'>;
  env: Record<string, string>;
  logs: Record<string, unknown>[];
  post(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Makes a `tools/call` in the older protocol revision. */
  call(name: string, args?: unknown, meta?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Loosely typed on purpose, because tests read arbitrary members of an answer. */
  json: any;
}

export interface ApiOptions {
  plan?: string;
  plans?: Record<string, unknown> | null;
  env?: Record<string, string>;
  clock?: FakeClock;
  mailer?: Mailer;
  onDisk?: boolean;
  /** A PostgreSQL database for this test, whatever engine other tests use. */
  url?: string;
  overrides?: Pick<Overrides, 'renderer' | 'pageReader' | 'passwords' | 'sleep'>;
}

/** Opens the real app on a store in memory, with a fake clock that stands still and a fake internet. */
export async function openApi(t: Test, options: ApiOptions = {}): Promise<Api> {
  const clock = options.clock ?? new FakeClock();
  const internet = new FakeInternet();
  const env: Record<string, string> = { LOG_LEVEL: 'info', DATA_DIR: t.testdir({}), ...options.env };
  if (options.plans !== null) {
    const plansFile = join(env['DATA_DIR'] as string, 'plans.json');
    writeFileSync(plansFile, JSON.stringify(options.plans ?? ROOMY_PLANS));
    env['PLANS_FILE'] = plansFile;
  }
  const file = options.onDisk ? join(env['DATA_DIR'] as string, 'jobdata.sqlite') : ':memory:';
  const url = options.url ?? (onPostgres ? await preparedDatabase(t) : undefined);
  const at = url === undefined ? { file } : { file, url };
  const logs: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info', base: null },
    { write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const config = readConfig(env, PLATFORM_SETTINGS);
  const plans = readPlans(config.plansFile);
  const terms = (name: string): PlanTerms | undefined => {
    const plan = plans.get(name);
    return plan && termsOf(plan);
  };
  const service = await createService(config, {
    clock,
    logger,
    egress: internet,
    parser: inlineParser,
    reputationParser: inlineReputationParser,
    passwords: cheapPasswords,
    pageReader: openSharedReader(t),
    ...(options.mailer ? { mailer: options.mailer } : {}),
    store:
      url === undefined && !options.onDisk
        ? openSqliteStore({ file, termsOf: terms, migrations: wholeSchema() })
        : await openStore({ ...at, ...apartOf(at), termsOf: terms }),
    ...options.overrides,
  });
  t.teardown(() => service.close());
  const account = await service.accounts.create({ email: 'caller@example.com', plan: options.plan ?? 'pro' });
  const { apiKey } = await service.apiKeys.create(account.id);

  const post: Api['post'] = async (body, headers = {}) => {
    const response = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      text: response.payload,
      json:
        response.payload.startsWith('{') || response.payload.startsWith('[') ? JSON.parse(response.payload) : undefined,
    };
  };
  let id = 0;
  return {
    service,
    clock,
    internet,
    accountId: account.id,
    apiKey,
    file,
    at,
    env: {
      DATA_DIR: env['DATA_DIR'] as string,
      // Commands share no state and must not connect to Redis, so this address leads nowhere.
      ...(at.url === undefined ? {} : { DATABASE_URL: at.url, REDIS_URL: 'redis://127.0.0.1:1' }),
    },
    logs,
    post,
    call: (name, args = {}, meta, headers) => {
      id += 1;
      return post(
        {
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
        },
        headers,
      );
    },
  };
}

function apartOf({ url }: Pick<StoreOptions, 'url'>): Partial<StoreOptions> {
  if (url === undefined) return {};
  return { role: 'serve', jobsCache: new MemoryPageCache(), connections: 3 };
}

/** Returns an invented feed of NHS Jobs with `count` vacancies. */
export function nhsFeed(count: number, options: { pages?: number; salary?: string; from?: number } = {}): string {
  const from = options.from ?? 0;
  const vacancies = Array.from(
    { length: count },
    (
      _,
      index,
    ) => `<vacancyDetails><id>${from + index}</id><reference>T${from + index}-26-0001</reference><title>Staff Nurse ${from + index}</title>
<description>Care for people on ward ${from + index} ...</description><employer>Northtown NHS Trust</employer><type>Permanent</type>
<salary>${options.salary ?? '£30,000 to £35,000 a year'}</salary><closeDate>2026-12-01</closeDate><postDate>2026-11-1${index % 9}T09:00:00.123456789</postDate>
<url>https://beta.jobs.nhs.uk/candidate/jobadvert/T${from + index}-26-0001</url><locations><location>Leeds, LS1 1AA</location></locations></vacancyDetails>`,
  ).join('');
  return `<nhsJobs>${vacancies}<totalPages>${options.pages ?? 1}</totalPages><totalResults>${count}</totalResults></nhsJobs>`;
}
