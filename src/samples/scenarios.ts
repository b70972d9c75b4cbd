import { foldWords } from '../lib/text.ts';

/** An error for which a test call can ask. The call is validated like any other before it fails. */
export interface CallFault {
  /** The word after `test:`. */
  word: string;
  /** The caller's answer, described for the documentation. */
  meaning: string;
}

/**
 * A call asks for one of these by a query or company name `test:<word>`, or by the address
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

/** The error for which one of the texts (a query, company names or addresses) asks; undefined if none does. */
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

/** A query of `scrape_jobs` that determines how platforms answer. */
export interface SearchScenario {
  word: string;
  /** The outcome at the platform that the query names, or at all platforms; undefined: they answer normally. */
  outcome?: PlatformOutcome;
  meaning: string;
}

/**
 * Queries are `test:<word>`, or `test:<word> <platform code>` for one platform; the other platforms then return all
 * their adverts.
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
    meaning: 'no platform delivers: `-32000`, reason `upstream_failed`',
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

/** The scenario of a query for a platform; undefined for a query without `test:` and a known word. */
export function findSearchScenario(query: string, platform: string): SearchScenario | undefined {
  if (!/^\s*test:/i.test(query)) return undefined;
  const words = foldWords(query).split(' ');
  // The longest word that matches, because some words consist of several parts.
  for (let count = Math.min(words.length - 1, 3); count > 0; count -= 1) {
    const scenario = scenarios.get(words.slice(1, 1 + count).join(' '));
    if (!scenario) continue;
    const named = words.slice(1 + count).join(' ');
    const concerns = named === '' || isNamed(named, platform);
    return concerns ? scenario : scenarios.get('all');
  }
  return undefined;
}

/** True if the words begin with the platform's code. */
function isNamed(words: string, platform: string): boolean {
  return `${words} `.startsWith(`${foldWords(platform)} `);
}

/** True if a text begins with `test:` and names no known scenario. */
export function isUnknownScenario(text: string): boolean {
  return /^\s*test:/i.test(text) && findCallFault([text]) === undefined && findSearchScenario(text, '') === undefined;
}

/** All scenarios as they are written in a call; `isSearch` adds those of searches. */
export function scenarioNames(isSearch: boolean): string[] {
  const words = [...(isSearch ? SEARCH_SCENARIOS : []), ...CALL_FAULTS].map(({ word }) => `test:${word}`);
  return [...new Set(words)];
}

/**
 * Platforms that answer with a bot check if the query contains one of these words, so that even a first search shows
 * such a row.
 */
export const BLOCKED_SEARCHES: readonly { platform: string; words: readonly string[] }[] = [
  { platform: 'work_hub', words: ['engineer', 'developer', 'software'] },
  { platform: 'meteojob', words: ['ingenieur', 'developpeur', 'logiciel'] },
];
