/** Text that is HTML already: made by `html` alone. */
export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What may stand in a template: text is escaped, nothing is shown for null, undefined and false. */
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

/** A template whose values are escaped; attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...values: Content[]): SafeHtml {
  let text = strings[0] ?? '';
  values.forEach((value, index) => {
    text += render(value) + (strings[index + 1] ?? '');
  });
  // Indentation of templates is not for the wire; text inside <pre> comes from values, which keep theirs.
  return new SafeHtml(text);
}

/** An address that a link may lead to, or undefined: never a script. */
export function webLink(url: string): string | undefined {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
