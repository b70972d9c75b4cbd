import { Tokenizer } from 'htmlparser2';
import {
  CLOSES,
  ENDS_PARAGRAPH,
  FORMATTING,
  KEPT_ATTRIBUTES,
  PARAGRAPH_LIMITS,
  SCOPES,
  TABLE_PARTS,
  UNSHOWN,
  VOID,
} from './html-rules.ts';
import { BLOCKS, createElement, Dropped, type ElementNode, type PageTree } from './nodes.ts';

/** Deeper elements are left out, but what they show stays: no later step can be nested deeper than this. */
const MAXIMUM_DEPTH = 256;
/** Later tags are left out, but what they show stays. */
const MAXIMUM_TAGS = 120_000;
/** Later text is left out: what is given of a page is a fraction of this. */
const MAXIMUM_TEXT = 2_000_000;
const MAXIMUM_ATTRIBUTE = 4_096;
const MAXIMUM_SPAN = 50;
/** All of a page's JSON-LD; parsed it takes many times as much room. */
const MAXIMUM_JSON_LD = 1_000_000;
/** All of a page's own style sheets. */
const MAXIMUM_STYLES = 500_000;
/** Formatting elements left open around a block that is closed first are split over it, if there are no more than these. */
const MAXIMUM_SPLIT = 8;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const PARAGRAPH = new Set(['p']);

/**
 * The tree of a page, in one pass over its text: depth, tags, attributes and
 * column spans are bounded, whatever the page holds, and no step costs more
 * than the depth.
 */
