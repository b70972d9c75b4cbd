import { contains, isElement, textOf, type ElementNode } from '../tree/nodes.ts';
import { absoluteAddress, imageAddress } from './address.ts';
import { escapeInline } from './escape.ts';
import type { InlineWriter } from './inline-writer.ts';
import { mathText } from './math.ts';
import { loweredText, raisedText } from './scripts.ts';
import { MARK_OF } from './tags.ts';

/** Longer superscript or subscript is a remark, which is written as ordinary text. */
const MAXIMUM_SCRIPT = 12;
const MAXIMUM_ALT = 300;
/** Each superscript requires a search of its siblings. If there are more siblings than this, they are not searched. */
const MAXIMUM_SIBLINGS = 500;

export class InlineElements {
  readonly #inline: InlineWriter;
  readonly #baseUrl: string;
  readonly #pageUrl: string;

  constructor(inline: InlineWriter, { baseUrl, pageUrl }: { baseUrl: string; pageUrl: string }) {
    this.#inline = inline;
    this.#baseUrl = baseUrl;
    this.#pageUrl = pageUrl;
  }

  /** Returns undefined if the element is not an inline element, and otherwise whether its children must be visited. */
  enter(element: ElementNode, inHeading: boolean): boolean | undefined {
    const { tag } = element;
    const mail = decodeMailAddress(element.attributes.get('data-cfemail'));
    if (mail !== undefined) {
      this.#inline.text(mail);
      return false;
    }
    const mark = MARK_OF.get(tag);
    if (mark) {
      if (!(inHeading && mark === 'strong')) this.#inline.open(mark);
      return true;
    }
    switch (tag) {
      case 'a':
        return this.#link(element, inHeading);
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
      case 'button':
        this.#inline.space();
        return true;
      default:
        return undefined;
    }
  }

  leave({ tag }: ElementNode, inHeading: boolean): boolean {
    const mark = MARK_OF.get(tag);
    if (tag === 'a' || (mark && !(inHeading && mark === 'strong'))) this.#inline.close();
    else if (tag === 'q') this.#inline.text('”');
    else if (tag === 'rt') this.#inline.text(')');
    else if (tag === 'button') this.#inline.space();
    else return mark !== undefined;
    return true;
  }

  /**
   * Writes superscript or subscript so that it does not lengthen the number before it. A footnote link follows after a
   * space.
   */
  #script(element: ElementNode): boolean {
    if (contains(element, 'a')) {
      this.#inline.space();
      return true;
    }
    const text = textOf(element, 100);
    const { tail } = this.#inline;
    if (text.length > MAXIMUM_SCRIPT) this.#inline.text(` ${text}`);
    else
      this.#inline.text(element.tag === 'sup' ? raisedText(text, tail, textBehind(element)) : loweredText(text, tail));
    return false;
  }

  #link(element: ElementNode, inHeading: boolean): boolean {
    if (inHeading && isPermalink(element)) return false;
    const address = absoluteAddress(element.attributes.get('href'), this.#baseUrl);
    const toItself = inHeading && address !== undefined && leadsTo(address, this.#pageUrl);
    this.#inline.open('link', toItself ? undefined : address);
    return true;
  }

  #image(element: ElementNode): void {
    const address = imageAddress(element, this.#baseUrl);
    if (address === undefined) return;
    const alt = escapeInline((element.attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAXIMUM_ALT));
    this.#inline.markup(`![${alt}](${address})`);
  }
}

function textBehind(element: ElementNode): string {
  const siblings = element.parent?.children ?? [];
  if (siblings.length > MAXIMUM_SIBLINGS) return '';
  const next = siblings[siblings.indexOf(element) + 1];
  if (next === undefined) return '';
  return isElement(next) ? textOf(next, 10) : next.text.slice(0, 10);
}

/** Decodes a mail address that Cloudflare obfuscated. The first hexadecimal byte is the XOR key of the others. */
function decodeMailAddress(code: string | undefined): string | undefined {
  if (code === undefined || !/^(?:[0-9a-f]{2}){4,256}$/i.test(code)) return undefined;
  const [key, ...bytes] = Buffer.from(code, 'hex');
  const mail = Buffer.from(bytes.map((byte) => byte ^ (key as number))).toString('utf8');
  return /^[^\s@]+@[^\s@]+$/.test(mail) ? mail : undefined;
}

const PERMALINK = /^[\s#¶§🔗\u{1f517}\ue000-\uf8ff]*$/u;

function isPermalink({ children }: ElementNode): boolean {
  const only = children.length === 1 ? children[0] : undefined;
  return only !== undefined && !isElement(only) && PERMALINK.test(only.text);
}

function leadsTo(address: string, pageUrl: string): boolean {
  const hash = address.indexOf('#');
  return hash > 0 && address.slice(0, hash) === pageUrl.split('#', 1)[0];
}
