import { normalizeKeyName } from '../accounts/key-name.ts';
import type { Plan, SavedSearchTerms } from '../accounts/plans.ts';
import { PRICES } from '../credits/tool-prices.ts';
import { type AddressGuard, refusalText, RefusedTarget } from '../egress/address-guard.ts';
import { toCredits, toMillicredits, type Millicredits } from '../lib/credits.ts';
import type { AccountRecord, RunSchedule, SavedSearchRecord } from '../store/types.ts';
import { oneLine } from './deliver/job-lines.ts';
import { SavedSearchRefused } from './saved-search-refused.ts';
import { FREQUENCIES, isZone } from './schedule.ts';
import { savedArguments, type SearchArguments } from './search-arguments.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

const NAME_LENGTH = 80;
const URL_LENGTH = 2_000;
const LIMIT_CREDITS = 1e6;

export interface SavedSearchInput extends Omit<RunSchedule, 'frequency'> {
  frequency: string;
  /** If blank, the name is formed from the query and the place. */
  name: string;
  language: 'en' | 'fr';
  arguments: unknown;
  /** Credits per month. If null, only the account's limits apply. */
  monthlyLimit: number | null;
  mail: boolean;
  webhookUrl: string;
}

export type ParsedSearch = Pick<
  SavedSearchRecord,
  'name' | 'language' | 'arguments' | 'monthlyLimit' | 'mail' | 'webhook' | 'webhookUrl' | keyof RunSchedule
>;

export interface ReadContext {
  account: AccountRecord;
  plan: Plan;
  before?: SavedSearchRecord;
  /** Returns the arguments as the tool reads them. Rejects with a ServiceError if the tool would refuse them. */
  checkArguments(args: unknown, account: AccountRecord, plan: Plan): Promise<SearchArguments>;
  /**
   * False if the service sends no mail. Forms then do not offer mail, and the mail setting of a search stays unchanged.
   */
  sendsMail: boolean;
  guard: Pick<AddressGuard, 'checkUrl'>;
}

/** Rejects with SavedSearchRefused, or with the error of `checkArguments`. */
export async function readSearch(input: SavedSearchInput, context: ReadContext): Promise<ParsedSearch> {
  const { account, plan, before, checkArguments, sendsMail, guard } = context;
  const args = savedArguments(await checkArguments(input.arguments, account, plan));
  // A search whose mail is already on is not refused, because the operator may have switched off the mail server since.
  if (input.mail && !sendsMail && (before === undefined || before.mail === 'off')) {
    throw new SavedSearchRefused('mail', 'This service sends no e-mail: choose a webhook, or read the feed.');
  }
  const webhookUrl = readWebhookUrl(input.webhookUrl, guard);
  return {
    ...readSchedule(input, plan.savedSearches),
    name: readName(input.name, args),
    language: input.language,
    arguments: JSON.stringify(args),
    monthlyLimit: readMonthlyLimit(input.monthlyLimit),
    mail: (sendsMail || before === undefined ? input.mail : before.mail !== 'off') ? 'on' : 'off',
    webhook: webhookUrl === '' ? 'off' : 'on',
    webhookUrl,
  };
}

function readName(typed: string, args: Readonly<Record<string, unknown>>): string {
  // A name that is too long is refused, not shortened.
  const isTooLong = oneLine(typed, NAME_LENGTH) !== oneLine(typed, typed.length + 1);
  const usual = [args['query'], args['location']].filter((part) => typeof part === 'string' && part !== '').join(' · ');
  const name = normalizeKeyName(oneLine(typed.trim() === '' ? usual : typed, NAME_LENGTH));
  if (name === undefined || isTooLong)
    throw new SavedSearchRefused('name', 'Give the search a name of 1 to 80 visible characters.');
  return name;
}

function readSchedule(
  { frequency: typed, hour, weekday, zone }: Pick<SavedSearchInput, keyof RunSchedule>,
  terms: SavedSearchTerms,
): RunSchedule {
  if (!isZone(zone)) {
    throw new SavedSearchRefused(
      'zone',
      `There is no time zone "${oneLine(zone, 60)}". Name one such as Europe/London.`,
    );
  }
  const isHour = Number.isInteger(hour) && hour >= 0 && hour <= 23;
  const isWeekday = Number.isInteger(weekday) && weekday >= 1 && weekday <= 7;
  const frequency = FREQUENCIES.find((one) => one === typed);
  if (frequency === undefined) {
    throw new SavedSearchRefused('often', `A search runs ${FREQUENCIES.join(', ')}, and no other way.`);
  }
  if (!isHour || !isWeekday) {
    throw new SavedSearchRefused(
      'hour',
      'The hour must be a whole number from 0 to 23, and the weekday one from 1 (Monday) to 7.',
    );
  }
  if (FREQUENCIES.indexOf(frequency) < FREQUENCIES.indexOf(terms.fastest)) {
    throw new SavedSearchRefused('frequency', `This plan runs a saved search at most ${terms.fastest}.`);
  }
  return { frequency, hour, weekday, zone };
}

function readMonthlyLimit(credits: number | null): Millicredits | null {
  if (credits === null) return null;
  const isInRange = credits >= toCredits(PRICES.jobsFresh) && credits <= LIMIT_CREDITS;
  // Refuses a number that thousandths of a credit cannot represent exactly.
  if (isInRange && toCredits(toMillicredits(credits)) === credits) return toMillicredits(credits);
  throw new SavedSearchRefused(
    'limit',
    'The monthly limit must be a number of credits from 2 (the price of one run) to 1,000,000, with at most three decimals.',
  );
}

/**
 * Throws SavedSearchRefused if nothing may be sent to the address. The host name is resolved only when a delivery is
 * sent.
 */
function readWebhookUrl(typed: string, guard: Pick<AddressGuard, 'checkUrl'>): string {
  const text = typed.trim();
  if (text === '') return '';
  const url = text.length <= URL_LENGTH && canParseUrl(text) ? new URL(text) : undefined;
  // The length of the stored form counts, in which a character outside ASCII takes several characters.
  if (!url || url.href.length > URL_LENGTH)
    throw new SavedSearchRefused('webhook', 'The webhook needs a web address such as https://example.com/hook.');
  try {
    guard.checkUrl(url);
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error;
    throw new SavedSearchRefused('webhook', `The webhook's address is refused: ${refusalText(error.refusal)}.`);
  }
  return url.href;
}
