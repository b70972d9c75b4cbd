import { join } from 'node:path';
import { Accounts } from '../accounts/accounts.ts';
import { readPlans } from '../accounts/plans.ts';
import type { Config } from '../config/config.ts';
import type { Resolver } from '../egress/address-guard.ts';
import type { EgressDoor } from '../egress/create-egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { AnswerParser } from '../jobs/parser.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { Logger } from 'pino';
import type { Mailer } from '../mail/mailer.ts';
import type { PageReader } from '../pages/page-reader.ts';
import type { ReputationParser } from '../reputation/parser.ts';
import { openStore } from '../store/open.ts';
import type { Store, StoreOptions } from '../store/types.ts';

/** What tests put in place of the outside world. */
export interface Overrides {
  clock?: Clock;
  logger?: Logger;
  store?: Store;
  resolver?: Resolver;
  egress?: EgressDoor;
  parser?: AnswerParser;
  reputationParser?: ReputationParser;
  renderer?: Renderer;
  pageReader?: PageReader;
  /** In place of the server of SMTP_URL. */
  mailer?: Mailer;
  /** Distances between requests to one host; off against local servers. */
  pace?: boolean;
}

/** Accounts and what they are kept in: all that the commands on accounts need. */
export interface Core {
  config: Config;
  clock: Clock;
  store: Store;
  accounts: Accounts;
}

const DATABASE = 'jobdata.sqlite';

export async function createCore(
  config: Config,
  overrides: Overrides = {},
  role: NonNullable<StoreOptions['role']> = 'use',
): Promise<Core> {
  const clock = overrides.clock ?? systemClock;
  const store = overrides.store ?? (await openStore({ file: join(config.dataDir, DATABASE), role }));
  return { config, clock, store, accounts: new Accounts(store, readPlans(config.plansFile), clock) };
}
