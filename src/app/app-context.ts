import { join } from 'node:path';
import { Accounts } from '../accounts/accounts.ts';
import { ApiKeys } from '../accounts/api-keys.ts';
import { Passwords } from '../accounts/passwords.ts';
import { readPlans, termsOf, type Plans } from '../accounts/plans.ts';
import type { PlanTerms } from '../credits/types.ts';
import type { Config } from '../config/config.ts';
import type { Resolver } from '../egress/address-guard.ts';
import type { GuardedEgress } from '../egress/create-egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { AnswerParser } from '../jobs/parser.ts';
import { systemClock, type Clock, type Sleep } from '../lib/clock.ts';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/mailer.ts';
import type { PageReader } from '../pages/page-reader.ts';
import type { ReputationParser } from '../reputation/parser.ts';
import type { Shared } from '../shared/types.ts';
import { openStore } from '../store/open.ts';
import type { MigrationEvent, Store, StoreOptions, StoreRole } from '../store/types.ts';
import { createShared, createUnshared } from './parts/shared.ts';

export interface Overrides {
  clock?: Clock;
  logger?: Logger;
  store?: Store;
  resolver?: Resolver;
  egress?: GuardedEgress;
  parser?: AnswerParser;
  reputationParser?: ReputationParser;
  renderer?: Renderer;
  pageReader?: PageReader;
  passwords?: Passwords;
  mailer?: Mailer;
  sleep?: Sleep;
  /** False drops the minimum interval between requests to one host, for local servers. The default is true. */
  throttle?: boolean;
  /** How commands begin in this installation, such as `./jobdata`. The default is `jobdata`. */
  commandLine?: string;
}

export interface AppContext {
  config: Config;
  clock: Clock;
  store: Store;
  shared: Shared;
  passwords: Passwords;
  accounts: Accounts;
  apiKeys: ApiKeys;
}

export function storeFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'jobdata.sqlite');
}

export function storePlace(config: Config): Pick<
  StoreOptions,
  'file' | 'url' | 'connections' | 'leaseMs' | 'callDeadlineMs'
> & {
  backupFolder: string | undefined;
} {
  return {
    file: storeFile(config),
    backupFolder: config.backupDir ?? undefined,
    url: config.databaseUrl ?? undefined,
    connections: config.databaseConnections,
    leaseMs: config.leaseSeconds * 1_000,
    callDeadlineMs: config.callDeadlineMs,
  };
}

export function findTerms(plans: Plans, name: string): PlanTerms | undefined {
  const plan = plans.get(name);
  return plan && termsOf(plan);
}

export async function createAppContext(
  config: Config,
  overrides: Overrides = {},
  role: StoreRole = 'use',
  onMigration?: (event: MigrationEvent) => void,
): Promise<AppContext> {
  let storeClock = systemClock;
  // The shared state needs a clock before the store is open. This clock reads the system's clock until then, and the
  // store's clock afterwards.
  const clock = overrides.clock ?? { now: () => storeClock.now() };
  const plans = readPlans(config.plansFile);
  const shared = role === 'serve' ? await createShared(config, clock, overrides.logger) : createUnshared(config, clock);
  try {
    const store =
      overrides.store ??
      (await openStore({
        ...storePlace(config),
        jobsCache: shared.pages,
        role,
        termsOf: (name) => findTerms(plans, name),
        onMigration,
        onFault: (error) => overrides.logger?.error({ err: error }, 'the store goes on after a fault'),
      }));
    storeClock = store.clock;
    const passwords = overrides.passwords ?? new Passwords();
    const accounts = new Accounts(store, plans, clock, passwords);
    return { config, clock, store, shared, passwords, accounts, apiKeys: new ApiKeys(store, clock) };
  } catch (error) {
    await shared.close();
    throw error;
  }
}
