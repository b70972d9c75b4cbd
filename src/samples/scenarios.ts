import { foldWords, shorten } from '../lib/text.ts';

/** Maximum number of characters of a caller's text that a message quotes. */
const MAXIMUM_SHOWN = 60;

/** An error that a test call can request. The call is validated like any other call before it fails. */
export interface CallFault {
  word: string;
  meaning: string;
}

/**
 * A call requests one of these with a query or company name `test:<word>`, or with the address
 * `https://test.example/<word>`.
 */
export const CALL_FAULTS = [
  { word: 'quota_exceeded', meaning: "the month's credits are used up: `-32000`, reason `quota_exceeded`" },
  { word: 'rate_limited', meaning: 'too many calls in a minute: `-32000`, reason `rate_limited`, `Retry-After`' },
  { word: 'trial_expired', meaning: 'the trial has ended: `-32000`, reason `trial_expired`' },
  { word: 'key_cap_reached', meaning: "the key's daily cap is reached: `-32000`, reason `key_cap_reached`" },
  { word: 'tool_not_allowed', meaning: 'the key may not call this tool: `-32000`, reason `tool_not_allowed`' },
  { word: 'internal', meaning: 'an error in the service: `-32603`, reason `internal`' },
] as const satisfies readonly CallFault[];

export type CallFaultWord = (typeof CALL_FAULTS)[number]['word'];

const TEST_ADDRESS = 'https://test.example/';
const faultWords: ReadonlyMap<string, CallFaultWord> = new Map(CALL_FAULTS.map(({ word }) => [word, word]));

/** The company name `test:upstream_failed` stands for an employer that cannot be looked up. */
const UNREACHABLE_WORD = 'upstream_failed';

