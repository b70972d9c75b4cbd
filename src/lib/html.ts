import { canParseUrl } from './can-parse-url.ts';

export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Content = SafeHtml | string | number | null | undefined | false | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof SafeHtml) return content.text;
  if (typeof content === 'object') return content.map(render).join('');
  return String(content).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Builds HTML from a template. All values except SafeHtml are escaped. Attribute values must be quoted, because
 * escaping does not protect unquoted ones. The indentation of the template is dropped, but the indentation inside
 * values is kept.
 */
export function html(strings: TemplateStringsArray, ...values: Content[]): SafeHtml {
  let parts = trimmed.get(strings);
  if (!parts) {
    parts = strings.map((part) => part.replace(/\s*\n\s*/g, '\n'));
    trimmed.set(strings, parts);
  }
  let text = parts[0] ?? '';
  for (let index = 0; index < values.length; index += 1) {
    text += render(values[index]) + (parts[index + 1] ?? '');
  }
  return new SafeHtml(text);
}

/** Returns undefined for invalid URLs and for schemes other than HTTP and HTTPS, such as `javascript:`. */
export function webLink(url: string): string | undefined {
  return /^https?:\/\//i.test(url) && canParseUrl(url) ? url : undefined;
}
