import { parse, type HTMLElement } from 'node-html-parser';

const NAMESPACE = 'http://www.w3.org/2005/Atom';
/** RFC 3339 with a capital T, and Z or an offset (RFC 4287 §3.3). */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** How often each child may occur in an element: the schema of RFC 4287, Appendix B. Unknown ones are refused. */
const FEED = {
  author: [0, Infinity],
  category: [0, Infinity],
  contributor: [0, Infinity],
  generator: [0, 1],
  icon: [0, 1],
  id: [1, 1],
  link: [0, Infinity],
  logo: [0, 1],
  rights: [0, 1],
  subtitle: [0, 1],
  title: [1, 1],
  updated: [1, 1],
  entry: [0, Infinity],
} as const;
const ENTRY = {
  author: [0, Infinity],
  category: [0, Infinity],
  content: [0, 1],
  contributor: [0, Infinity],
  id: [1, 1],
  link: [0, Infinity],
  published: [0, 1],
  rights: [0, 1],
  source: [0, 1],
  summary: [0, 1],
  title: [1, 1],
  updated: [1, 1],
} as const;
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  feed: ['xmlns', 'xml:lang', 'xml:base'],
  link: ['href', 'rel', 'type', 'hreflang', 'title', 'length'],
  title: ['type'],
  subtitle: ['type'],
  summary: ['type'],
};

/** The reasons why a document is not valid Atom under RFC 4287; empty for a valid one. */
export function atomFaults(xml: string): string[] {
  const faults: string[] = wellFormedFaults(xml);
  const root = parse(xml.replace(/^<\?xml[^>]*\?>\s*/, '')).childNodes.find((node) => 'tagName' in node);
  const feed = root as HTMLElement | undefined;
  if (feed?.rawTagName !== 'feed' || feed.getAttribute('xmlns') !== NAMESPACE) return ['no atom:feed'];
  checkElement(feed, FEED, faults);
  const entries = elementsOf(feed).filter((each) => each.rawTagName === 'entry');
  for (const entry of entries) {
    checkElement(entry, ENTRY, faults);
    const links = elementsOf(entry).filter((each) => each.rawTagName === 'link');
    const alternates = links.filter((link) => (link.getAttribute('rel') ?? 'alternate') === 'alternate');
    const kinds = alternates.map((link) => `${link.getAttribute('type')} ${link.getAttribute('hreflang')}`);
    if (new Set(kinds).size < kinds.length) faults.push('entry: two alternate links of one type and language');
    const names = elementsOf(entry).map((each) => each.rawTagName);
    if (alternates.length === 0 && !names.includes('content')) faults.push('entry: neither content nor alternate link');
    const hasAuthor = names.includes('author') || elementsOf(feed).some((each) => each.rawTagName === 'author');
    if (!hasAuthor) faults.push('entry: no author, and none of the feed');
  }
  const ids = entries.map((entry) => textOf(entry, 'id'));
  if (new Set(ids).size < ids.length) faults.push('two entries of one id');
  return faults;
}

function checkElement(
  element: HTMLElement,
  model: Readonly<Record<string, readonly [number, number]>>,
  faults: string[],
): void {
  const name = element.rawTagName;
  const children = elementsOf(element);
  for (const node of element.childNodes)
    if (!('tagName' in node) && node.rawText.trim() !== '') faults.push(`${name}: text between its elements`);
  for (const child of children) {
    if (!(child.rawTagName in model)) faults.push(`${name}: unknown element ${child.rawTagName}`);
    checkChild(child, faults);
  }
  for (const [child, [least, most]] of Object.entries(model)) {
    const count = children.filter((each) => each.rawTagName === child).length;
    if (count < least || count > most) faults.push(`${name}: ${count} of ${child}`);
  }
}

function checkChild(child: HTMLElement, faults: string[]): void {
  const name = child.rawTagName;
  if (name === 'entry') return;
  const allowed = ATTRIBUTES[name] ?? [];
  for (const attribute of Object.keys(child.rawAttributes))
    if (!allowed.includes(attribute) && !attribute.startsWith('xml:')) faults.push(`${name}: attribute ${attribute}`);
  const text = child.text.trim();
  if (name === 'id' && !URL.canParse(text)) faults.push(`id is no IRI: ${text}`);
  if ((name === 'updated' || name === 'published') && (!DATE.test(text) || Number.isNaN(Date.parse(text))))
    faults.push(`${name} is no date: ${text}`);
  if (name === 'link') {
    if (!URL.canParse(child.getAttribute('href') ?? '')) faults.push(`link has no address`);
    if (elementsOf(child).length > 0) faults.push('link has content');
  }
  if (name === 'author') {
    const names = elementsOf(child).map((each) => each.rawTagName);
    if (names.filter((one) => one === 'name').length !== 1) faults.push('author: not one name');
    if (names.some((one) => !['name', 'uri', 'email'].includes(one))) faults.push('author: unknown element');
    if (textOf(child, 'name').trim() === '') faults.push('author: an empty name');
  }
  const isText = ['title', 'subtitle', 'summary', 'rights'].includes(name);
  if (isText && (child.getAttribute('type') ?? 'text') === 'text' && elementsOf(child).length > 0)
    faults.push(`${name}: elements in plain text`);
}

function elementsOf(element: HTMLElement): HTMLElement[] {
  return element.childNodes.filter((node): node is HTMLElement => 'tagName' in node);
}

function textOf(element: HTMLElement, name: string): string {
  return elementsOf(element).find((each) => each.rawTagName === name)?.text ?? '';
}

const TOKEN = /<\?[^>]*\?>|<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)/;
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Checks well-formedness by XML 1.0, for documents without a document type, comments and CDATA. */
function wellFormedFaults(xml: string): string[] {
  if (NO_CHARACTER.test(xml)) return ['a character that XML does not have'];
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(xml);
    if (!found) return [`not well-formed at ${at}: ${xml.slice(at, at + 40)}`];
    const [, closing, name = '', attributes = '', empty, text = ''] = found;
    if (REFERENCE.test(attributes + text)) return [`a bare ampersand: ${(attributes + text).slice(0, 60)}`];
    if (text !== '' && open.length === 0 && text.trim() !== '') return ['text outside the root'];
    if (name === '' || empty) continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) return [`</${name}> closes another element`];
  }
  return open.length > 0 ? [`not closed: ${open.join(', ')}`] : [];
}
