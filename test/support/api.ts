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
import type { StoreOptions } from '../../src/store/types.ts';
import { FakeClock } from './clock.ts';
import { FakeInternet } from './fake-internet.ts';
import { freshDatabase } from './postgres-server.ts';

/** TEST_ENGINE=postgres: all tests of the whole app on a database of their own each. */
const onPostgres = process.env['TEST_ENGINE'] === 'postgres';

/** For `{ skip }` of a test that is about SQLite's file, or about what one process alone may promise. */
export function skipOnPostgres(why: string): string | false {
  return onPostgres && `on PostgreSQL: ${why}`;
}

/** A quarter of a second of work less for each log-in; test/accounts/passwords.test.ts has the real ones. */
export const cheapPasswords = new Passwords({
  run: async ({ password, salt }) => createHash('sha256').update(salt).update(password.normalize('NFKC')).digest(),
  close: async () => {},
});

/** No requests per minute stand in the way unless a test is about them. */
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
  /** The database's file, or `:memory:`. */
  file: string;
  /** Where another process would open the store: of those `onDisk`. */
  at: Pick<StoreOptions, 'file' | 'url'>;
  /** Of a command on that store. */
  env: Record<string, string>;
  /** Log lines, parsed. */
  logs: Record<string, unknown>[];
  /** POSTs a body to /mcp with the key. */
  post(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** `tools/call` in the older era. */
  call(name: string, args?: unknown, meta?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Loosely typed on purpose: tests look at whatever came. */
  json: any;
}

export interface ApiOptions {
  plan?: string;
  plans?: Record<string, unknown> | null;
  env?: Record<string, string>;
  clock?: FakeClock;
  mailer?: Mailer;
  /** A database file instead of memory. */
  onDisk?: boolean;
  /** A PostgreSQL database of the test's own, whatever the engine of others. */
  url?: string;
  /** What is played beside the internet. */
  overrides?: Pick<Overrides, 'renderer' | 'pageReader' | 'passwords' | 'sleep'>;
}

/** The real app on a store in memory, with a standing clock and a played internet. */
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
  const url = options.url ?? (onPostgres ? await freshDatabase(t) : undefined);
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
    ...(options.mailer ? { mailer: options.mailer } : {}),
    store: await openStore({ ...at, ...apartOf(at), termsOf: terms }),
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
      // Commands share nothing, and ask no such server.
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

/** What a process that serves from a database has beside it. */
function apartOf({ url }: Pick<StoreOptions, 'url'>): Partial<StoreOptions> {
  if (url === undefined) return {};
  return { role: 'serve', jobsCache: new MemoryPageCache(), connections: 3 };
}

/** A feed of NHS Jobs of our own making, with `count` vacancies. */
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
