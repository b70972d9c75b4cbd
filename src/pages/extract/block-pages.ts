import { fold } from '../../lib/text.ts';
import {
  CHALLENGE_QUESTIONS,
  CHALLENGE_TITLES,
  CONSENT_HOSTS,
  CONSENT_SENTENCES,
  DENIAL_SENTENCES,
  LIKELY_CHALLENGE_TITLES,
} from '../../reading/block-page-words.ts';
import { isBotChallenge } from '../../reading/bot-challenge.ts';
import { asksToLogIn } from './login-sentence.ts';
import { Dropped, isElement, textOf, walk, type PageTree } from '../tree/nodes.ts';
import {
  CAPTCHA_MARKUP,
  CHALLENGE_MARKUP,
  CHALLENGE_PATH,
  CONSENT_BAR,
  CONSENT_BUTTON,
  CONSENT_WORDS,
  LOGIN_PATH,
  LOGIN_TITLE,
  POLICY,
  SENSOR_MARKUP,
} from './vocabulary/block-pages.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

export type PageBlock = 'challenge' | 'consent' | 'login';

const MAXIMUM_BLOCK_PAGE_WORDS = 260;
/**
 * On a page with at most this many words, one sentence of a block page is enough if the page's title or markup agrees.
 */
const SHORT_WORDS = 120;
/** On a page with at most this many words, one sign is enough. Pages that merely quote a block page are longer. */
const BARE_WORDS = 60;
/** A page with at most this many words has no text besides its title. */
const EMPTY_WORDS = 12;
const EMPTY_ELEMENTS = 12;
const PARAGRAPH = 25;
const MAXIMUM_MARKUP = 300_000;
const CONSENT_EVERY = 22;
/** If the text outside the cookie bar has at least this many words, only that text decides. */
const CONTENT_WORDS = 5;

interface Seen {
  page: PageTree;
  html: string;
  pathname: string;
  text: string;
  plain: string;
  words: number;
  /** The title is folded and does not contain the site's name. */
  title: string;
}

/**
 * Finds a block page: a bot challenge, a consent form or a log-in page. A host that only shows consent forms is enough.
 * Any other single sign counts only on a page with little else, because ordinary pages mention captchas and accounts
 * too. `hideUnseen` must have run.
 */
export function detectPageBlock(page: PageTree, html: string, url: string): PageBlock | undefined {
  const { hostname, pathname } = new URL(canParseUrl(url) ? url : 'about:blank');
  if (CONSENT_HOSTS.test(hostname)) return 'consent';
  const text = textOf(page.root, 20_000);
  const words = countWords(text);
  if (words > MAXIMUM_BLOCK_PAGE_WORDS) return undefined;
  const title = fold(page.title)
    .split(/\s[|–—-]\s|[!.…]* \|/, 1)[0]
    ?.replace(/[\s.!?…]+$/, '') as string;
  const seen = { page, html: html.slice(0, MAXIMUM_MARKUP), pathname, text, plain: fold(text), words, title };
  if (isChallenge(seen)) return 'challenge';
  if (isLogin(seen)) return 'login';
  return isConsent(seen) ? 'consent' : undefined;
}

function isChallenge({ page, html, pathname, plain, words, title }: Seen): boolean {
  const said = isBotChallenge(plain);
  const asked = said || CHALLENGE_QUESTIONS.some((question) => plain.includes(question));
  const titled = CHALLENGE_TITLES.includes(title);
  const perhapsTitled = titled || LIKELY_CHALLENGE_TITLES.includes(title);
  const marked = CHALLENGE_MARKUP.pattern.test(html) || CHALLENGE_PATH.pattern.test(pathname);
  const sensed = marked || SENSOR_MARKUP.pattern.test(html);
  if (marked && (titled || said || words <= BARE_WORDS)) return true;
  if (titled && (said || words <= EMPTY_WORDS)) return true;
  if (perhapsTitled && words <= SHORT_WORDS && (said || sensed || saysDenied(plain))) return !isContent(page);
  if (asked && words <= SHORT_WORDS && (sensed || CAPTCHA_MARKUP.pattern.test(html))) return true;
  if (asked && words <= EMPTY_WORDS) return true;
  if (said && words <= BARE_WORDS) return !isContent(page);
  return sensed && words === 0 && countElements(page) <= EMPTY_ELEMENTS;
}

function saysDenied(plain: string): boolean {
  return DENIAL_SENTENCES.some((sentence) => plain.includes(sentence));
}

function isContent(page: PageTree): boolean {
  let paragraphs = 0;
  let listed = 0;
  walk(page.root, (node) => {
    if (node.dropped === Dropped.unseen) return false;
    if (!isElement(node)) return true;
    if (node.tag === 'article' || node.tag === 'dl' || node.tag === 'table') paragraphs += 2;
    if (node.tag === 'p' && node.size >= PARAGRAPH) paragraphs += 1;
    if (node.tag === 'li' && node.size > 0) listed += 1;
    return true;
  });
  return paragraphs >= 3 || listed >= 6;
}

function isLogin({ page, pathname, plain, words, title }: Seen): boolean {
  const short = words <= SHORT_WORDS;
  const titled = LOGIN_TITLE.pattern.test(title);
  const onPath = LOGIN_PATH.pattern.test(pathname);
  if (short && asksToLogIn(plain) && (titled || onPath || !isContent(page))) return true;
  if (hasField(page, 'password')) return onPath || (short && titled);
  return short && onPath && titled && hasField(page, 'email', 'text', '');
}

function isConsent({ page, text, plain, pathname }: Seen): boolean {
  if (POLICY.pattern.test(pathname) || !hasConsentButton(page)) return false;
  const beside: string[] = [];
  walk(page.root, (node) => {
    if (node.dropped === Dropped.unseen) return false;
    if (!isElement(node)) beside.push(node.text);
    else if (node !== page.root)
      return !CONSENT_BAR.pattern.test(`${node.attributes.get('class')} ${node.attributes.get('id')}`);
    return true;
  });
  const content = beside.join(' ');
  if (countWords(content) >= CONTENT_WORDS) return speaksOfConsent(content);
  return speaksOfConsent(text) || CONSENT_SENTENCES.some((sentence) => plain.includes(sentence));
}

function hasConsentButton(page: PageTree): boolean {
  let found = false;
  walk(page.root, (node) => {
    if (found || node.dropped === Dropped.unseen) return false;
    if (!isElement(node)) found = CONSENT_BUTTON.pattern.test(node.text.slice(0, 60).trim());
    return !found;
  });
  return found;
}

function speaksOfConsent(text: string): boolean {
  const words = countWords(text);
  return words >= 8 && (text.match(CONSENT_WORDS)?.length ?? 0) * CONSENT_EVERY >= words;
}

function countWords(text: string): number {
  // Chinese, Japanese and Korean have few spaces, so each character counts as half a word.
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0) + wide / 2;
}

function countElements(page: PageTree): number {
  let count = 0;
  walk(page.root, (node) => {
    if (isElement(node)) count += 1;
    return count <= EMPTY_ELEMENTS;
  });
  return count;
}

function hasField(page: PageTree, ...types: string[]): boolean {
  let found = false;
  walk(page.root, (node) => {
    if (found || node.dropped === Dropped.unseen) return false;
    if (isElement(node) && node.tag === 'input')
      found = types.includes(node.attributes.get('type')?.toLowerCase() ?? '');
    return !found;
  });
  return found;
}
