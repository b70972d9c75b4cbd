// The documentation shows real answers of the service to a test key, at a fixed time.
import { readConfig } from '../../src/config/config.ts';
import { ownerPlan, readPlans, termsOf } from '../../src/accounts/plans.ts';
import { createService } from '../../src/app/service.ts';
import type { DocsLanguage } from '../../src/docs/types.ts';
import { inlineParser } from '../../src/jobs/parser.ts';
import { PLATFORM_SETTINGS } from '../../src/sources/platforms/index.ts';
import { readPage } from '../../src/pages/page-task.ts';
import { inlineReputationParser } from '../../src/reputation/parser.ts';
import { SAMPLE_NOW } from '../../src/samples/sample-clock.ts';
import { openStore } from '../../src/store/open.ts';

const LINE = 110;
/** IDs differ from call to call, so they are replaced. */
const IDS: readonly (readonly [pattern: RegExp, shown: string])[] = [
  [/rcpt_[0-9a-z]+/g, 'rcpt_0mxs4c1uk836bdb369fa0446f2cb5'],
  [/req_[0-9a-f]+/g, 'req_5c1f0e7a9b3d48628f4e6a2d7c90b1e3'],
];

type Ask = (tool: string, args: object, more?: { meta?: object; accept?: string }) => Promise<string>;

interface Call {
  tool: string;
  args: object;
  /** Member of the answer's `_meta` that is shown beside the result. */
  meta?: string;
  /** The error reason with which the call must end; undefined for a result. */
  reason?: string;
  /** Shows only the output of `jq .result.structuredContent`, because the document already shows the call. */
  answerAlone?: true;
}

const CALLS: Readonly<Record<string, Readonly<Record<DocsLanguage, Call>>>> = {
  'example-ping': {
    en: { tool: 'ping', args: {}, meta: 'io.jobdata/receipt' },
    fr: { tool: 'ping', args: {}, meta: 'io.jobdata/receipt' },
  },
  'example-scrape_jobs': {
    en: {
      tool: 'scrape_jobs',
      args: {
        query: 'software engineer',
        platforms: ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'],
        min_salary: '45000',
        limit: 2,
      },
    },
    fr: {
      tool: 'scrape_jobs',
      args: {
        query: 'développeur',
        country: 'FR',
        platforms: ['apec', 'wttj', 'meteojob'],
        min_salary: '40000',
        limit: 2,
      },
    },
  },
  // The READMEs show one job, and platform rows of three kinds.
  'answer-short': {
    en: {
      answerAlone: true,
      tool: 'scrape_jobs',
      args: {
        query: 'software engineer',
        platforms: ['reed', 'totaljobs', 'nhs_jobs', 'work_hub'],
        limit: 1,
        description_length: 60,
      },
    },
    fr: {
      answerAlone: true,
      tool: 'scrape_jobs',
      args: {
        query: 'développeur',
        country: 'FR',
        platforms: ['apec', 'wttj', 'meteojob'],
        limit: 1,
        description_length: 60,
      },
    },
  },
  'example-get_reputation': {
    en: {
      tool: 'get_reputation',
      args: { company_names: ['Alderfinch Software', 'Nobody Ltd'], mode: 'deep', country: 'GB' },
      meta: 'io.jobdata/provenance',
    },
    fr: {
      tool: 'get_reputation',
      args: { company_names: ['Datacanopée', 'Personne SARL'], mode: 'deep', country: 'FR' },
      meta: 'io.jobdata/provenance',
    },
  },
  'example-scrape_url': {
    en: {
      tool: 'scrape_url',
      args: { urls: ['https://pages.example/table', 'https://pages.example/missing'] },
      meta: 'io.jobdata/urls',
    },
    fr: {
      tool: 'scrape_url',
      args: { urls: ['https://pages.example/fr/article', 'https://pages.example/missing'] },
      meta: 'io.jobdata/urls',
    },
  },
  'example-error': {
    en: { tool: 'scrape_jobs', args: { query: 'test:quota_exceeded', platforms: ['reed'] }, reason: 'quota_exceeded' },
    fr: { tool: 'scrape_jobs', args: { query: 'test:quota_exceeded', platforms: ['reed'] }, reason: 'quota_exceeded' },
  },
};

