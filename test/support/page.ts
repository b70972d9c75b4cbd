import { parse, type HTMLElement } from 'node-html-parser';
import type { Visitor, VisitorAnswer } from './visitor.ts';

/** A page as it is parsed: asked by selectors, never by its text as markup. */
export class ParsedPage {
  readonly status: number;
  readonly #root: HTMLElement;

  constructor({ status, text }: Pick<VisitorAnswer, 'status' | 'text'>) {
    this.status = status;
    this.#root = parse(text);
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

  has(selector: string): boolean {
    return this.#root.querySelector(selector) !== null;
  }

  /** An attribute of each match; undefined where it has none. */
  attributes(selector: string, name: string): (string | undefined)[] {
    return this.#root.querySelectorAll(selector).map((element) => element.getAttribute(name));
  }

  /** The cells of a table's body, by row. */
  rows(selector: string): string[][] {
    return this.#root.querySelectorAll(`${selector} tbody tr`).map((row) => row.querySelectorAll('th, td').map(textOf));
  }

  /** The hidden fields of the form that is posted there. */
  hiddenFields(action: string): Record<string, string> {
    const inputs = this.#root.querySelectorAll(`form[action="${action}"] input[type=hidden]`);
    return Object.fromEntries(inputs.map((input) => [input.getAttribute('name'), input.getAttribute('value') ?? '']));
  }
}

function textOf(element: HTMLElement): string {
  return element.textContent.replace(/[\s\u00a0\u202f]+/g, ' ').trim();
}

export async function openPage(visitor: Visitor, path: string): Promise<ParsedPage> {
  return new ParsedPage(await visitor.get(path));
}