export function buildTree(source: string, pageUrl: string): PageTree {
  // Outside of drawings and formulas the mark is none in HTML; the tokenizer would take the rest of the page for its text.
  const html = source.replaceAll('<![CDATA[', '<!------>');
  const builder = new TreeBuilder(html, pageUrl);
  const tokenizer = new Tokenizer({ decodeEntities: true }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.tree();
}

class TreeBuilder {
  readonly #html: string;
  readonly #pageUrl: string;
  readonly #root = createElement('html', NO_ATTRIBUTES, undefined);
  readonly #stack: ElementNode[] = [this.#root];
  readonly #meta = new Map<string, string>();
  readonly #jsonLd: string[] = [];
  readonly #styles: string[] = [];
  #top = this.#root;
  #tags = 0;
  /** Open elements beyond the depth cap. */
  #beyond = 0;
  /** In an element that was left out and shows nothing. */
  #muted = '';
  #name = '';
  #attribute = '';
  #value = '';
  #attributes: Map<string, string> | undefined;
  #title = '';
  #base: string | undefined;
  /** Of a script that is kept. */
  #script: string[] | undefined;
  #foreign = 0;
  #textLeft = MAXIMUM_TEXT;
  #jsonLdLeft = MAXIMUM_JSON_LD;
  #stylesLeft = MAXIMUM_STYLES;

  constructor(html: string, pageUrl: string) {
    this.#html = html;
    this.#pageUrl = pageUrl;
  }

  tree(): PageTree {
    let baseUrl = this.#pageUrl;
    if (this.#base !== undefined && URL.canParse(this.#base, this.#pageUrl)) {
      const base = new URL(this.#base, this.#pageUrl);
      if (/^https?:$/.test(base.protocol)) baseUrl = base.href;
    }
    return {
      root: this.#root,
      title: this.#title.replace(/\s+/g, ' ').trim(),
      baseUrl,
      meta: this.#meta,
      jsonLd: this.#jsonLd,
      styles: this.#styles,
      seenProse: 0,
    };
  }

  ontext(start: number, end: number): void {
    this.#text(this.#html.slice(start, Math.min(end, start + MAXIMUM_TEXT)));
  }

  ontextentity(codepoint: number): void {
    this.#text(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.#name = end - start > 40 ? 'x-long' : this.#html.slice(start, end).toLowerCase();
    if (this.#name === 'image') this.#name = 'img';
    this.#attributes = undefined;
    this.#tags += 1;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = end - start > 20 ? '' : this.#html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#value.length < MAXIMUM_ATTRIBUTE)
      this.#value += this.#html.slice(start, Math.min(end, start + MAXIMUM_ATTRIBUTE));
  }

  onattribentity(codepoint: number): void {
    if (this.#value.length < MAXIMUM_ATTRIBUTE) this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (!KEPT_ATTRIBUTES.has(this.#attribute) || this.#tags > MAXIMUM_TAGS) return;
    let value = this.#value;
    // Half an address leads nowhere.
    if (value.length >= MAXIMUM_ATTRIBUTE && /^(?:href|src|data-)/.test(this.#attribute)) return;
    if (this.#attribute === 'colspan' || this.#attribute === 'rowspan')
      value = String(Math.max(1, Math.min(MAXIMUM_SPAN, Number.parseInt(value, 10) || 1)));
    this.#attributes ??= new Map();
    if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, value);
  }

  onopentagend(): void {
    this.#open(false);
  }

  onselfclosingtag(): void {
    this.#open(this.#foreign > 0);
  }

  onclosetag(start: number, end: number): void {
    const name = end - start > 40 ? 'x-long' : this.#html.slice(start, end).toLowerCase();
    if (this.#muted !== '') {
      if (name === this.#muted) this.#muted = '';
      return;
    }
    if (name === 'script' && this.#script) {
      const text = this.#script.join('');
      this.#jsonLdLeft -= text.length;
      if (this.#jsonLdLeft >= 0) this.#jsonLd.push(text);
      this.#script = undefined;
    }
    if (name === 'br' || name === 'p') {
      // A lone end tag of these makes an element.
      if (name === 'br') this.#append('br', NO_ATTRIBUTES);
      else if (!this.#close('p')) this.#append('br', NO_ATTRIBUTES);
      return;
    }
    if (VOID.has(name)) return;
    if (this.#beyond > 0) this.#beyond -= 1;
    else this.#close(name);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#foreign > 0) this.#text(this.#html.slice(start, end - endOffset));
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
  isInForeignContext(): boolean {
    return this.#foreign > 0;
  }

  #text(text: string): void {
    if (this.#muted !== '') return;
    const top = this.#top;
    if (this.#script) return void this.#script.push(text);
    if (top.tag === 'style') return this.#style(text);
    if (top.tag === 'script') return;
    if (top.tag === 'title') {
      if (this.#foreign === 0 && this.#title.length < 1_000) this.#title += text.slice(0, 1_000);
      return;
    }
    if (this.#textLeft <= 0) return;
    this.#textLeft -= text.length;
    const last = top.children.at(-1);
    if (last && last.tag === '') (last as { text: string }).text += text;
    else top.children.push({ tag: '', text, parent: top, dropped: Dropped.no });
  }

  #style(text: string): void {
    if (this.#stylesLeft > 0) this.#styles.push(text.slice(0, this.#stylesLeft));
    this.#stylesLeft -= text.length;
  }

  #open(selfClosed: boolean): void {
    const name = this.#name;
    const attributes = this.#attributes ?? NO_ATTRIBUTES;
    if (this.#tags > MAXIMUM_TAGS) {
      if (BLOCKS.has(name)) this.#text('\n');
      if (UNSHOWN.has(name) && !selfClosed) this.#muted = name;
      return;
    }
    if (name === 'html' || name === 'body' || name === 'head') {
      if (name === 'body' || name === 'html') this.#adoptRootAttributes(attributes);
      return;
    }
    if (name === 'meta') this.#readMeta(attributes);
    if (name === 'base') this.#base ??= attributes.get('href');
    if (VOID.has(name)) {
      if (name === 'hr' && this.#beyond === 0) this.#closeParagraph();
      this.#append(name, attributes);
      return;
    }
    if (this.#beyond > 0 || this.#stack.length >= MAXIMUM_DEPTH) {
      if (BLOCKS.has(name)) this.#append('br', NO_ATTRIBUTES);
      if (selfClosed) return;
      if (UNSHOWN.has(name)) this.#muted = name;
      else this.#beyond += 1;
      return;
    }
    const implied = CLOSES.get(name);
    if (implied) this.#closeWithin(implied.targets, implied.within);
    if (ENDS_PARAGRAPH.has(name)) this.#closeParagraph();
    if (name === 'a') this.#close('a');
    if (/^h[1-6]$/.test(name) && /^h[1-6]$/.test(this.#top.tag)) this.#pop();
    const element = this.#append(name, attributes);
    if (selfClosed) return;
    this.#stack.push(element);
    this.#top = element;
    if (name === 'svg' || name === 'math') this.#foreign += 1;
    if (name === 'script' && /^\s*application\/ld\+json/i.test(attributes.get('type') ?? '')) this.#script = [];
  }

  #append(name: string, attributes: ReadonlyMap<string, string>): ElementNode {
    const element = createElement(name, attributes, this.#top);
    this.#top.children.push(element);
    return element;
  }

  #pop(): void {
    const element = this.#stack.pop();
    if (element && (element.tag === 'svg' || element.tag === 'math')) this.#foreign -= 1;
    this.#top = this.#stack.at(-1) ?? this.#root;
  }

  #popTo(index: number): void {
    while (this.#stack.length > Math.max(1, index)) this.#pop();
  }

  #closeParagraph(): void {
    this.#closeWithin(PARAGRAPH, PARAGRAPH_LIMITS);
  }

  #closeWithin(targets: ReadonlySet<string>, within: ReadonlySet<string>): void {
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const tag = (this.#stack[index] as ElementNode).tag;
      if (targets.has(tag)) return this.#popTo(index);
      if (within.has(tag) || (SCOPES.has(tag) && !within.has('table'))) return;
    }
  }

  /** True when there was such an element to close. */
  #close(name: string): boolean {
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
    this.#tags += 1;
    const copy = this.#append(element.tag, element.attributes);
    this.#stack.push(copy);
    this.#top = copy;
  }

  /** One element stands for html and body; the body's classes say more. */
  #adoptRootAttributes(attributes: ReadonlyMap<string, string>): void {
    if (attributes.has('class') || this.#root.attributes.size === 0) this.#root.attributes = attributes;
  }

  #readMeta(attributes: ReadonlyMap<string, string>): void {
    const name = (attributes.get('property') ?? attributes.get('name') ?? attributes.get('itemprop'))?.toLowerCase();
    const content = attributes.get('content');
    if (name && content && this.#meta.size < 200 && !this.#meta.has(name)) this.#meta.set(name, content);
  }
}
