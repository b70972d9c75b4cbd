import { AddressGuard, RefusedTarget } from '../egress/address-guard.ts';
import { EgressError, type Egress, type EgressAnswer, type EgressRequest } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Sleep } from '../egress/sleep.ts';
import { foldWords } from '../lib/text.ts';
import { ADVERTS_FR } from './adverts/fr.ts';
import { ADVERTS_GB } from './adverts/gb.ts';
import type { SampleAdvert } from './adverts/advert.ts';
import { ADZUNA } from './job-sites/adzuna.ts';
import { writeAdvertPage } from './job-sites/advert-page.ts';
import { SITES_GB } from './job-sites/britain.ts';
import { SITES_FR } from './job-sites/france.ts';
import type { SampleSearchInput, JobSite } from './job-sites/job-site.ts';
import { answerReviews } from './review-sites.ts';
import { BLOCKED_SEARCHES, findSearchScenario, type PlatformOutcome } from './scenarios.ts';
import { PAGES, SAMPLE_PAGES, type SamplePage } from './web-pages.ts';

/** The sample world as the pipeline meets it: the same two ways out as the real one, and no packet leaves. */
export interface SampleSources {
  egress: Egress;
  renderer: Renderer;
}

const HTML = 'text/html; charset=utf-8';
const MAXIMUM_REDIRECTS = 5;
/** Between the answers of two platforms of a slow search. */
const SLOW_STEP_MS = 500;
const RETRY_AFTER_SECONDS = 120;

export const JOB_SITES: readonly JobSite[] = [...SITES_GB, ...SITES_FR, ...ADZUNA];
export const ADVERTS: readonly SampleAdvert[] = [...ADVERTS_GB, ...ADVERTS_FR];

/** Words of a search that say nothing of the job. */
const FILLERS = new Set('a an and the of for in job jobs h f de des du la le les en et emploi emplois'.split(' '));

export function createSampleSources(sleep: Sleep): SampleSources {
  const guard = new AddressGuard(() => Promise.reject(new Error('No name is looked up.')), []);

  function check(url: URL): void {
    try {
      guard.checkUrl(url);
    } catch (error) {
      if (error instanceof RefusedTarget) throw new EgressError('refused', error.message, error);
      throw error;
    }
  }

  async function fetch(request: EgressRequest): Promise<EgressAnswer> {
    let url = new URL(request.url);
    for (let hops = 0; hops <= MAXIMUM_REDIRECTS; hops += 1) {
      check(url);
      const page = findPage(url);
      if (page?.location === undefined) return answer({ ...request, url: url.href }, page);
      url = new URL(page.location, url);
    }
    throw new EgressError('too_many_redirects', `the site redirects more than ${MAXIMUM_REDIRECTS} times`);
  }

  async function answer(request: EgressRequest, page: SamplePage | undefined): Promise<EgressAnswer> {
    const { url, signal } = request;
    const asked: SampleSearchInput = { url: new URL(url), body: request.body ?? '' };
    if (page) {
      if (page.delayMs !== undefined) await sleep(page.delayMs, signal);
      if (page.fault) throw new EgressError(page.fault.fault, page.fault.message);
      return toAnswer(url, { status: page.status, contentType: page.contentType, body: page.body });
    }
    const search = findSearch(asked);
    if (search) {
      const { site, query } = search;
      const outcome = outcomeOf(query, site.code);
      if (outcome === 'slow') await sleep((1 + placeOf(site)) * SLOW_STEP_MS, signal);
      return answerSearch(site, query, outcome, url);
    }
    const other = answerOther(asked);
    if (other !== undefined) return toAnswer(url, other);
    throw new EgressError('unresolved', 'the sample data of test keys holds no such address');
  }

  const renderer: Renderer = {
    unavailable: async () => undefined,
    render: async (request) => {
      const { status, url, headers, body } = await fetch({
        method: 'GET',
        maximumBytes: Number.POSITIVE_INFINITY,
        ...request,
      });
      const contentType = headers['content-type'] ?? '';
      if (!contentType.startsWith('text/html'))
        throw new EgressError('not_a_page', 'the address gives a file and no page');
      const page = findPage(new URL(url));
      const html = page?.rendered === undefined ? body : Buffer.from(page.rendered);
      return { status, url, contentType, html, exchanges: [...(page?.exchanges ?? [])] };
    },
    close: async () => {},
  };
  return { egress: { fetch }, renderer };
}

