import { canParseUrl } from './can-parse-url.ts';

/** Text that is already HTML; only `html` creates it. */
export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** A value in a template: text is escaped; null, undefined and false add nothing. */
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

/** The strings of each template without indentation. */
const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Builds HTML from a template whose values are escaped; attributes must be quoted. The indentation of the template is
 * dropped, that of values is kept.
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

/** The URL if it is safe to link to (HTTP or HTTPS); undefined for scripts and other schemes. */
export function webLink(url: string): string | undefined {
  return /^https?:\/\//i.test(url) && canParseUrl(url) ? url : undefined;
}
