import { createHash } from 'node:crypto';
import type { Job } from '../../../schemas/index.ts';
import { html } from '../../lib/html.ts';
import { isoTime } from '../../lib/clock.ts';
import { deliveryTitle, introLines, jobLines, oneLine, receiptLines, runLines } from './job-lines.ts';
import { deliveredLink, searchLink } from './mail.ts';
import { DELIVERY_TEXTS } from '../texts/index.ts';
import type { SavedDeliveryHead } from '../../store/types.ts';
import type { DeliveredSearch, DeliveryContent } from './content.ts';

/**
 * Maximum number of entries on a page of the feed. A page has one entry more if it has room for only one entry of a
 * delivery that needs an extra entry (see `readFeedPage`).
 */
export const FEED_ENTRIES = 100;
/**
 * Raise this number when a change to the code changes the XML of existing deliveries, so that feed readers fetch the
 * feed again.
 */
const FORM = 3;

const NAME_LENGTH = 200;

export interface FeedFrame {
  search: DeliveredSearch;
  service: string;
  baseUrl: string;
  feedUrl: string;
  createdAt: number;
}

/** Start of a page: after the first `skip` entries of the delivery `id`, which was created at `at`. */
export interface FeedPlace {
  at: number;
  id: string;
  skip: number;
}

interface ShownDelivery {
  content: DeliveryContent;
  skip: number;
  count: number;
}

export interface FeedPage {
  from: FeedPlace | undefined;
  shown: readonly ShownDelivery[];
  next: FeedPlace | undefined;
}

function entryCount({ jobs }: DeliveryContent): number {
  return Math.max(1, jobs.length);
}

/** Reads only as many deliveries as fill a page. `heads` are newest first, beginning with the delivery in `from`. */
export async function readFeedPage(
  heads: readonly SavedDeliveryHead[],
  from: FeedPlace | undefined,
  read: (id: string) => Promise<DeliveryContent | undefined>,
): Promise<FeedPage> {
  const shown: ShownDelivery[] = [];
  let room = FEED_ENTRIES;
  for (const { id, at } of heads) {
    if (room <= 0) return { from, shown, next: { at, id, skip: 0 } };
    const content = await read(id);
    if (!content) continue;
    const skip = from?.id === id ? from.skip : 0;
    const left = entryCount(content) - skip;
    if (left > room) {
      // A delivery that is too long for any page gets an extra entry with the number of further jobs, because few
      // programs read a second page. At least one of its jobs is shown, or the next page would repeat the extra entry.
      const count = isLong(content) && skip === 0 ? Math.max(1, room - 1) : room;
      return { from, shown: [...shown, { content, skip, count }], next: { at, id, skip: skip + count } };
    }
    if (left > 0) shown.push({ content, skip, count: left });
    room -= Math.max(0, left);
  }
  return { from, shown, next: undefined };
}

function isLong(content: DeliveryContent): boolean {
  return entryCount(content) > FEED_ENTRIES;
}

/**
 * Computes the ETag without reading the contents of deliveries, so that a request for an unchanged feed costs little.
 */
export function feedTag(heads: readonly SavedDeliveryHead[], from: FeedPlace | undefined, frame: FeedFrame): string {
  const parts = [FORM, frame, from ?? null, heads.map(({ id, at, jobsUntil }) => [id, at, jobsUntil])];
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`;
}

function pageUrl(feedUrl: string, place: FeedPlace | undefined): string {
  return place ? `${feedUrl}?from=${formatFeedPlace(place)}` : feedUrl;
}

export function formatFeedPlace({ at, id, skip }: FeedPlace): string {
  return `${at}.${skip}.${id}`;
}

export function readFeedPlace(text: string): FeedPlace | undefined {
  const [, at, skip, id] = /^(\d{1,15})\.(\d{1,4})\.(\w{1,60})$/.exec(text) ?? [];
  return id === undefined ? undefined : { at: Number(at), skip: Number(skip), id };
}

interface Entry {
  id: string;
  at: number;
  title: string;
  author: string | undefined;
  link: string;
  lines: readonly string[];
}

/**
 * Writes a page of the Atom feed (RFC 4287, paged as in RFC 5005), with an entry for each job and for each delivery
 * without jobs.
 */
export function atomFeed({ from, shown, next }: FeedPage, frame: FeedFrame): string {
  const { search, service, baseUrl, feedUrl, createdAt } = frame;
  const entries = shown.flatMap((one) => entriesOf(one, baseUrl));
  const last = shown[0]?.content;
  const page = searchLink(baseUrl, search.id);
  const xml = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${search.language}">
    <id>urn:jobdata:${search.id}</id>
    <title>${oneLine(search.name, NAME_LENGTH)}</title>
    ${last && !from && html`<subtitle>${runLines(last).join(' · ')}</subtitle>`}
    <updated>${isoTime(last?.at ?? createdAt)}</updated>
    <author><name>${oneLine(service, NAME_LENGTH)}</name></author>
    <link rel="self" type="application/atom+xml" href="${pageUrl(feedUrl, from)}" />
    ${from && html`<link rel="first" type="application/atom+xml" href="${feedUrl}" />`}
    ${next && html`<link rel="next" type="application/atom+xml" href="${pageUrl(feedUrl, next)}" />`}
    <link rel="alternate" type="text/html" href="${page}" />
    ${entries.map(
      ({ id, at, title, author, link, lines }) =>
        html`<entry>
          <id>${id}</id>
          <title>${title}</title>
          <updated>${isoTime(at)}</updated>
          ${author !== undefined && html`<author><name>${author}</name></author>`}
          <link rel="alternate" href="${link}" />
          <summary>${lines.join('\n')}</summary>
        </entry>`,
    )}
  </feed> `;
  return `<?xml version="1.0" encoding="utf-8"?>\n${xml.text}`;
}

function entriesOf({ content, skip, count }: ShownDelivery, baseUrl: string): Entry[] {
  const { search, at, id, jobs } = content;
  const page = searchLink(baseUrl, search.id);
  if (jobs.length === 0) {
    const lines = [...introLines(content), ...runLines(content)];
    return [{ id: `urn:jobdata:${id}`, at, title: deliveryTitle(content), author: undefined, link: page, lines }];
  }
  const entries = jobs.slice(skip, skip + count).map((job) => jobEntry(job, content, page));
  const beyond = jobs.length - skip - count;
  if (beyond === 0 || skip > 0 || !isLong(content)) return entries;
  const texts = DELIVERY_TEXTS[search.language];
  const more = {
    id: `urn:jobdata:${id}:more`,
    at,
    title: texts.more(beyond),
    author: undefined,
    link: deliveredLink(baseUrl, search.id, id),
    lines: [texts.moreInFeed],
  };
  return [...entries, more];
}

function jobEntry(job: Job, { search, at, kind, receiptId }: DeliveryContent, page: string): Entry {
  const { title, where, facts, description, url } = jobLines(job, search);
  return {
    // The ID depends only on the search and the job, so feed readers recognise the job in later answers.
    id: `urn:jobdata:${search.id}:${encodeURIComponent(job.dedup_hash)}`,
    at,
    title: kind === 'sample' ? DELIVERY_TEXTS[search.language].example(title) : title,
    author: oneLine(job.company, NAME_LENGTH) || undefined,
    link: url === undefined ? page : new URL(url).href,
    lines: [where, facts, description, ...receiptLines(receiptId, DELIVERY_TEXTS[search.language])].filter(Boolean),
  };
}
