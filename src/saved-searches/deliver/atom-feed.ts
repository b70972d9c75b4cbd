import { createHash } from 'node:crypto';
import type { Job } from '../../../schemas/index.ts';
import { html } from '../../lib/html.ts';
import { isoTime } from '../../lib/clock.ts';
import { deliveryTitle, introLines, jobLines, oneLine, runLines } from './job-lines.ts';
import { deliveredLink, searchLink } from './mail.ts';
import { DELIVERY_TEXTS } from '../texts/index.ts';
import type { SavedDeliveryHead } from '../../store/types.ts';
import type { DeliveredSearch, DeliveryContent } from './content.ts';

/** Entries of a page of a feed. */
export const FEED_ENTRIES = 100;
/** Changes when the same deliveries are written in another form. */
const FORM = 1;

const NAME_LENGTH = 200;

/** What a feed says beside its entries. */
export interface FeedFrame {
  search: DeliveredSearch;
  /** SERVICE_NAME. */
  service: string;
  baseUrl: string;
  /** The feed's own, secret address. */
  feedUrl: string;
  createdAt: number;
}

/** Where a page of a feed begins: at the entry `skip` of a delivery. */
export interface FeedPlace {
  at: number;
  id: string;
  skip: number;
}

/** A delivery whose entries from `skip` on, `count` of them, are on a page. */
interface ShownDelivery {
  content: DeliveryContent;
  skip: number;
  count: number;
}

/** What a page of a feed shows. */
export interface FeedPage {
  /** Undefined for the first page. */
  from: FeedPlace | undefined;
  /** The newest first. */
  shown: readonly ShownDelivery[];
  /** Where the next page begins; undefined on the last one. */
  next: FeedPlace | undefined;
}

/** Of a delivery: one for each job, or one that says what happened. */
function entryCount({ jobs }: DeliveryContent): number {
  return Math.max(1, jobs.length);
}

/** Reads just as many deliveries as fill a page. `heads`: the newest first, from `from` on. */
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
      // One that no page can hold whole says on its first one how many there are: few programs read further pages.
      const count = isLong(content) && skip === 0 ? room - 1 : room;
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

/** Changes with the feed's page; made without its contents, so that an unchanged feed costs little. */
export function feedTag(heads: readonly SavedDeliveryHead[], from: FeedPlace | undefined, frame: FeedFrame): string {
  const parts = [FORM, frame, from ?? null, heads.map(({ id, at, jobsUntil }) => [id, at, jobsUntil])];
  return `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27)}"`;
}

/** The address of a page of a feed. */
function pageUrl(feedUrl: string, place: FeedPlace | undefined): string {
  return place ? `${feedUrl}?from=${formatFeedPlace(place)}` : feedUrl;
}

export function formatFeedPlace({ at, id, skip }: FeedPlace): string {
  return `${at}.${skip}.${id}`;
}

/** Undefined for what is no place. */
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
 * A page of a saved search's Atom feed (RFC 4287; its pages follow RFC 5005): an entry for each job, and one for each
 * message without jobs.
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

function jobEntry(job: Job, { search, at, kind }: DeliveryContent, page: string): Entry {
  const { title, where, facts, description, url } = jobLines(job, search);
  return {
    // Of the search and the job: the same in every answer, and never twice in a feed.
    id: `urn:jobdata:${search.id}:${encodeURIComponent(job.dedup_hash)}`,
    at,
    title: kind === 'sample' ? DELIVERY_TEXTS[search.language].example(title) : title,
    author: oneLine(job.company, NAME_LENGTH) || undefined,
    link: url === undefined ? page : new URL(url).href,
    lines: [where, facts, description].filter(Boolean),
  };
}
