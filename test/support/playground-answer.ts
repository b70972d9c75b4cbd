import type { Job, PlatformRow, ScrapeJobsResult } from '../../schemas/index.ts';
import type { PlaygroundAnswer, PlaygroundOutcome } from '../../src/dashboard/tool-calls/answers.ts';
import { FIRST_VIEW, type JobsView } from '../../src/dashboard/tool-calls/jobs.ts';
import { FORMATS, LANGUAGES, type Language } from '../../src/dashboard/texts/index.ts';
import { answerView } from '../../src/dashboard/tool-calls/views/answer.ts';
import type { PageContext } from '../../src/dashboard/page-context.ts';

export const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>';
/** Maximum size in bytes of a page without the form and the frame, which take less than 20 kB. */
export const MAXIMUM_ANSWER = 40_000;

interface Given {
  tool: string;
  result?: unknown;
  meta?: Record<string, unknown>;
  text?: string;
  args?: Record<string, unknown>;
  outcome?: PlaygroundOutcome;
  language?: Language;
  view?: Partial<JobsView>;
}

export function shown({
  tool,
  result = {},
  meta = {},
  text = '',
  args = {},
  outcome,
  language = 'en',
  view,
}: Given): string {
  const pageContext = {
    language,
    texts: LANGUAGES[language],
    formats: FORMATS[language],
    baseUrl: 'http://127.0.0.1',
  } as PageContext;
  const json = JSON.stringify({ structuredContent: result, content: [{ type: 'text', text }], _meta: meta });
  const answer: PlaygroundAnswer = {
    form: { run: '0'.repeat(32), tool, mode: 'live', fields: {}, arguments: args },
    outcome: outcome ?? { kind: 'result', json, receiptId: 'rcpt_1', cost: 2, balance: 98 },
  };
  const names = new Map([
    ['reed', 'Reed'],
    ['totaljobs', 'Totaljobs'],
  ]);
  return answerView({ pageContext, answer, isStored: true, view: { ...FIRST_VIEW, ...view }, names, faults: new Map() })
    .text;
}

export function job(more: Partial<Job> = {}): Job {
  return {
    title: 'Nurse',
    company: 'Northtown Trust',
    location: 'Leeds',
    salary_min: 30_000,
    salary_max: 35_000,
    salary_unlisted: false,
    work_mode: 'on-site',
    description: 'Care for people.',
    url: 'https://www.reed.example/1',
    platform: 'reed',
    posted_date: '2026-11-01',
    dedup_hash: 'h',
    salary_text: '£30,000 to £35,000 a year',
    salary_currency: 'GBP',
    salary_period: 'year',
    contract: 'unknown',
    hours: 'unknown',
    closing_date: '',
    agency: null,
    also_on: [],
    ...more,
  };
}

export function found(jobs: Job[], platforms: Partial<PlatformRow>[] = []): ScrapeJobsResult {
  return {
    query: 'nurse',
    country: 'GB',
    total_jobs: jobs.length,
    total_found: jobs.length,
    source: 'scrape',
    platforms: platforms.map((row) => ({ platform: 'reed', status: 'ok', jobs: 1, cached: false, ms: 1, ...row })),
    jobs,
  };
}
