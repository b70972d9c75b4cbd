import { Tokenizer } from 'htmlparser2';
import { CLOSES, ENDS_PARAGRAPH, KEPT_ATTRIBUTES, SIZES, UNSHOWN, VOID } from './html-rules.ts';
import { BLOCKS, Dropped, type PageTree } from './nodes.ts';
import { OpenElements } from './open-elements.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

/** Deeper elements are dropped but their text is kept, so that later recursion is bounded. */
const MAXIMUM_DEPTH = 256;
/** After this many tags, further tags are dropped but their text is kept. */
const MAXIMUM_TAGS = 120_000;
/** Text beyond this length is dropped, because an answer is much shorter. */
const MAXIMUM_TEXT = 2_000_000;
const MAXIMUM_ATTRIBUTE = 4_096;
const MAXIMUM_SPAN = 50;
/** JSON-LD takes many times as much memory once it is parsed, so its total length is limited. */
const MAXIMUM_JSON_LD = 1_000_000;
const MAXIMUM_STYLES = 500_000;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/**
 * Parses a page in one pass. Depth, tags, attributes and spans of cells are limited, so that no page makes parsing
 * slow.
 */
export function buildTree(source: string, pageUrl: string): PageTree {
  // HTML has no CDATA outside SVG and MathML, but the tokenizer would read the rest of the page as CDATA. The opening
  // marks are replaced in SVG and MathML too.
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
  readonly #elements = new OpenElements();
  readonly #meta = new Map<string, string>();
  readonly #jsonLd: string[] = [];
  readonly #styles: string[] = [];
  #tags = 0;
  #beyond = 0;
  /**
   * Name of the open element whose text is dropped because browsers never show it, such as "script". "" if there is
   * none. Used only beyond the limits of depth or tags.
   */
  #muted = '';
  #name = '';
  #attribute = '';
  #value = '';
  #attributes: Map<string, string> | undefined;
  #title = '';
  #base: string | undefined;
  #script: string[] | undefined;
  #textLeft = MAXIMUM_TEXT;
  #jsonLdLeft = MAXIMUM_JSON_LD;
  #stylesLeft = MAXIMUM_STYLES;

  constructor(html: string, pageUrl: string) {
    this.#html = html;
    this.#pageUrl = pageUrl;
  }

  tree(): PageTree {
    let baseUrl = this.#pageUrl;
    if (this.#base !== undefined && canParseUrl(this.#base, this.#pageUrl)) {
      const base = new URL(this.#base, this.#pageUrl);
      if (/^https?:$/.test(base.protocol)) baseUrl = base.href;
    }
    return {
      root: this.#elements.root,
      title: this.#title.replace(/\s+/g, ' ').trim(),
      baseUrl,
      meta: this.#meta,
      jsonLd: this.#jsonLd,
      styles: this.#styles,
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
    const isKept = KEPT_ATTRIBUTES.has(this.#attribute) || (this.#name === 'iframe' && SIZES.has(this.#attribute));
    if (!isKept || this.#tags > MAXIMUM_TAGS) return;
    let value = this.#value;
    // A truncated address would be wrong, so the attribute is left out.
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
    this.#open(this.#elements.foreign > 0);
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
      // Browsers turn a `</br>` or `</p>` without a start tag into an element.
      if (name === 'br') this.#elements.append('br', NO_ATTRIBUTES);
      else if (!this.#elements.close('p')) this.#elements.append('br', NO_ATTRIBUTES);
      return;
    }
    if (VOID.has(name)) return;
    if (this.#beyond > 0) this.#beyond -= 1;
    else this.#elements.close(name);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#elements.foreign > 0) this.#text(this.#html.slice(start, end - endOffset));
  }
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}
  isInForeignContext(): boolean {
    return this.#elements.foreign > 0;
  }

  #text(text: string): void {
    if (this.#muted !== '') return;
    const top = this.#elements.top;
    if (this.#script) return void this.#script.push(text);
    if (top.tag === 'style') return isForAllScreens(top) ? this.#style(text) : undefined;
    if (top.tag === 'script') return;
    if (top.tag === 'title') {
      if (this.#elements.foreign === 0 && this.#title.length < 1_000) this.#title += text.slice(0, 1_000);
      return;
    }
    if (this.#textLeft <= 0) return;
    this.#textLeft -= text.length;
    const last = top.children.at(-1);
    if (last && last.tag === '') (last as { text: string }).text += text;
    else top.children.push({ tag: '', text, parent: top, dropped: Dropped.no, size: -1, isProse: false });
  }

  #style(text: string): void {
    if (this.#stylesLeft > 0) this.#styles.push(text.slice(0, this.#stylesLeft));
    this.#stylesLeft -= text.length;
  }

  #open(selfClosed: boolean): void {
    const name = this.#name;
    const attributes = this.#attributes ?? NO_ATTRIBUTES;
    if (this.#tags + this.#elements.reopened > MAXIMUM_TAGS) {
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
      if (name === 'hr' && this.#beyond === 0) this.#elements.closeParagraph();
      this.#elements.append(name, attributes);
      return;
    }
    if (this.#beyond > 0 || this.#elements.depth >= MAXIMUM_DEPTH) {
      if (BLOCKS.has(name)) this.#elements.append('br', NO_ATTRIBUTES);
      if (selfClosed) return;
      if (UNSHOWN.has(name)) this.#muted = name;
      else this.#beyond += 1;
      return;
    }
    const implied = CLOSES.get(name);
    if (implied) this.#elements.closeWithin(implied.targets, implied.within);
    if (ENDS_PARAGRAPH.has(name)) this.#elements.closeParagraph();
    if (name === 'a') this.#elements.close('a');
    if (/^h[1-6]$/.test(name) && /^h[1-6]$/.test(this.#elements.top.tag)) this.#elements.closeTop();
    if (selfClosed) return void this.#elements.append(name, attributes);
    this.#elements.open(name, attributes);
    if (name === 'script' && /^\s*application\/ld\+json/i.test(attributes.get('type') ?? '')) this.#script = [];
  }

  /**
   * The root stands for both `<html>` and `<body>`. The attributes of a later tag replace those of an earlier one if
   * they include a class, or if the earlier one had no attributes.
   */
  #adoptRootAttributes(attributes: ReadonlyMap<string, string>): void {
    if (attributes.has('class') || this.#elements.root.attributes.size === 0)
      this.#elements.root.attributes = attributes;
  }

  #readMeta(attributes: ReadonlyMap<string, string>): void {
    const name = (attributes.get('property') ?? attributes.get('name') ?? attributes.get('itemprop'))?.toLowerCase();
    const content = attributes.get('content');
    if (name && content && this.#meta.size < 200 && !this.#meta.has(name)) this.#meta.set(name, content);
  }
}

/** True if the style sheet's `media` allows all screens, not only print or one width. */
function isForAllScreens({ attributes }: { attributes: ReadonlyMap<string, string> }): boolean {
  return /^(?:|all|screen)$/i.test(attributes.get('media')?.trim() ?? '');
}
