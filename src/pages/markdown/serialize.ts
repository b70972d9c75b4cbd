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
import { isPermalink, leadsTo } from './heading-link.ts';
import { itemMarker, listOf, taskBox, type List } from './list.ts';
import { MARK_OF, NEVER } from './tags.ts';
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
    if (NEVER.has(tag)) {
      const box = taskBox(element);
      if (box !== '') this.#inline.markup(box);
      return false;
    }
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
    const marker = itemMarker(element, this.#lists.at(-1));
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
    const inHeading = this.#heading > 0;
    if (inHeading && isPermalink(element)) return false;
    const address = absoluteAddress(element.attributes.get('href'), this.#options.baseUrl);
    const toItself = inHeading && address !== undefined && leadsTo(address, this.#options.pageUrl);
    this.#inline.open('link', toItself ? undefined : address);
    return true;
  }

  #image(element: ElementNode): void {
    const address = imageAddress(element, this.#options.baseUrl);
    if (address === undefined) return;
    const alt = escapeInline((element.attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim().slice(0, 300));
    this.#inline.markup(`![${alt}](${address})`);
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
