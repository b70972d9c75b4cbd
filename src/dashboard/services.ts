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

export interface FetchCounts {
  source: string;
  /** Number of fetches by status, such as `ok`, `empty`, `blocked` and `changed`. */
  lastHour: Readonly<Record<string, number>>;
  lastDay: Readonly<Record<string, number>>;
  isCircuitOpen: boolean;
}

export interface ServicePart {
  part: 'model' | 'browser' | 'proxy' | 'mail' | 'saved_searches';
  /** `missing` means configured but not available, and `failing` means running with errors. */
  state: 'on' | 'off' | 'missing' | 'failing';
  /** The configuration, or the reason why the part is off, in English. */
  detail: string;
  /** Number of active saved searches of all accounts. */
  active?: number;
}

export interface ServiceHealth {
  platforms(): Promise<FetchCounts[]>;
  reputation(): Promise<FetchCounts[]>;
  parts(): Promise<ServicePart[]>;
}

export interface OperatorBrand {
  name: string;
  /** Text at the head of every page. */
  logo: string;
  /** A web address or a `mailto:` address. */
  contact: string | null;
  legalLinks: readonly { title: Readonly<Record<Language, string>>; url: string }[];
  /** ISO 4217 code. */
  currency: string;
}

export type SampleQuestion = 'jobs' | 'employer' | 'page';

export interface SampleAnswer {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  json: string;
  names: ReadonlyMap<string, string>;
}

export interface OfferedPlatform {
  code: string;
  name: string;
  country: string;
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
  windows: WindowCounter;
  tools: ToolTable;
  runner: CallRunner;
  clock: Clock;
  health: ServiceHealth;
  statusReport: StatusReport;
  oauth: { consent: Consent; clients: Clients; report: OAuthReport } | undefined;
  statusPage: boolean;
  platformsOf(plan: Plan): readonly OfferedPlatform[];
  /** Null if PUBLIC_URL is not set. Pages then show the address of the request. */
  publicUrl: string | null;
  brand: OperatorBrand;
  /**
   * Each sample call runs once, and again only if it failed. Resolves to undefined if it fails, or if the trial has no
   * platform of the country to search. Never rejects.
   */
  homePageSample(country: Country, question: SampleQuestion): Promise<SampleAnswer | undefined>;
  contact: { text: string | null; url: string | null };
  retentionDays: number;
  /** How commands begin in this installation, such as `./jobdata`. */
  commandLine: string;
}
