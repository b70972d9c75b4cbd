import { HTMLElement, NodeType, parse, type Node } from 'node-html-parser';
import type { Visitor, VisitorAnswer } from './visitor.ts';

/** Inline elements. All other elements have space around their text. */
const IN_LINE = new Set(
  'a abbr b bdi bdo cite code data em i kbd mark q s samp small span strong sub sup time var wbr'.split(' '),
);
const UNSEEN = new Set(['script', 'style', 'template']);
const RUNS = /^\s*(?:javascript|vbscript|data):/i;

/** Tests query the parsed page by selectors and never compare its markup. */
export class ParsedPage {
  readonly status: number;
  readonly #root: HTMLElement;

  constructor({ status, text }: Pick<VisitorAnswer, 'status' | 'text'>) {
    this.status = status;
    this.#root = parse(text, { blockTextElements: { script: true, style: true } });
  }

  get language(): string | undefined {
    return this.attributes('html', 'lang')[0];
  }

  get shown(): string {
    return oneLine(textSeen(this.#root.querySelector('body') ?? this.#root));
  }

  /** Visible text of each match, with single spaces. */
  texts(selector: string): string[] {
    return this.#root.querySelectorAll(selector).map(textOf);
  }

  /** Throws unless exactly one element matches. */
  text(selector: string): string {
    const found = this.texts(selector);
    if (found.length !== 1) throw new Error(`${selector}: ${found.length} matches`);
    return found[0] as string;
  }

  /** Text of each match with its white space, for code. */
  contents(selector: string): string[] {
    return this.#root.querySelectorAll(selector).map((element) => element.textContent);
  }

  has(selector: string): boolean {
    return this.#root.querySelector(selector) !== null;
  }

  count(selector: string): number {
    return this.#root.querySelectorAll(selector).length;
  }

  attributes(selector: string, name: string): (string | undefined)[] {
    return this.#root.querySelectorAll(selector).map((element) => element.getAttribute(name));
  }

  links(selector = 'a'): string[] {
    return this.attributes(`:is(${selector})[href]`, 'href') as string[];
  }

  /** Values of the fields of that name. For a list, this is the chosen value. */
  values(name: string): string[] {
    return this.#root.querySelectorAll(`[name="${name}"]:is(input, select, textarea)`).map(valueOf);
  }

  ticked(name: string): string[] {
    return this.attributes(`input[name="${name}"][checked]`, 'value') as string[];
  }

  /** Finds code, styles and links that run code. The content security policy forbids them all. */
  forbidden(): string[] {
    return this.#root.querySelectorAll('*').flatMap((element) => {
      const attributes = Object.entries(element.attributes).filter(
        ([name, value]) => /^(?:on|style$)/i.test(name) || (RUNS.test(value) && /^(?:href|src|action)$/i.test(name)),
      );
      const isCode = /^(?:script|style)$/i.test(element.rawTagName) && element.textContent.trim() !== '';
      return [...(isCode ? [element.outerHTML] : []), ...attributes.map((pair) => pair.join('='))];
    });
  }

  rows(selector: string): string[][] {
    return this.#root.querySelectorAll(`${selector} tbody tr`).map((row) => row.querySelectorAll('th, td').map(textOf));
  }

  /** Values that a browser would send if the user submits the form without changes. */
  fields(form: string): Record<string, string | string[]> {
    const sent: Record<string, string | string[]> = {};
    for (const field of this.#root.querySelectorAll(`${form} :is(input, select, textarea)[name]`)) {
      const [name = '', type = ''] = [field.getAttribute('name'), field.getAttribute('type')];
      if (/^(?:checkbox|radio)$/.test(type) && !field.hasAttribute('checked')) continue;
      const [before, value] = [sent[name], valueOf(field)];
      sent[name] = before === undefined ? value : [before, value].flat();
    }
    return sent;
  }

  hiddenFields(action: string): Record<string, string> {
    const inputs = this.#root.querySelectorAll(`form[action="${action}"] input[type=hidden]`);
    return Object.fromEntries(inputs.map((input) => [input.getAttribute('name'), input.getAttribute('value') ?? '']));
  }
}

export function parsePiece(text: string): ParsedPage {
  return new ParsedPage({ status: 200, text });
}

function valueOf(field: HTMLElement): string {
  if (field.rawTagName === 'textarea') return field.textContent;
  const chosen = field.rawTagName === 'select' ? field.querySelector('option[selected]') : field;
  return chosen?.getAttribute('value') ?? '';
}

function textOf(element: HTMLElement): string {
  return oneLine(element.textContent);
}

function oneLine(text: string): string {
  return text.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
}

function textSeen(node: Node): string {
  if (node.nodeType === NodeType.TEXT_NODE) return node.text;
  if (!(node instanceof HTMLElement)) return '';
  const tag = node.rawTagName?.toLowerCase() ?? '';
  if (UNSEEN.has(tag) || node.hasAttribute('hidden')) return '';
  const inside = node.childNodes.map(textSeen).join('');
  return IN_LINE.has(tag) ? inside : ` ${inside} `;
}

export async function openPage(visitor: Visitor, path: string): Promise<ParsedPage> {
  return new ParsedPage(await visitor.get(path));
}