export function findCallFault(texts: readonly string[]): CallFaultWord | undefined {
  for (const text of texts) {
    const asked = text.trim().toLowerCase();
    const word = asked.startsWith('test:')
      ? asked.slice('test:'.length)
      : asked.startsWith(TEST_ADDRESS)
        ? asked.slice(TEST_ADDRESS.length)
        : undefined;
    const fault = word === undefined ? undefined : faultWords.get(word);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export type PlatformOutcome =
  | 'blocked'
  | 'empty'
  | 'changed'
  | 'rate_limited'
  | 'timeout'
  | 'error'
  | 'slow'
  | 'not_configured';

export interface SearchScenario {
  word: string;
  /** The outcome at the platform that the query names, or else at all platforms; undefined if they answer normally. */
  outcome?: PlatformOutcome;
  meaning: string;
}

/**
 * A query `test:<word>` requests a scenario for all platforms. With `test:<word> <platform code>`, the scenario is for
 * one platform, and the others return all their adverts.
 */
export const SEARCH_SCENARIOS: readonly SearchScenario[] = [
  { word: 'all', meaning: 'all adverts on all platforms searched' },
  { word: 'blocked', outcome: 'blocked', meaning: 'row `blocked`: a bot check instead of the results' },
  { word: 'empty', outcome: 'empty', meaning: 'row `empty`: the platform says that it found nothing' },
  { word: 'changed', outcome: 'changed', meaning: 'row `changed`: the page has a new layout' },
  {
    word: 'platform_rate_limited',
    outcome: 'rate_limited',
    meaning: 'row `rate_limited`: the platform asks the service to slow down',
  },
  { word: 'timeout', outcome: 'timeout', meaning: 'row `timeout`: the platform does not answer in time' },
  { word: 'error', outcome: 'error', meaning: 'row `error`: the platform is down' },
  {
    word: 'upstream_failed',
    outcome: 'error',
    meaning: 'no platform gives a usable answer: `-32000`, reason `upstream_failed`',
  },
  { word: 'slow', outcome: 'slow', meaning: 'each platform answers half a second after the previous one' },
  { word: 'cached', meaning: 'all rows come from the cache: `source` is `cache`, and the receipt says `cached`' },
  {
    word: 'not_configured',
    outcome: 'not_configured',
    meaning: 'row `not_configured`: the platform needs a key that the operator has not set',
  },
];

const scenarios = new Map(SEARCH_SCENARIOS.map((scenario) => [foldWords(scenario.word), scenario]));

export function findSearchScenario(query: string, platform: string): SearchScenario | undefined {
  const asked = readScenario(query);
  if (asked === undefined) return undefined;
  return asked.named === '' || isNamed(asked.named, platform) ? asked.scenario : scenarios.get('all');
}

interface AskedScenario {
  scenario: SearchScenario;
  /** The folded words that follow the scenario; "" if there are none. */
  named: string;
}

function readScenario(query: string): AskedScenario | undefined {
  if (!isTestText(query)) return undefined;
  const words = foldWords(query).split(' ');
  // The longest match counts, because names such as "platform rate limited" have several words.
  for (let count = Math.min(words.length - 1, 3); count > 0; count -= 1) {
    const scenario = scenarios.get(words.slice(1, 1 + count).join(' '));
    if (scenario) return { scenario, named: words.slice(1 + count).join(' ') };
  }
  return undefined;
}

function isTestText(text: string): boolean {
  return /^\s*test:/i.test(text);
}

function isNamed(words: string, platform: string): boolean {
  return `${words} `.startsWith(`${foldWords(platform)} `);
}

/**
 * Returns an error message for a query `test:…` that requests no scenario, `cached` for a single platform, or another
 * scenario for a platform that is not one of `platforms`; undefined for any other query. If `platforms` is empty, the
 * platform is not checked. `platforms` are the codes of the search that have sample data, and `faults` the errors that
 * the caller can request.
 */
export function searchScenarioFault(
  query: string,
  platforms: readonly string[],
  faults: readonly CallFault[] = CALL_FAULTS,
): string | undefined {
  if (!isTestText(query) || isOneOf(faults, query)) return undefined;
  const asked = readScenario(query);
  if (asked === undefined) return unknownScenario([...SEARCH_SCENARIOS, ...faults]);
  const { scenario, named } = asked;
  if (named === '') return undefined;
  const keyword = `test:${scenario.word}`;
  const shown = shorten(named, MAXIMUM_SHOWN);
  if (scenario.word === 'cached')
    return `must be ${keyword} alone: it is for all platforms at once, not for "${shown}"`;
  // If no platform of the search has sample data, the search itself fails with a message about the platforms.
  if (platforms.length === 0 || platforms.some((code) => foldWords(code) === named)) return undefined;
  return `names "${shown}", which is not a platform of this search: send ${keyword} for all its platforms, or add one of their codes (${platforms.join(', ')}), as in "${keyword} ${platforms[0]}"`;
}

/** Returns an error message for a company name `test:…` that requests no scenario; undefined for any other name. */
export function nameScenarioFault(name: string, faults: readonly CallFault[] = CALL_FAULTS): string | undefined {
  if (!isTestText(name) || isUnreachableName(name) || isOneOf(faults, name)) return undefined;
  return unknownScenario([{ word: UNREACHABLE_WORD }, ...faults]);
}

/**
 * Returns an error message for an address that begins with `TEST_ADDRESS` but requests no error; undefined for any
 * other address.
 */
export function addressScenarioFault(url: string): string | undefined {
  const isTest = url.trim().toLowerCase().startsWith(TEST_ADDRESS);
  return isTest && findCallFault([url]) === undefined ? unknownScenario(CALL_FAULTS, TEST_ADDRESS) : undefined;
}

export function isUnreachableName(name: string): boolean {
  return foldWords(name) === foldWords(`test:${UNREACHABLE_WORD}`);
}

function isOneOf(faults: readonly CallFault[], text: string): boolean {
  const asked = findCallFault([text]);
  return faults.some(({ word }) => word === asked);
}

function unknownScenario(known: readonly { word: string }[], start = 'test:'): string {
  return `must be a known scenario: ${known.map(({ word }) => start + word).join(', ')}`;
}

/**
 * If a query contains one of the words, the platform answers with a bot challenge, so that ordinary searches also show
 * a `blocked` row.
 */
export const BLOCKED_SEARCHES: readonly { platform: string; words: readonly string[] }[] = [
  { platform: 'work_hub', words: ['engineer', 'developer', 'software'] },
  { platform: 'meteojob', words: ['ingénieur', 'développeur', 'logiciel'] },
];
