import { HTMLElement, NodeType, parse, type Node } from 'node-html-parser';
import type { Visitor, VisitorAnswer } from './visitor.ts';

/** What stands in the line of its neighbours; all else has space around it. */
const IN_LINE = new Set(
  'a abbr b bdi bdo cite code data em i kbd mark q s samp small span strong sub sup time var wbr'.split(' '),
);
const UNSEEN = new Set(['script', 'style', 'template']);
const RUNS = /^\s*(?:javascript|vbscript|data):/i;

/** A page or a piece of one as it is parsed: asked by selectors, never by its text as markup. */
export class ParsedPage {
  readonly status: number;
  readonly #root: HTMLElement;

  constructor({ status, text }: Pick<VisitorAnswer, 'status' | 'text'>) {
    this.status = status;
    this.#root = parse(text, { blockTextElements: { script: true, style: true } });
  }

  /** What the page is in: "en" or "fr". */
  get language(): string | undefined {
    return this.attributes('html', 'lang')[0];
  }

  /** All that the page says: its visible text with single spaces. */
  get shown(): string {
    return oneLine(textSeen(this.#root.querySelector('body') ?? this.#root));
  }

  /** All that match, as their visible text with single spaces. */
  texts(selector: string): string[] {
    return this.#root.querySelectorAll(selector).map(textOf);
  }

  /** The text of the only match; throws where there is none or more than one. */
  text(selector: string): string {
    const found = this.texts(selector);
    if (found.length !== 1) throw new Error(`${selector}: ${found.length} matches`);
    return found[0] as string;
  }

  /** All that match, as what they hold to the last space: code. */
  contents(selector: string): string[] {
    return this.#root.querySelectorAll(selector).map((element) => element.textContent);
  }

  has(selector: string): boolean {
    return this.#root.querySelector(selector) !== null;
  }

  count(selector: string): number {
    return this.#root.querySelectorAll(selector).length;
  }

  /** An attribute of each match; undefined where it has none. */
  attributes(selector: string, name: string): (string | undefined)[] {
    return this.#root.querySelectorAll(selector).map((element) => element.getAttribute(name));
  }

  /** Where links lead to: those of the whole page, or those that match. */
  links(selector = 'a'): string[] {
    return this.attributes(`:is(${selector})[href]`, 'href') as string[];
  }

  /** What the fields of that name hold: of a list what is chosen, of boxes what each stands for. */
  values(name: string): string[] {
    return this.#root.querySelectorAll(`[name="${name}"]:is(input, select, textarea)`).map(valueOf);
  }

  /** Of the boxes of that name, what the ticked ones stand for. */
  ticked(name: string): string[] {
    return this.attributes(`input[name="${name}"][checked]`, 'value') as string[];
  }

  /** Code and styles inside the page, and links that run something: what the policy of content forbids, whoever wrote it. */
  forbidden(): string[] {
    return this.#root.querySelectorAll('*').flatMap((element) => {
      const attributes = Object.entries(element.attributes).filter(
        ([name, value]) => /^(?:on|style$)/i.test(name) || (RUNS.test(value) && /^(?:href|src|action)$/i.test(name)),
      );
      const isCode = /^(?:script|style)$/i.test(element.rawTagName) && element.textContent.trim() !== '';
      return [...(isCode ? [element.outerHTML] : []), ...attributes.map((pair) => pair.join('='))];
    });
  }

  /** The cells of a table's body, by row. */
  rows(selector: string): string[][] {
    return this.#root.querySelectorAll(`${selector} tbody tr`).map((row) => row.querySelectorAll('th, td').map(textOf));
  }

  /** What a browser would send of a form that nobody touches. */
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

  /** The hidden fields of the form that is posted there. */
  hiddenFields(action: string): Record<string, string> {
    const inputs = this.#root.querySelectorAll(`form[action="${action}"] input[type=hidden]`);
    return Object.fromEntries(inputs.map((input) => [input.getAttribute('name'), input.getAttribute('value') ?? '']));
  }
}

/** A piece of a page that a view made. */
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
