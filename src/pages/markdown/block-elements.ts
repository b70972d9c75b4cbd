import { isElement, type ElementNode, type PageNode } from '../tree/nodes.ts';
import type { BlockWriter } from './block-writer.ts';
import { codeBlock } from './code-block.ts';
import type { InlineWriter } from './inline-writer.ts';
import { itemMarker, listOf, type List } from './list.ts';
import { readDataTable, writeTable } from './table.ts';

export class BlockElements {
  readonly #blocks: BlockWriter;
  readonly #inline: InlineWriter;
  readonly #skips: (node: PageNode) => boolean;
  readonly #toMarkdown: (element: ElementNode) => string;
  readonly #lists: List[] = [];
  #heading = 0;
  /** True after a `<dt>`, because terms that share a definition are written on adjoining lines. */
  #afterTerm = false;

  constructor(
    blocks: BlockWriter,
    inline: InlineWriter,
    skips: (node: PageNode) => boolean,
    toMarkdown: (element: ElementNode) => string,
  ) {
    this.#blocks = blocks;
    this.#inline = inline;
    this.#skips = skips;
    this.#toMarkdown = toMarkdown;
  }

  get inHeading(): boolean {
    return this.#heading > 0;
  }

  flush(): void {
    const text = this.#inline.take();
    if (text === '') return;
    this.#blocks.write(this.#heading > 0 ? `${'#'.repeat(this.#heading)} ${text.replace(/\s*\n\s*/g, ' ')}` : text);
  }

  /** Returns false if the element's children must not be visited. */
  enter(element: ElementNode): boolean {
    this.flush();
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
        // The page's title is written separately, so other headings of level 1 become level 2.
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
      case 'plaintext':
        return this.code(element);
      case 'table':
        return this.#table(element);
      default:
        return true;
    }
  }

  leave({ tag }: ElementNode): void {
    this.flush();
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

  code(element: ElementNode): false {
    this.flush();
    const code = codeBlock(element);
    if (code !== '') this.#blocks.write(code);
    return false;
  }

  #enterItem(element: ElementNode): void {
    const marker = itemMarker(element, this.#lists.at(-1));
    this.#blocks.enter(marker, ' '.repeat(marker.length));
  }

  #table(element: ElementNode): boolean {
    const rows = readDataTable(element, this.#skips);
    if (!rows) return true;
    const caption = element.children.find((child) => child.tag === 'caption');
    if (caption && isElement(caption) && !this.#skips(caption)) {
      const text = this.#toMarkdown(caption);
      if (text !== '') this.#blocks.write(text);
    }
    const table = writeTable(rows, this.#toMarkdown);
    if (table !== '') this.#blocks.write(table);
    return false;
  }
}
