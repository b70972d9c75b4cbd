import { Dropped, isElement, textOf, walk, type ElementNode, type PageNode } from '../tree/nodes.ts';
import { QUOTE_CLASS, REPLY_TITLE } from './vocabulary/posts.ts';

const MAXIMUM_ATTRIBUTION = 40;
const MAXIMUM_TITLE = 200;
const RUN_WORDS = 4;
/** A shorter quote is kept, because it says which sentence of a post is answered. */
const MINIMUM_RUNS = 12;
const KNOWN_SHARE = 0.6;
const MAXIMUM_WORDS = 200_000;
const MAXIMUM_TEXT = 100_000;

export function dropQuotesOfPosts(root: ElementNode): void {
  const quotes: ElementNode[] = [];
  const said = new Set<string>();
  let count = 0;
  walk(root, (node) => {
    if (node.dropped !== Dropped.no || count > MAXIMUM_WORDS) return false;
    if (isElement(node)) {
      if (node !== root && isQuote(node)) {
        quotes.push(node);
        return false;
      }
      return true;
    }
    const words = wordsOf(node.text);
    count += words.length;
    for (const run of runsOf(words)) said.add(run);
    return true;
  });
  for (const quote of quotes) {
    const runs = textRuns(quote);
    const known = runs.filter((run) => said.has(run)).length;
    if (runs.length >= MINIMUM_RUNS && known >= runs.length * KNOWN_SHARE) dropQuote(quote);
  }
}

/** Drops headings and links of posts that repeat the thread's title, such as "Re: Which lamp?". */
export function dropTitlesOfPosts(root: ElementNode): void {
  walk(root, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node) || !/^(?:h[2-6]|a|strong)$/.test(node.tag)) return true;
    if (node.size <= MAXIMUM_TITLE && REPLY_TITLE.pattern.test(textOf(node, 20))) node.dropped = Dropped.boilerplate;
    return false;
  });
}

function isQuote({ tag, attributes }: ElementNode): boolean {
  return tag === 'blockquote' || (tag !== 'a' && QUOTE_CLASS.pattern.test(attributes.get('class') ?? ''));
}

/** Drops the quoted text but keeps its first line if that line names the author, as in "Ann said:". */
function dropQuote(quote: ElementNode): void {
  const rest: PageNode[] = [];
  let line: PageNode = quote;
  while (isElement(line) && line.size > MAXIMUM_ATTRIBUTION) {
    const seen: PageNode[] = line.children.filter(isSeen);
    const first: PageNode | undefined = seen[0];
    if (!first) break;
    rest.push(...seen.slice(1));
    line = first;
  }
  const text = isElement(line) ? textOf(line) : line.text;
  const stays = text.length <= MAXIMUM_ATTRIBUTION * 2 && /[:：]\s*$/.test(text);
  for (const node of stays ? rest : [quote]) node.dropped = Dropped.boilerplate;
}

function isSeen(node: PageNode): boolean {
  return node.dropped === Dropped.no && (isElement(node) ? node.size > 0 : node.text.trim() !== '');
}

function textRuns(element: ElementNode): string[] {
  const runs: string[] = [];
  walk(element, (node) => {
    if (node.dropped !== Dropped.no) return false;
    if (!isElement(node)) for (const run of runsOf(wordsOf(node.text))) runs.push(run);
    return runs.length < MAXIMUM_WORDS;
  });
  return runs;
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, MAXIMUM_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let index = 0; index + RUN_WORDS <= words.length; index += 1)
    runs.push(words.slice(index, index + RUN_WORDS).join(' '));
  return runs;
}
