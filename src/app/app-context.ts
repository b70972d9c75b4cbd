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
import { systemClock, type Clock } from '../lib/clock.ts';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/mailer.ts';
import type { PageReader } from '../pages/page-reader.ts';
import type { ReputationParser } from '../reputation/parser.ts';
import type { Sleep } from '../egress/sleep.ts';
import type { Shared } from '../shared/types.ts';
import { openStore } from '../store/open.ts';
import type { MigrationEvent, Store, StoreOptions, StoreRole } from '../store/types.ts';
import { createShared, createUnshared } from './shared.ts';

/** What tests put in place of the outside world. */
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
  /** In place of the server of SMTP_URL. */
  mailer?: Mailer;
  /** In place of waiting, for what answers of test keys ask for. */
  sleep?: Sleep;
  /** Distances between requests to one host; off against local servers. */
  throttle?: boolean;
}

/** Accounts and what they are kept in: all that the commands on accounts need. */
export interface AppContext {
  config: Config;
  clock: Clock;
  store: Store;
  /** What this process shares with others that serve from the same database. */
  shared: Shared;
  passwords: Passwords;
  accounts: Accounts;
  apiKeys: ApiKeys;
}

/** Where the store of a data folder is. */
export function storeFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'jobdata.sqlite');
}

/** The same, and where it is copied before a migration; or the database in its place, and what a replica asks of it. */
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

/** What a plan's months are made of; undefined for one that is no more. */
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
  const clock = overrides.clock ?? systemClock;
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
      }));
    const passwords = overrides.passwords ?? new Passwords();
    const accounts = new Accounts(store, plans, clock, passwords);
    return { config, clock, store, shared, passwords, accounts, apiKeys: new ApiKeys(store, clock) };
  } catch (error) {
    await shared.close();
    throw error;
  }
}