function format(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE) return spaced(value);
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => inner + format(each, inner))
    : Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${format(each, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${spaced(each)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}

async function withService<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
  const plans = readPlans(null);
  const terms = (name: string) => {
    const plan = plans.get(name);
    return plan && termsOf(plan);
  };
  const service = await createService(readConfig({ LOG_LEVEL: 'silent' }, PLATFORM_SETTINGS), {
    clock: { now: () => SAMPLE_NOW },
    egress: { fetch: () => Promise.reject(new Error('Nothing is asked of others here.')), close: async () => {} },
    parser: inlineParser,
    reputationParser: inlineReputationParser,
    pageReader: { read: async (input) => readPage(input), close: async () => {} },
    sleep: async () => {},
    store: await openStore({ file: ':memory:', termsOf: terms }),
  });
  try {
    // The first start creates the same account.
    const owner = { email: 'operator@localhost', plan: ownerPlan(plans).name };
    const account = await service.accounts.create(owner);
    const { apiKey } = await service.apiKeys.test(account.id);
    return await work(async (name, args, { meta, accept = 'application/json' } = {}) => {
      const { payload } = await service.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          host: '127.0.0.1:8080',
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          accept,
        },
        payload: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
        },
      });
      return IDS.reduce((text, [pattern, shown]) => text.replace(pattern, shown), payload);
    });
  } finally {
    await service.close();
  }
}

async function callAndAnswer(ask: Ask, { tool, args, meta, reason, answerAlone }: Call): Promise<string> {
  const { result, error } = JSON.parse(await ask(tool, args)) as { result?: any; error?: { data: { reason: string } } };
  if (error?.data.reason !== reason) throw new Error(`The example of ${tool} ends with ${error?.data.reason}.`);
  if (answerAlone) return fenced('json', format(result.structuredContent));
  const shown = result
    ? {
        structuredContent: result.structuredContent,
        ...(meta === undefined ? {} : { _meta: { [meta]: result._meta[meta] } }),
      }
    : { error };
  return `${fenced('json', format({ name: tool, arguments: args }))}\n\n${fenced('json', format(shown))}`;
}

/** On a busy machine, the answers of two platforms can arrive at the same moment, in either order. */
function inPlatformOrder(stream: string): string {
  const message = /(?<="message":")(?:reed|totaljobs): [^"]*/g;
  const sorted = (stream.match(message) ?? []).sort();
  return stream.replace(message, () => sorted.shift() ?? '');
}

export async function createExamples(): Promise<(name: string, language: DocsLanguage) => string> {
  const texts = new Map<string, string>();
  await withService(async (ask) => {
    for (const [name, calls] of Object.entries(CALLS))
      for (const language of ['en', 'fr'] as const)
        texts.set(`${language}/${name}`, await callAndAnswer(ask, calls[language]));
    const args = { query: 'test:slow', platforms: ['reed', 'totaljobs'], limit: 1, description_length: 0 };
    const stream = await ask('scrape_jobs', args, {
      meta: { progressToken: 'p1' },
      accept: 'application/json, text/event-stream',
    });
    // Another example shows the result itself.
    const shown = inPlatformOrder(stream.replace(/("result":\{).*$/m, '$1…}}').replace(/^: .*\n\n/gm, ''));
    for (const language of ['en', 'fr'] as const) texts.set(`${language}/example-progress`, fenced('text', shown));
  });
  return (name, language) => {
    const text = texts.get(`${language}/${name}`);
    if (text === undefined) throw new Error(`There is no example ${name}.`);
    return text;
  };
}
