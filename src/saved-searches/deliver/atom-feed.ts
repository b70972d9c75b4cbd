import { createHash } from 'node:crypto';
import type { Job } from '../../../schemas/index.ts';
import { html } from '../../lib/html.ts';
import { isoTime } from '../../lib/clock.ts';
import { deliveryTitle, introLines, jobLines, oneLine, runLines } from './job-lines.ts';
import { searchLink } from './mail.ts';
import { DELIVERY_TEXTS } from '../texts/index.ts';
import type { DeliveredSearch, DeliveryContent } from './content.ts';

/** Entries of a feed: the newest. */
const FEED_ENTRIES = 100;

const NAME_LENGTH = 200;

/** What a feed says beside its entries. */
export interface FeedFrame {
  search: DeliveredSearch;
  /** SERVICE_NAME. */
  service: string;
  baseUrl: string;
  /** The feed's own, secret address. */
  selfUrl: string;
  createdAt: number;
}

interface Entry {
  id: string;
  at: number;
  title: string;
  author: string | undefined;
  link: string;
  lines: readonly string[];
}

/** A saved search as an Atom feed (RFC 4287): an entry for each job, and one for each message without jobs. */
export function atomFeed(deliveries: readonly DeliveryContent[], frame: FeedFrame): { xml: string; etag: string } {
  const { search, service, baseUrl, selfUrl, createdAt } = frame;
  const newest = [...deliveries].sort((a, b) => b.at - a.at);
  const entries = newest.flatMap((delivery) => entriesOf(delivery, baseUrl)).slice(0, FEED_ENTRIES);
  const [last] = newest;
  const page = searchLink(baseUrl, search.id);
  const xml = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${search.language}">
    <id>urn:jobdata:${search.id}</id>
    <title>${oneLine(search.name, NAME_LENGTH)}</title>
    ${last && html`<subtitle>${runLines(last).join(' · ')}</subtitle>`}
    <updated>${isoTime(last?.at ?? createdAt)}</updated>
    <author><name>${oneLine(service, NAME_LENGTH)}</name></author>
    <link rel="self" type="application/atom+xml" href="${selfUrl}" />
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
  const text = `<?xml version="1.0" encoding="utf-8"?>\n${xml.text}`;
  return { xml: text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

function entriesOf(delivery: DeliveryContent, baseUrl: string): Entry[] {
  const { search, at, id } = delivery;
  const page = searchLink(baseUrl, search.id);
  if (delivery.jobs.length === 0) {
    const lines = [...introLines(delivery), ...runLines(delivery)];
    return [{ id: `urn:jobdata:${id}`, at, title: deliveryTitle(delivery), author: undefined, link: page, lines }];
  }
  return delivery.jobs.map((job) => jobEntry(job, delivery, page));
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
