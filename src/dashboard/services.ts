import type { Country } from '../../schemas/index.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ApiKeys } from '../accounts/api-keys.ts';
import type { LogIn } from '../accounts/log-in.ts';
import type { LogInLinks } from '../accounts/log-in-links.ts';
import type { MailLinks } from '../accounts/mail-links.ts';
import type { Registration } from '../accounts/registration.ts';
import type { SecondFactors } from '../accounts/second-factor.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Plan } from '../accounts/plans.ts';
import type { StatusReport } from '../health/status-report.ts';
import type { Clock } from '../lib/clock.ts';
import type { Clients } from '../oauth/clients.ts';
import type { Consent } from '../oauth/consent.ts';
import type { OAuthReport } from '../oauth/token-endpoint.ts';
import type { SavedSearches } from '../saved-searches/saved-searches.ts';
import type { SearchLinks } from '../saved-searches/search-links.ts';
import type { WindowCounter } from '../shared/types.ts';
import type { Store } from '../store/types.ts';
import type { CallRunner } from '../tools/runner.ts';
import type { Language } from './texts/index.ts';
import type { ToolTable } from '../tools/tool.ts';

/** Outcome counts of fetches from one platform, review site or search provider. */
export interface FetchCounts {
  /** Code of the platform, review site or search provider. */
  source: string;
  /** Number of fetches by status, such as `ok`, `empty`, `blocked`, `changed`. */
  lastHour: Readonly<Record<string, number>>;
  lastDay: Readonly<Record<string, number>>;
  isCircuitOpen: boolean;
}

export interface ServicePart {
  part: 'model' | 'browser' | 'proxy' | 'mail' | 'saved_searches';
  /** `missing`: configured but not available. `failing`: running with errors. */
  state: 'on' | 'off' | 'missing' | 'failing';
  /** In English: what is configured, or why the part is off. */
  detail: string;
}

/** Figures for the operator's page. */
export interface ServiceHealth {
  platforms(): Promise<FetchCounts[]>;
  /** Review sites and search providers. */
  reputation(): Promise<FetchCounts[]>;
  parts(): Promise<ServicePart[]>;
}

/** The operator's name and appearance, from the settings. */
export interface OperatorBrand {
  name: string;
  /** Text at the head of every page. */
  logo: string;
  /** A web address or `mailto:`; null if none is set. */
  contact: string | null;
  legalLinks: readonly { title: Readonly<Record<Language, string>>; url: string }[];
  /** ISO 4217 code. */
  currency: string;
}

/** The questions that the home page answers without an account. */
export type SampleQuestion = 'jobs' | 'employer' | 'page';

/** A call on sample data with its answer. */
export interface SampleAnswer {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /** A complete MCP tool result as JSON. */
  json: string;
  /** Platform names by code. */
  names: ReadonlyMap<string, string>;
}

/** A platform that a plan may use. */
export interface OfferedPlatform {
  code: string;
  name: string;
  country: string;
  /** True if the platform's required settings are present. */
  isReady: boolean;
  isCircuitOpen: boolean;
}

export interface DashboardServices {
  store: Pick<Store, 'accounts' | 'usage' | 'audit' | 'ledger' | 'logIns' | 'oauth' | 'keys' | 'secret'>;
  accounts: Accounts;
  apiKeys: ApiKeys;
  sessions: Sessions;
  registration: Registration;
  logIn: LogIn;
  logInLinks: LogInLinks;
  mailLinks: MailLinks;
  savedSearches: SavedSearches;
  searchLinks: SearchLinks;
  factors: SecondFactors;
  /** Counters of attempts, such as log-ins. */
  windows: WindowCounter;
  tools: ToolTable;
  runner: CallRunner;
  clock: Clock;
  health: ServiceHealth;
  statusReport: StatusReport;
  /** Undefined if OAuth is off. */
  oauth: { consent: Consent; clients: Clients; report: OAuthReport } | undefined;
  /** True if `/status` is enabled. */
  statusPage: boolean;
  /** Platforms that a plan may use, in fixed order. */
  platformsOf(plan: Plan): readonly OfferedPlatform[];
  /** PUBLIC_URL; null if unset, so that pages show the address of the request. */
  publicUrl: string | null;
  brand: OperatorBrand;
  /** A sample answer for the home page, run once; undefined if it fails. Never rejects. */
  homePageSample(country: Country, question: SampleQuestion): Promise<SampleAnswer | undefined>;
  /** How to contact the operator about another plan. */
  contact: { text: string | null; url: string | null };
  retentionDays: number;
}