function toAnswer(
  url: string,
  answer: {
    status?: number | undefined;
    contentType?: string | undefined;
    headers?: Record<string, string>;
    body?: string | undefined;
  },
): EgressAnswer {
  return {
    status: answer.status ?? 200,
    url,
    headers: { 'content-type': answer.contentType ?? HTML, ...answer.headers },
    body: Buffer.from(answer.body ?? ''),
  };
}

function findPage(url: URL): SamplePage | undefined {
  return url.origin === PAGES ? SAMPLE_PAGES.find(({ path }) => path === url.pathname) : undefined;
}

/** The platform that is searched, and for what. */
function findSearch(asked: SampleSearchInput): { site: JobSite; query: string } | undefined {
  for (const site of JOB_SITES) {
    if (!site.hosts.includes(asked.url.hostname)) continue;
    const query = site.readQuery(asked);
    if (query !== undefined) return { site, query };
  }
  return undefined;
}

/** Among the platforms of its country. */
function placeOf({ code, country }: JobSite): number {
  return JOB_SITES.filter((site) => site.country === country).findIndex((site) => site.code === code);
}

function isOn({ platforms }: SampleAdvert, code: string): boolean {
  return platforms.includes(code);
}

/** What a search makes of a platform; undefined: it answers as it should. */
function outcomeOf(query: string, code: string): PlatformOutcome | undefined {
  const scenario = findSearchScenario(query, code);
  if (scenario) return scenario.outcome;
  const words = foldWords(query).split(' ');
  const isBlocked = BLOCKED_SEARCHES.some(
    (search) => search.platform === code && search.words.some((word) => words.includes(word)),
  );
  return isBlocked ? 'blocked' : undefined;
}

function answerSearch(site: JobSite, query: string, outcome: PlatformOutcome | undefined, url: string): EgressAnswer {
  const { contentType } = site;
  switch (outcome) {
    case 'blocked':
      return toAnswer(url, { body: '<!doctype html><title>Just a moment...</title><h1>Are you a person?</h1>' });
    case 'changed':
      return toAnswer(url, { body: '<!doctype html><title>Home</title><h1>Welcome to our new site</h1>' });
    case 'rate_limited':
      return toAnswer(url, { status: 429, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } });
    case 'error':
      return toAnswer(url, { status: 503, contentType: 'text/plain', body: 'Out of order.' });
    case 'timeout':
      throw new EgressError('timeout', 'the site did not answer in time');
    case 'empty':
      return toAnswer(url, { contentType, body: site.writeResults([]) });
    default:
      return toAnswer(url, { contentType, body: site.writeResults(findAdverts(site.code, query)) });
  }
}

/** Adverts of a platform in which every word of the search begins a word; all of them for a scenario. */
function findAdverts(code: string, query: string): SampleAdvert[] {
  const own = ADVERTS.filter((advert) => isOn(advert, code));
  if (findSearchScenario(query, code)) return own;
  const words = foldWords(query)
    .split(' ')
    .filter((word) => word !== '' && !FILLERS.has(word));
  return own.filter(({ title, company, town, text }) => {
    const content = ` ${foldWords(`${title} ${company} ${town} ${text}`)}`;
    return words.every((word) => content.includes(` ${word}`));
  });
}

/** What is no search: review sites, keys and places of platforms, adverts' own pages. */
function answerOther(asked: SampleSearchInput): { status?: number; contentType?: string; body: string } | undefined {
  const reviews = answerReviews(asked);
  if (reviews === 'unreachable') throw new EgressError('timeout', 'the site did not answer in time');
  if (reviews === 'not_found') return { status: 404, body: '<h1>Not found</h1>' };
  if (reviews) return reviews;
  for (const site of JOB_SITES) {
    if (!site.hosts.includes(asked.url.hostname)) continue;
    const other = site.writeOther?.(asked);
    if (other !== undefined) return { contentType: site.contentType, body: other };
    const advert = ADVERTS.find((one) => isOn(one, site.code) && site.link(one) === asked.url.href);
    if (advert) return { body: writeAdvertPage(advert) };
  }
  return undefined;
}
