import { escapeLineStart } from '../markdown/escape.ts';
import { writeTexts, type PdfText } from './pdf-layout.ts';

/** Either an element of a tagged PDF, which has a `role`, or a reference to marked content, which has an `id`. */
export interface StructureNode {
  role?: string;
  children?: readonly StructureNode[];
  type?: string;
  id?: string;
}

const MAXIMUM_DEPTH = 200;
const HEADING = /^H([1-6])?$/;

export function writeStructure(root: StructureNode, texts: readonly PdfText[]): string {
  const byId = new Map<string, PdfText[]>();
  for (const text of texts) {
    if (text.id === undefined) continue;
    const known = byId.get(text.id);
    if (known) known.push(text);
    else byId.set(text.id, [text]);
  }
  return new StructureWriter(byId).write(root);
}

class StructureWriter {
  readonly #byId: ReadonlyMap<string, PdfText[]>;
  readonly #blocks: string[] = [];

  constructor(byId: ReadonlyMap<string, PdfText[]>) {
    this.#byId = byId;
  }

  write(root: StructureNode): string {
    this.#block(root, 0, 0);
    return this.#blocks.join('\n\n');
  }

  #block(node: StructureNode, depth: number, level: number): void {
    if (depth > MAXIMUM_DEPTH) return;
    const { role = '' } = node;
    const heading = role === 'Title' ? '1' : HEADING.test(role) ? (HEADING.exec(role)?.[1] ?? '2') : undefined;
    if (heading !== undefined) return this.#push(`${'#'.repeat(Number(heading))} `, this.#inline(node));
    if (role === 'Table') return this.#table(node);
    if (role === 'L') return this.#list(node, depth, level);
    const children = node.children ?? [];
    if (role === 'P' || children.some(({ type }) => type !== undefined)) return this.#paragraph(node);
    for (const child of children) this.#block(child, depth + 1, level);
  }

  #paragraph(node: StructureNode): void {
    const text = this.#inline(node);
    if (text !== '') this.#blocks.push(escapeLineStart(text));
  }

  #push(prefix: string, text: string): void {
    if (text !== '') this.#blocks.push(prefix + text);
  }

  #list(list: StructureNode, depth: number, level: number): void {
    const lines = this.#items(list, depth, level);
    if (lines.length > 0) this.#blocks.push(lines.join('\n'));
  }

  #items(list: StructureNode, depth: number, level: number): string[] {
    if (depth > MAXIMUM_DEPTH) return [];
    const lines: string[] = [];
    for (const child of list.children ?? []) {
      if (child.role === 'L') lines.push(...this.#items(child, depth + 1, level + 1));
      if (child.role !== 'LI') continue;
      const parts = child.children ?? [];
      const label = this.#inline({ children: parts.filter(({ role }) => role === 'Lbl') });
      const nested: StructureNode[] = [];
      const body = this.#inline({ children: parts.filter(({ role }) => role !== 'Lbl') }, nested);
      const number = /^\(?(\d{1,9})\)?[.)]?$/.exec(label)?.[1];
      if (body !== '') lines.push(`${'  '.repeat(level)}${number === undefined ? '-' : `${number}.`} ${body}`);
      for (const inner of nested) lines.push(...this.#items(inner, depth + 1, level + 1));
    }
    return lines;
  }

  #table(table: StructureNode): void {
    const rows: string[][] = [];
    const visit = (node: StructureNode, depth: number): void => {
      if (depth > MAXIMUM_DEPTH) return;
      if (node.role === 'TR') {
        const cells = (node.children ?? []).filter(({ role }) => role === 'TH' || role === 'TD');
        rows.push(cells.map((cell) => this.#inline(cell).replaceAll('|', '\\|')));
      } else for (const child of node.children ?? []) visit(child, depth + 1);
    };
    visit(table, 0);
    const columns = Math.max(0, ...rows.map((row) => row.length));
    if (columns < 2) return rows.flat().forEach((cell) => this.#push('', cell));
    const line = (row: readonly string[]): string =>
      `| ${Array.from({ length: columns }, (_, at) => row[at] ?? '').join(' | ')} |`;
    const [head = [], ...body] = rows;
    this.#blocks.push([line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n'));
  }

  /** Returns the text of the node. If `lists` is given, nested lists are added to it and left out of the text. */
  #inline(node: StructureNode, lists?: StructureNode[]): string {
    const texts: PdfText[] = [];
    const gather = (at: StructureNode, depth: number): void => {
      if (depth > MAXIMUM_DEPTH) return;
      if (lists && at.role === 'L') return void lists.push(at);
      if (at.type === 'content' && at.id !== undefined) texts.push(...(this.#byId.get(at.id) ?? []));
      for (const child of at.children ?? []) gather(child, depth + 1);
    };
    gather(node, 0);
    return writeTexts(texts);
  }
}
