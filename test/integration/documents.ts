/** A page of the documentation as the service serves it, split by its Markdown alone. */
export class DocsPage {
  readonly markdown: string;

  constructor(markdown: string) {
    this.markdown = markdown;
  }

  static async read(base: string, name: string): Promise<DocsPage> {
    const response = await fetch(`${base}/docs/${name}.md`);
    if (!response.ok) throw new Error(`/docs/${name}.md answers ${response.status}`);
    return new DocsPage(await response.text());
  }

  /** Code blocks of a language, in order. */
  blocks(language: string): string[] {
    return [...this.markdown.matchAll(/^```(\w+)(?: .*)?\n([\s\S]*?)^```$/gm)]
      .filter(([, written]) => written === language)
      .map(([, , text]) => text as string);
  }

  /** Rows of the tables whose header begins like this; cells unchanged. */
  rows(firstHead: string): string[][] {
    const lines = this.markdown.split('\n');
    const begin = lines.findIndex((line) => line.startsWith(`| ${firstHead} |`));
    if (begin === -1) throw new Error(`There is no table of ${firstHead}.`);
    const rest = lines.slice(begin + 2);
    const end = rest.findIndex((line) => !line.startsWith('|'));
    return rest.slice(0, end).map((line) => line.slice(2, -2).split(' | '));
  }
}

/** The code spans in a cell. */
export function named(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name as string);
}
