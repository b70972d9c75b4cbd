import { DEPRECATIONS } from '../../schemas/index.ts';
import { readPlans, TRIAL_DAYS } from '../../src/accounts/plans.ts';
import { PRICES } from '../../src/credits/tool-prices.ts';
import type { DocsLanguage } from '../../src/docs/types.ts';
import { toCredits } from '../../src/lib/credits.ts';
import { PLATFORMS } from '../../src/sources/platforms/index.ts';
import { ERROR_KINDS } from '../../src/rpc/errors.ts';
import { EMPLOYERS, type EmployerState } from '../../src/samples/employers.ts';
import { BLOCKED_SEARCHES, CALL_FAULTS, SEARCH_SCENARIOS } from '../../src/samples/scenarios.ts';
import { EXAMPLE_PAGE, PAGES, SAMPLE_PAGES } from '../../src/samples/web-pages.ts';
import { inPlainEnglish } from './english.ts';
import { inFrench } from './french.ts';

type Say = (english: string) => string;

export type Table = (language: DocsLanguage) => string;

function inWords(write: (say: Say, language: DocsLanguage) => string): Table {
  return (language) => write(language === 'fr' ? inFrench : (english) => english, language);
}

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const code = (text: string): string => `\`${text}\``;

export function figure(value: number, language: DocsLanguage, digits = 0): string {
  return value
    .toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', { minimumFractionDigits: digits, maximumFractionDigits: 3 })
    .replace(/\s/gu, ' ');
}

const errors = inWords((say) =>
  tableOf(
    [say('code'), code('data.reason'), say('meaning of the error')],
    ERROR_KINDS.map((kind) => [
      String(kind.code),
      kind.reasons.map((reason) => `[${code(reason)}](#${reason})`).join(', '),
      say(kind.meaning),
    ]),
  ),
);

interface ArgumentSchema {
  type: string;
  enum?: string[];
  description: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: { enum?: string[] };
  pattern?: string;
}

function typeInEnglish(schema: ArgumentSchema): string {
  const range = (from: number | undefined, to: number): string =>
    from === undefined ? `up to ${figure(to, 'en')}` : `${figure(from, 'en')}–${figure(to, 'en')}`;
  if (schema.enum) {
    const values = schema.enum.map(code);
    return [values.slice(0, -1).join(', '), ...values.slice(-1)].join(' or ');
  }
  switch (schema.type) {
    case 'boolean':
      return 'boolean';
    case 'integer':
      return `integer ${range(schema.minimum, schema.maximum ?? 0)}`;
    case 'array':
      if (schema.items?.enum) return `list of ${schema.items.enum.map(code).join(', ')}`;
      return `list of ${range(schema.minItems, schema.maxItems ?? 0)} strings`;
    default:
      if (schema.pattern?.startsWith('^[0-9]')) return 'a string of digits';
      if (schema.pattern?.startsWith('^[A-Za-z0-9_-]')) return 'a language code';
      return `string, ${range(schema.minLength, schema.maxLength ?? 0)} characters`;
  }
}

function typeInFrench(schema: ArgumentSchema): string {
  const range = (what: string, from: number | undefined, to: number): string =>
    from === undefined ? `${figure(to, 'fr')} ${what} au plus` : `${figure(from, 'fr')} à ${figure(to, 'fr')} ${what}`;
  if (schema.enum) {
    const values = schema.enum.map(code);
    return [values.slice(0, -1).join(', '), ...values.slice(-1)].join(' ou ');
  }
  switch (schema.type) {
    case 'boolean':
      return 'booléen';
    case 'integer':
      return `entier de ${figure(schema.minimum ?? 0, 'fr')} à ${figure(schema.maximum ?? 0, 'fr')}`;
    case 'array':
      if (schema.items?.enum) return `liste de valeurs parmi ${schema.items.enum.map(code).join(', ')}`;
      return `liste de ${range('chaînes', schema.minItems, schema.maxItems ?? 0)}`;
    default:
      if (schema.pattern?.startsWith('^[0-9]')) return 'chaîne de chiffres';
      if (schema.pattern?.startsWith('^[A-Za-z0-9_-]')) return 'code de langue';
      return `chaîne de ${range('caractères', schema.minLength, schema.maxLength ?? 0)}`;
  }
}

export function argumentsOf(schema: object): Table {
  const { properties, required = [] } = schema as {
    properties: Record<string, ArgumentSchema>;
    required?: readonly string[];
  };
  return inWords((say, language) =>
    tableOf(
      [say('argument'), say('type'), say('required'), say('meaning')],
      Object.entries(properties).map(([name, property]) => [
        code(name),
        language === 'fr' ? typeInFrench(property) : typeInEnglish(property),
        say(required.includes(name) ? 'yes' : 'no'),
        language === 'fr' ? say(property.description) : inPlainEnglish(property.description),
      ]),
    ),
  );
}

