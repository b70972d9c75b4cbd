import type { Caller } from '../../accounts/authenticate.ts';
import type { AccountRecord } from '../../store/types.ts';
import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import { playgroundCaller } from '../../accounts/callers-without-key.ts';
import type { ArgumentFields } from '../tool-arguments.ts';
import type { DashboardServices, OfferedPlatform } from '../services.ts';
import type { Language } from '../texts/index.ts';

/** `sample` answers from free sample data, and `live` reads the real sites. */
export const PLAYGROUND_MODES = ['sample', 'live'] as const;
export type PlaygroundMode = (typeof PLAYGROUND_MODES)[number];

/**
 * Returns `sample` until a live call has cost credits, so that nobody spends credits by accident. A ping, which is
 * free, does not change the mode.
 */
export async function usualMode({ store }: DashboardServices, account: AccountRecord): Promise<PlaygroundMode> {
  const { cost } = await store.usage.count({ accountId: account.id });
  return cost === 0 ? 'sample' : 'live';
}

/**
 * Returns the caller for a call. Sample calls use the account's test key. Live calls use no API key; the ledger records
 * PLAYGROUND_KEY_ID for them.
 */
export async function callerOf(
  services: DashboardServices,
  account: AccountRecord,
  mode: PlaygroundMode,
): Promise<Caller> {
  const plan = services.accounts.planOf(account);
  if (mode === 'live') return playgroundCaller(account, plan);
  return { account, plan, key: await services.apiKeys.test(account.id) };
}

interface SampleExamples {
  argument: string;
  /** The sample data has an instructive answer to each of these texts. The first text fills the form initially. */
  examples: readonly { text: string; label?: string; more?: string }[];
}

const BRITISH = {
  scrape_jobs: {
    argument: 'arg-query',
    examples: [
      { text: 'software engineer' },
      { text: 'nurse' },
      { text: 'accountant' },
      { text: 'test:slow', label: 'slow' },
      { text: 'test:all', label: 'all', more: '&arg-limit=100' },
      { text: 'test:blocked reed', label: 'blocked' },
    ],
  },
  get_reputation: {
    argument: 'arg-company_names',
    examples: [
      { text: 'Alderfinch Software' },
      { text: 'Thistledown Hotels', label: 'stored' },
      { text: 'Dunmarrow Logistics', label: 'stale' },
    ],
  },
  scrape_url: {
    argument: 'arg-urls',
    examples: [
      { text: 'https://pages.example/article' },
      { text: 'https://pages.example/table', label: 'table' },
      { text: 'https://pages.example/members', label: 'logIn' },
    ],
  },
} as const satisfies Record<string, SampleExamples>;

const FRENCH = {
  scrape_jobs: {
    argument: 'arg-query',
    examples: [
      { text: 'développeur' },
      { text: 'infirmier' },
      { text: 'comptable' },
      { text: 'test:slow', label: 'slow' },
      { text: 'test:all', label: 'all', more: '&arg-limit=100' },
      { text: 'test:blocked apec', label: 'blocked' },
    ],
  },
  get_reputation: {
    argument: 'arg-company_names',
    examples: [
      { text: 'Datacanopée' },
      { text: 'Conserverie de Portvrelle', label: 'stored' },
      { text: 'Transports Ferronel', label: 'stale' },
    ],
  },
  scrape_url: {
    argument: 'arg-urls',
    examples: [
      { text: 'https://pages.example/fr/article' },
      { text: 'https://pages.example/table', label: 'table' },
      { text: 'https://pages.example/members', label: 'logIn' },
    ],
  },
} as const satisfies Record<string, SampleExamples>;

export const SAMPLE_EXAMPLES: Readonly<Record<Language, Readonly<Record<string, SampleExamples>>>> = {
  en: BRITISH,
  fr: FRENCH,
};

const FIRST_COUNTRY: Readonly<Record<Language, Country>> = { en: 'GB', fr: 'FR' };

export function firstExample(tool: string, country: Country): { argument: string; text: string } | undefined {
  const sample = examplesFor(tool, country);
  return sample && { argument: sample.argument, text: sample.examples[0]?.text ?? '' };
}

/** Returns searches that find jobs in the country's sample data. */
export function sampleSearches(country: Country): string[] {
  return (examplesFor('scrape_jobs', country)?.examples ?? []).flatMap(({ text, label }) =>
    label === undefined ? [text] : [],
  );
}

function examplesFor(tool: string, country: Country): SampleExamples | undefined {
  const language = (Object.keys(FIRST_COUNTRY) as Language[]).find((one) => FIRST_COUNTRY[one] === country);
  return language && SAMPLE_EXAMPLES[language][tool];
}

export function firstFields(
  tool: string,
  mode: PlaygroundMode,
  platforms: readonly OfferedPlatform[],
  language: Language,
  wished: ArgumentFields,
): ArgumentFields {
  const filledIn = (country: Country): ArgumentFields => {
    const example = mode === 'sample' ? firstExample(tool, country) : undefined;
    return example ? { [example.argument]: example.text } : {};
  };
  if (tool !== 'scrape_jobs') return { ...filledIn(FIRST_COUNTRY[language]), ...wished };
  const asked = COUNTRIES.find((country) => country === wished['arg-country']);
  const offered = (country: Country): readonly OfferedPlatform[] =>
    platforms.filter((platform) => platform.country === country);
  const country =
    asked ?? [FIRST_COUNTRY[language], ...COUNTRIES].find((one) => offered(one).length > 0) ?? FIRST_COUNTRY[language];
  const usual = offered(country).filter(
    ({ isReady, isCircuitOpen }) => mode === 'sample' || (isReady && !isCircuitOpen),
  );
  return {
    ...filledIn(country),
    'arg-country': country,
    'arg-platforms': usual.map(({ code }) => code),
    ...wished,
  };
}
