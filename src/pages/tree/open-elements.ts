import { FORMATTING, PARAGRAPH_LIMITS, SCOPES, TABLE_PARTS } from './html-rules.ts';
import { BLOCKS, createElement, type ElementNode } from './nodes.ts';

const MAXIMUM_SPLIT = 8;
const PARAGRAPH = new Set(['p']);

/** The stack of open elements during parsing. Its limited depth limits the work for each tag. */
export class OpenElements {
  readonly root: ElementNode = createElement('html', new Map(), undefined);
  readonly #stack: ElementNode[] = [this.root];
  top = this.root;
  /** Number of open SVG and MathML elements, in which other rules apply. */
  foreign = 0;
  reopened = 0;

  get depth(): number {
    return this.#stack.length;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const element = this.append(name, attributes);
    this.#stack.push(element);
    this.top = element;
    if (name === 'svg' || name === 'math') this.foreign += 1;
  }

  closeTop(): void {
    this.#pop();
  }

  append(name: string, attributes: ReadonlyMap<string, string>): ElementNode {
    const element = createElement(name, attributes, this.top);
    this.top.children.push(element);
    return element;
  }

  #pop(): void {
    const element = this.#stack.pop();
    if (element && (element.tag === 'svg' || element.tag === 'math')) this.foreign -= 1;
    this.top = this.#stack.at(-1) ?? this.root;
  }

  #popTo(index: number): void {
    while (this.#stack.length > Math.max(1, index)) this.#pop();
  }

  closeParagraph(): void {
    this.closeWithin(PARAGRAPH, PARAGRAPH_LIMITS);
  }

  closeWithin(targets: ReadonlySet<string>, within: ReadonlySet<string>): void {
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const tag = (this.#stack[index] as ElementNode).tag;
      if (targets.has(tag)) return this.#popTo(index);
      if (within.has(tag) || (SCOPES.has(tag) && !within.has('table'))) return;
    }
  }

  /** Returns false if there was no open element that could be closed. */
  close(name: string): boolean {
    const formatting = FORMATTING.has(name);
    const blocks: ElementNode[] = [];
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const element = this.#stack[index] as ElementNode;
      if (element.tag === name) {
        this.#popTo(index);
        if (formatting) for (const block of blocks.reverse()) this.#reopen(block);
        return true;
      }
      if (SCOPES.has(element.tag) && !TABLE_PARTS.has(name)) return false;
      if (formatting && BLOCKS.has(element.tag)) {
        if (blocks.length >= MAXIMUM_SPLIT) return false;
        blocks.push(element);
      }
    }
    return false;
  }

  #reopen(element: ElementNode): void {
    this.reopened += 1;
    const copy = this.append(element.tag, element.attributes);
    this.#stack.push(copy);
    this.top = copy;
  }
}