const testQueries = inWords((say, language) => {
  const asked = (word: string): string => code(`test:${word}`);
  const blocked = (platform: string, words: readonly string[]): string => {
    if (language === 'fr') {
      const list = new Intl.ListFormat('fr', { type: 'disjunction' }).format(words.map((word) => `« ${word} »`));
      return `${code(platform)} bloque la requête dès que la recherche contient ${list}`;
    }
    return `${code(platform)} blocks every query that contains ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words.map((word) => `"${word}"`))}`;
  };
  return tableOf(
    [say('tool'), say('keyword'), say('answer')],
    [
      ...CALL_FAULTS.map(({ word, meaning }) => [say('every tool except `ping`'), asked(word), say(meaning)]),
      ...SEARCH_SCENARIOS.map(({ word, meaning }) => [code('scrape_jobs'), asked(word), say(meaning)]),
      ...BLOCKED_SEARCHES.map(({ platform, words }) => [code('scrape_jobs'), '–', blocked(platform, words)]),
      [
        code('get_reputation'),
        asked('upstream_failed'),
        say(
          'an employer that cannot be looked up; if it is the only one in the call: `-32000`, reason `upstream_failed`',
        ),
      ],
    ],
  );
});

const EMPLOYER_STATES: Readonly<Record<EmployerState, string>> = {
  known: 'fresh',
  stored: 'stored',
  stale: 'stale',
  unreachable: 'could_not_look',
};

const testEmployers = inWords((say) =>
  tableOf(
    [say('employer'), say('country'), say('status'), say('found on')],
    EMPLOYERS.map(({ name, country, state, indeed, glassdoor }) => [
      name,
      country,
      code(EMPLOYER_STATES[state]),
      [indeed && 'Indeed', glassdoor && 'Glassdoor'].filter(Boolean).join(', ') || '–',
    ]),
  ),
);

const testPages = inWords((say) =>
  tableOf(
    [say('address'), say('answer')],
    [...SAMPLE_PAGES.map((page) => ({ url: `${PAGES}${page.path}`, ...page })), EXAMPLE_PAGE].map(
      ({ url, meaning }) => [code(url), say(meaning)],
    ),
  ),
);

const platforms = inWords((say) =>
  tableOf(
    [say('code'), say('platform'), say('country'), say('on by default'), say('in the trial')],
    PLATFORMS.map((platform) => [
      code(platform.code),
      platform.name,
      platform.country,
      say(platform.byDefault ? 'yes' : 'no'),
      say(platform.inTrial ? 'yes' : 'no'),
    ]),
  ),
);

const deprecations = inWords((say, language) =>
  tableOf(
    [say('deprecated'), say('kind'), say('use instead'), say('since'), say('accepted until'), say('why')],
    DEPRECATIONS.map(({ name, kind, tool, replacement, since, removedIn, why }) => [
      code(name),
      tool === undefined ? say(kind) : `${say(kind)}, ${code(tool)}`,
      code(replacement),
      since,
      removedIn ?? say('no end date planned'),
      why[language],
    ]),
  ),
);

const plans = inWords((say, language) =>
  tableOf(
    [
      say('plan'),
      say('credits a month'),
      say('price per extra credit'),
      say('calls a minute'),
      say('platforms'),
      say('saved searches'),
    ],
    [...readPlans(null).values()].map((plan) => [
      code(plan.name) + (plan.trial ? ` (${TRIAL_DAYS} ${language === 'fr' ? 'jours' : 'days'})` : ''),
      figure(toCredits(plan.allowance), language),
      plan.overageRate === null ? '–' : figure(plan.overageRate, language, 3),
      figure(plan.rpmLimit, language),
      say(plan.trial ? 'trial platforms' : 'all'),
      `${figure(plan.savedSearches.maximum, language)} (${say(`at most ${plan.savedSearches.fastest}`)})`,
    ]),
  ),
);

const prices = inWords((say, language) => {
  const row = (tool: string, call: string, price: number): string[] => [
    code(tool),
    say(call),
    figure(toCredits(price), language, 1),
  ];
  return tableOf(
    [say('tool'), say('call'), say('credits')],
    [
      row('scrape_jobs', 'at least one platform was searched and answered', PRICES.jobsFresh),
      row('scrape_jobs', 'everything delivered came from the cache', PRICES.jobsCached),
      row('get_reputation', 'light mode, at least one name looked up', PRICES.reputationLight),
      row(
        'get_reputation',
        'deep mode, with themes, sub-ratings or percentages',
        PRICES.reputationDeep + PRICES.reputationInsights,
      ),
      row('get_reputation', 'deep mode, without themes, sub-ratings or percentages', PRICES.reputationDeep),
      row('get_reputation', 'only stored answers', PRICES.reputationStored),
      row('scrape_url', 'each page delivered', PRICES.url),
      [code('ping'), '–', say('free')],
      [say('every tool'), say('any call that failed, was refused or is a replay'), say('free')],
    ],
  );
});

export const TABLES: Readonly<Record<string, Table>> = {
  errors,
  'test-queries': testQueries,
  'test-employers': testEmployers,
  'test-pages': testPages,
  platforms,
  deprecations,
  plans,
  prices,
};
