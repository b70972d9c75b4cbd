import { AddressGuard, RefusedTarget } from '../egress/address-guard.ts';
import { EgressError, FAULT_TEXTS, type Egress, type EgressAnswer, type EgressRequest } from '../egress/egress.ts';
import type { Renderer } from '../egress/renderer.ts';
import type { Sleep } from '../lib/clock.ts';
import { writeAdvertPage } from './platforms/advert-page.ts';
import { answerReviews, type ReviewRequest } from './review-sites.ts';
import { findLinkedAdvert } from './sample-listings.ts';
import { EXAMPLE_PAGE, PAGES, SAMPLE_PAGES, type SamplePage } from './web-pages.ts';

export interface SampleSources {
  egress: Egress;
  renderer: Renderer;
}

const HTML = 'text/html; charset=utf-8';
const MAXIMUM_REDIRECTS = 5;
const NO_SUCH_ADDRESS = `the sample data of test keys has no such address. It has the adverts' pages, ${EXAMPLE_PAGE.url}, and on ${PAGES}: ${SAMPLE_PAGES.map(({ path }) => path).join(', ')}`;

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
    if (page) {
      if (page.delayMs !== undefined) await sleep(page.delayMs, signal);
      if (page.fault) throw new EgressError(page.fault.fault, page.fault.message);
      return toAnswer(url, { status: page.status, contentType: page.contentType, body: page.body });
    }
    const other = answerOther({ url: new URL(url), body: request.body ?? '' });
    if (other !== undefined) return toAnswer(url, other);
    throw new EgressError('unresolved', NO_SUCH_ADDRESS);
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
    body?: string | undefined;
  },
): EgressAnswer {
  return {
    status: answer.status ?? 200,
    url,
    headers: { 'content-type': answer.contentType ?? HTML },
    body: Buffer.from(answer.body ?? ''),
  };
}

function findPage(url: URL): SamplePage | undefined {
  if (url.origin + url.pathname === EXAMPLE_PAGE.url) return EXAMPLE_PAGE;
  return url.origin === PAGES ? SAMPLE_PAGES.find(({ path }) => path === url.pathname) : undefined;
}

function answerOther(request: ReviewRequest): { status?: number; contentType?: string; body: string } | undefined {
  const reviews = answerReviews(request);
  if (reviews === 'unreachable') throw new EgressError('timeout', FAULT_TEXTS.siteTimeout);
  if (reviews === 'not_found') return { status: 404, body: '<h1>Not found</h1>' };
  if (reviews) return reviews;
  const advert = findLinkedAdvert(request.url.href);
  return advert && { body: writeAdvertPage(advert) };
}
