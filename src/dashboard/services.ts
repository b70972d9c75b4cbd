import type { Country, ScrapeJobsResult } from '../../schemas/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ApiKeys } from '../accounts/api-keys.ts';
import type { LogIn } from '../accounts/log-in.ts';
import type { MailLinks } from '../accounts/mail-links.ts';
import type { Registration } from '../accounts/registration.ts';
import type { SecondFactors } from '../accounts/second-factor.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Plan } from '../accounts/plans.ts';
import type { HealthBoard } from '../health/board.ts';
import type { Clock } from '../lib/clock.ts';
import type { Clients } from '../oauth/clients.ts';
import type { Consent } from '../oauth/consent.ts';
import type { OAuthReport } from '../oauth/token-endpoint.ts';
import type { CreateRateLimiter, KeptTexts } from '../shared/types.ts';
import type { Store } from '../store/types.ts';
import type { CallRunner } from '../tools/runner.ts';
import type { Language } from './texts/index.ts';
import type { ToolTable } from '../tools/tool.ts';

/** How often fetches of a platform, review site or search provider ended in each way. */
export interface FetchCounts {
  /** Its code. */
  source: string;
  /** By status, e.g. `ok`, `empty`, `blocked`, `changed`. */
  lastHour: Readonly<Record<string, number>>;
  lastDay: Readonly<Record<string, number>>;
  resting: boolean;
}

/** A part of the service that may be there or not. */
export interface ServicePart {
  part: 'model' | 'browser' | 'proxy' | 'mail';
  /** `missing`: wanted, and not to be had. */
  state: 'on' | 'off' | 'missing';
  /** Which, or why not: names, a path or a sentence in English. */
  detail: string;
}

/** State of the service as the operator sees it. */
export interface ServiceHealth {
  platforms(): Promise<FetchCounts[]>;
  /** Review sites and search providers. */
  reputation(): Promise<FetchCounts[]>;
  parts(): Promise<ServicePart[]>;
}

/** What the operator calls the service, and stands for (settings). */
export interface Brand {
  name: string;
  /** At the head of every page. */
  logo: string;
  /** A web address or `mailto:`. */
  contact: string | null;
  legalLinks: readonly { title: Readonly<Record<Language, string>>; url: string }[];
  /** ISO 4217. */
  currency: string;
}

/** A search of the sample data, as it was asked and answered. */
export interface SampleSearch {
  arguments: { query: string; country: Country; platforms: readonly string[]; limit: number };
  result: ScrapeJobsResult;
  /** Names of the platforms by code. */
  names: ReadonlyMap<string, string>;
}

/** A platform that a plan may use. */
export interface OfferedPlatform {
  code: string;
  name: string;
  country: string;
  /** What it needs of the operator is there. */
  isReady: boolean;
  /** It is left alone for a while after failures. */
  isResting: boolean;
}

/** All that the dashboard needs of the service. */
export interface DashboardServices {
  store: Pick<Store, 'accounts' | 'usage' | 'audit' | 'ledger' | 'logIns' | 'oauth' | 'keys' | 'secret'>;
  accounts: Accounts;
  apiKeys: ApiKeys;
  sessions: Sessions;
  registration: Registration;
  logIn: LogIn;
  mailLinks: MailLinks;
  factors: SecondFactors;
  createRateLimiter: CreateRateLimiter;
  /** What other processes may be asked for next; absent where there are none. */
  texts?: KeptTexts | undefined;
  tools: ToolTable;
  runner: CallRunner;
  clock: Clock;
  health: ServiceHealth;
  /** How sources fared. */
  board: HealthBoard;
  /** Log-ins from apps; undefined where OAuth is off. */
  oauth: { consent: Consent; clients: Clients; report: OAuthReport } | undefined;
  /** Whether /status is there for everybody. */
  statusPage: boolean;
  /** Platforms that a plan may use, in their fixed order. */
  platformsOf(plan: Plan): readonly OfferedPlatform[];
  /** PUBLIC_URL; null: the address of the request is shown. */
  publicUrl: string | null;
  brand: Brand;
  /** A sample of what a search gives; undefined where none can be had. Never rejects. */
  showcase(country: Country): Promise<SampleSearch | undefined>;
  /** How to ask the operator for another plan. */
  contact: { text: string | null; url: string | null };
  retentionDays: number;
}
