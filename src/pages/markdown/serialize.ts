import {
  BLOCKS,
  contains,
  type Dropped,
  isElement,
  skipsAt,
  textOf,
  type ElementNode,
  type PageNode,
} from '../tree/nodes.ts';
import { absoluteAddress, imageAddress } from './address.ts';
import { BlockWriter } from './block-writer.ts';
import { codeBlock } from './code-block.ts';
import { escapeInline } from './escape.ts';
import { mathText } from './math.ts';
import { loweredText, raisedText } from './scripts.ts';
import { withoutShortcodes } from './shortcodes.ts';
import { InlineWriter } from './inline-writer.ts';
import { readDataTable, writeTable } from './table.ts';

export interface MarkdownOptions {
  /** Where relative links start from. */
  baseUrl: string;
  /** Of the page itself: a heading that leads here is no link. */
  pageUrl: string;
  /** Nodes dropped at this level or a stronger one are left out. */
  level: Dropped;
}

interface Frame {
  element: ElementNode;
  next: number;
}

interface List {
  ordered: boolean;
  number: number;
  /** -1 where the items count down. */
  step: 1 | -1;
}

const NEVER = new Set(
  'script style head title meta link svg iframe object embed audio video canvas select option datalist annotation rp map area input textarea'.split(
    ' ',
  ),
);
const MARK_OF: ReadonlyMap<string, 'strong' | 'emphasis' | 'strike' | 'code'> = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'emphasis'],
  ['em', 'emphasis'],
  ['cite', 'emphasis'],
  ['del', 'strike'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
]);
const PERMALINK = /^[\s#¶§🔗\u{1f517}\ue000-\uf8ff]*$/u;

/** Markdown (CommonMark with GitHub's tables, task lists and strike-through) of a tree. Never recurses into it. */
export function toMarkdown(root: ElementNode, options: MarkdownOptions): string {
  return new Serializer(options).run(root);
}

class Serializer {
  readonly #options: MarkdownOptions;
  readonly #skips: (node: { dropped: Dropped }) => boolean;
  readonly #blocks = new BlockWriter();
  readonly #inline = new InlineWriter();
  readonly #lists: List[] = [];
  #heading = 0;
  /** Several terms may share a definition. */
  #afterTerm = false;

  constructor(options: MarkdownOptions) {
    this.#options = options;
    this.#skips = skipsAt(options.level);
  }

  run(root: ElementNode): string {
    const frames: Frame[] = [];
    if (this.#enter(root)) frames.push({ element: root, next: 0 });
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const child = frame.element.children[frame.next] as PageNode | undefined;
      if (child === undefined) {
        this.#leave(frame.element);
        frames.pop();
        continue;
      }
      frame.next += 1;
      if (this.#skips(child)) continue;
      if (!isElement(child)) this.#inline.text(withoutShortcodes(child.text));
      else if (this.#enter(child)) frames.push({ element: child, next: 0 });
    }
    this.#flush();
    return this.#blocks.toString();
  }

  #flush(): void {
    const text = this.#inline.take();
    if (text === '') return;
    this.#blocks.write(this.#heading > 0 ? `${'#'.repeat(this.#heading)} ${text.replace(/\s*\n\s*/g, ' ')}` : text);
  }

  /** False when the element's children are not to be visited. */
  #enter(element: ElementNode): boolean {
    const { tag } = element;
    if (NEVER.has(tag)) return tag === 'input' ? this.#checkbox(element) : false;
    const mark = MARK_OF.get(tag);
    if (mark === 'code' && this.#heading === 0 && contains(element, 'br')) return this.#codeLines(element);
    if (mark) {
      if (!(this.#heading > 0 && mark === 'strong')) this.#inline.open(mark);
      return true;
    }
    switch (tag) {
      case 'a':
        return this.#link(element);
      case 'br':
        this.#inline.breakLine();
        return false;
      case 'img':
        this.#image(element);
        return false;
      case 'q':
        this.#inline.text('“');
        return true;
      case 'rt':
        this.#inline.text('(');
        return true;
      case 'sup':
      case 'sub':
        return this.#script(element);
      case 'math':
        this.#inline.markup(mathText(element));
        return false;
    }
    if (!BLOCKS.has(tag)) return true;
    if (tag === 'button') {
      this.#inline.space();
      return true;
    }
    this.#flush();
    return this.#enterBlock(element);
  }

  #enterBlock(element: ElementNode): boolean {
    const { tag } = element;
    const afterTerm = this.#afterTerm;
    this.#afterTerm = false;
    switch (tag) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        // The page's title is written apart: what else is so called stands below it.
        this.#heading = Math.max(2, Number(tag[1]));
        this.#inline.lineBreak = ' ';
        return true;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        if (this.#lists.length > 0) this.#blocks.adjoin();
        this.#lists.push(listOf(element, this.#skips));
        return true;
      case 'li':
        this.#enterItem(element);
        return true;
      case 'dt':
        if (afterTerm) this.#blocks.adjoin();
        return true;
      case 'dd':
        this.#blocks.adjoin();
        this.#blocks.enter(': ', '  ');
        return true;
      case 'blockquote':
        this.#blocks.enter('> ', '> ');
        return true;
      case 'hr':
        if (!this.#blocks.empty) this.#blocks.write('---');
        return false;
      case 'pre':
      case 'listing':
      case 'xmp':
      case 'plaintext': {
        const code = codeBlock(element);
        if (code !== '') this.#blocks.write(code);
        return false;
      }
      case 'table':
        return this.#table(element);
      default:
        return true;
    }
  }

  #enterItem(element: ElementNode): void {
    const list = this.#lists.at(-1);
    let marker = '- ';
    if (list?.ordered) {
      const value = Number.parseInt(element.attributes.get('value') ?? '', 10);
      if (Number.isSafeInteger(value)) list.number = value;
      marker = `${Math.max(0, Math.min(999_999_999, list.number))}. `;
      list.number += list.step;
    }
    this.#blocks.enter(marker, ' '.repeat(marker.length));
  }

  #leave(element: ElementNode): void {
    const { tag } = element;
    if (MARK_OF.has(tag)) {
      if (!(this.#heading > 0 && MARK_OF.get(tag) === 'strong')) this.#inline.close();
      return;
    }
    if (tag === 'a') return this.#inline.close();
    if (tag === 'q') return this.#inline.text('”');
    if (tag === 'rt') return this.#inline.text(')');
    if (!BLOCKS.has(tag)) return;
    if (tag === 'button') return this.#inline.space();
    this.#flush();
    switch (tag) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#heading = 0;
        this.#inline.lineBreak = '  \n';
        break;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#lists.pop();
        if (this.#lists.length > 0) this.#blocks.adjoin();
        else this.#blocks.separate();
        break;
      case 'li':
        this.#blocks.leave();
        this.#blocks.adjoin();
        break;
      case 'dt':
        this.#afterTerm = true;
        break;
      case 'dd':
        this.#blocks.leave();
        break;
      case 'blockquote':
        this.#blocks.leave();
        this.#blocks.separate();
        break;
    }
  }

  /** Code of several lines that no `<pre>` is around. */
  #codeLines(element: ElementNode): boolean {
    this.#flush();
    const code = codeBlock(element);
    if (code !== '') this.#blocks.write(code);
    return false;
  }

  /** Raised and lowered text must not grow a figure: a link is set apart. */
  #script(element: ElementNode): boolean {
    if (contains(element, 'a')) {
      this.#inline.space();
      return true;
    }
    const text = textOf(element, 100);
    const write = element.tag === 'sup' ? raisedText : loweredText;
    this.#inline.text(text.length > 12 ? ` ${text}` : write(text, this.#inline.tail));
    return false;
  }

  #link(element: ElementNode): boolean {
    const only = element.children.length === 1 ? element.children[0] : undefined;
    if (this.#heading > 0 && only && !isElement(only) && PERMALINK.test(only.text)) return false;
    const address = absoluteAddress(element.attributes.get('href'), this.#options.baseUrl);
    const toItself = this.#heading > 0 && address !== undefined && leadsTo(address, this.#options.pageUrl);
    this.#inline.open('link', toItself ? undefined : address);
    return true;
  }

  #image(element: ElementNode): void {
    const address = imageAddress(element, this.#options.baseUrl);
    if (address === undefined) return;
    const alt = escapeInline((element.attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim().slice(0, 300));
    this.#inline.markup(`![${alt}](${address})`);
  }

  /** A task list's box. */
  #checkbox(element: ElementNode): boolean {
    if (element.attributes.get('type')?.toLowerCase() !== 'checkbox') return false;
    let parent = element.parent;
    for (let up = 0; up < 3 && parent && parent.tag !== 'li'; up += 1) parent = parent.parent;
    if (parent?.tag === 'li') this.#inline.markup(element.attributes.has('checked') ? '[x] ' : '[ ] ');
    return false;
  }

  #table(element: ElementNode): boolean {
    const rows = readDataTable(element, this.#skips);
    if (!rows) return true;
    const caption = element.children.find((child) => child.tag === 'caption');
    if (caption && isElement(caption) && !this.#skips(caption)) {
      const text = toMarkdown(caption, this.#options);
      if (text !== '') this.#blocks.write(text);
    }
    const table = writeTable(rows, (cell) => toMarkdown(cell, this.#options));
    if (table !== '') this.#blocks.write(table);
    return false;
  }
}

function listOf(element: ElementNode, skips: (node: PageNode) => boolean): List {
  const ordered = element.tag === 'ol';
  const reversed = ordered && element.attributes.has('reversed');
  const items = reversed ? element.children.filter((child) => child.tag === 'li' && !skips(child)).length : 1;
  const start = Number.parseInt(element.attributes.get('start') ?? '', 10);
  return { ordered, number: Number.isSafeInteger(start) ? start : items, step: reversed ? -1 : 1 };
}

/** Whether an address is another place of the same page. */
function leadsTo(address: string, pageUrl: string): boolean {
  const hash = address.indexOf('#');
  return hash > 0 && address.slice(0, hash) === pageUrl.split('#', 1)[0];
}
