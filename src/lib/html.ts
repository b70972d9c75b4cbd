/** Text that is HTML already; created only by `html`. */
export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What a template may contain: text is escaped; null, undefined and false show nothing. */
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

/** Templates without the indentation of their source, cached. */
const trimmed = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * A template whose values are escaped; attributes must be quoted. Line breaks
 * and indentation of the template are dropped, those of values stay.
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

/** A web address that is safe to link to; undefined for scripts and other schemes. */
export function webLink(url: string): string | undefined {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
