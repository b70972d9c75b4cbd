import { h, knownWord, lines, outside, plain, wordFor } from '../dom.ts';
import type { Host } from '../host.ts';
import { webLink } from '../links.ts';
import { isObject } from '../../../lib/json-object.ts';
import { listOf, membersOf, numberOf, textOf, type Unknown } from '../message.ts';
import type { WidgetTexts } from '../texts.ts';
import { markdownView } from './markdown.ts';
import { pageTexts } from './texts.ts';

const TEXT = { url: 160, fact: 80, fault: 1_500, quote: 240, note: 300 };
const MOST_NOTES = 10;
const MOST_CHARACTERS = 30_000;
const STATUS_KINDS: Readonly<Record<string, string>> = { open: 'good', closed: 'bad', unknown: 'warn' };

interface PageView {
  host: Host;
  t: WidgetTexts;
  output: string;
}

function pageCard(url: string, content: string, row: Unknown | undefined, view: PageView): HTMLElement {
  const { host, t, output } = view;
  const fault = isObject(row?.['error']) ? textOf(row['error']['message']) : '';
  const isFault = row ? isObject(row['error']) : content.startsWith('Error: ');
  const isMarkdown = (output === '' || output === 'markdown') && !isCode(content);
  const text = lines(content.slice(0, MOST_CHARACTERS));
  return h(
    'article',
    { class: 'card page' },
    h('h2', {}, webLink(host, t, url, url, TEXT.url)),
    row ? factsOf(url, row, view) : h('p', { class: 'hint' }, pageTexts(t).noFacts),
    row && advertOf(row, t),
    row && notesOf(row, view),
    isFault
      ? h(
          'p',
          { class: 'notice bad' },
          h('strong', {}, pageTexts(t).pageFailed),
          t.colon,
          h('span', { lang: 'en' }, plain(fault || content.replace(/^Error: /, ''), TEXT.fault)),
        )
      : isMarkdown
        ? markdownView(text, view)
        : h('pre', { class: 'own-words', tabindex: '0', role: 'group', 'aria-label': pageTexts(t).source }, text),
  );
}

/**
 * True if the content looks like HTML or JSON. Markdown may also begin with "[" or "<", as in "[Home](…)" or
 * "<https://…>".
 */
function isCode(content: string): boolean {
  return /^\s*(?:<[!?a-z](?!\w*:\/)|\{|\[\s*(?:[[\]{"]|-?\d[\d.]*\s*[,\]](?!\()))/i.test(content);
}

function factsOf(url: string, row: Unknown, { host, t }: PageView): HTMLElement {
  const status = numberOf(row['http_status']);
  const total = numberOf(row['total_characters']);
  const isFault = isObject(row['error']);
  const final = textOf(row['final_url']);
  const isMoved = final !== '' && URL.canParse(url) && new URL(url).href !== final;
  const facts: (Node | string)[][] = [
    status === null ? [] : [`HTTP ${status}`],
    [plain(textOf(row['content_type']), TEXT.fact)],
    isFault ? [] : [row['rendered'] === true ? pageTexts(t).pageFacts.inBrowser : pageTexts(t).pageFacts.plain],
    isFault || total === null ? [] : [pageTexts(t).pageFacts.characters(t.number(total))],
    row['truncated'] === true ? [pageTexts(t).pageFacts.truncated] : [],
    isMoved ? [`${pageTexts(t).pageFacts.redirected} `, webLink(host, t, final, final, TEXT.url)] : [],
  ];
  const known = facts.filter((fact) => fact.some((part) => part !== ''));
  return h('p', { class: 'hint' }, ...known.flatMap((fact, index) => (index > 0 ? [' · ', ...fact] : fact)));
}

function advertOf(row: Unknown, t: WidgetTexts): HTMLElement | undefined {
  if (!isObject(row['advert'])) return undefined;
  const advert = row['advert'];
  const texts = pageTexts(t);
  const status = textOf(advert['status']);
  const evidence = textOf(advert['evidence']);
  const posted = t.day(textOf(advert['posted_date']));
  const closes = t.day(textOf(advert['closing_date']));
  const title = [textOf(advert['title']), textOf(advert['company'])].filter(Boolean).join(' · ');
  const days = [posted === '' ? '' : texts.posted(posted), closes === '' ? '' : texts.closes(closes)].filter(Boolean);
  return h(
    'div',
    { class: 'notice' },
    h('span', { class: `badge ${knownWord(STATUS_KINDS, status)}` }, wordFor(texts.statuses, status)),
    ' ',
    outside(title, TEXT.url),
    days.length > 0 && h('span', { class: 'soft' }, ` · ${days.join(' · ')}`),
    evidence !== '' && h('p', { class: 'hint' }, texts.why(plain(evidence, TEXT.quote))),
  );
}

function notesOf(row: Unknown, { host, t }: PageView): HTMLElement | undefined {
  const notes = listOf(row['notes']).map(textOf).filter(Boolean).slice(0, MOST_NOTES);
  if (notes.length === 0) return undefined;
  return h(
    'ul',
    { class: 'notes' },
    ...notes.map((note) => {
      const [kind = '', rest = ''] = note.split(/:\s*(.*)/s);
      const words = Object.hasOwn(pageTexts(t).notes, kind) ? pageTexts(t).notes[kind] : undefined;
      if (!words) return h('li', {}, plain(note, TEXT.note));
      return /^https?:/.test(rest)
        ? h('li', {}, words(''), webLink(host, t, rest, rest, TEXT.url))
        : h('li', {}, words(plain(rest, TEXT.note)));
    }),
  );
}

/**
 * Returns undefined if the object is not a result of scrape_url. Facts, adverts and notes are shown only if the client
 * passes on `_meta`.
 */
export function pageCards(data: Unknown, meta: Unknown, view: PageView): HTMLElement[] | undefined {
  const entries = Object.entries(data);
  if (entries.length === 0 || !entries.every(([url, content]) => /^https?:/i.test(url) && typeof content === 'string'))
    return undefined;
  const rows = membersOf(meta['io.jobdata/urls']);
  return entries.map(([url, content]) => {
    const row = rows[url];
    return pageCard(url, textOf(content), isObject(row) ? row : undefined, view);
  });
}
