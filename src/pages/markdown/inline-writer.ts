import { escapeInline, escapeLineStart, longestRun } from './escape.ts';

interface Mark {
  kind: 'strong' | 'emphasis' | 'strike' | 'code' | 'link';
  /** Undefined for marks other than links, and for a link that is written as plain text. */
  address: string | undefined;
  start: number;
  /** If blocks split the text of a link, the link is written only once. */
  written: boolean;
}

const MARKERS = { strong: '**', emphasis: '*', strike: '~~' } as const;

/** Text is escaped in pieces of this length, because a million matches in one text would use up the memory. */
const SLICE = 16_384;

export type LineBreak = '  \n' | ' ';

export class InlineWriter {
  #parts: string[] = [];
  readonly #marks: Mark[] = [];
  #endsInSpace = true;
  #codeDepth = 0;
  lineBreak: LineBreak = '  \n';

  text(text: string): void {
    for (let at = 0; at < text.length; at += SLICE) this.#write(text.slice(at, at + SLICE));
  }

  #write(text: string): void {
    const collapsed = text.replace(/[\s\u00a0]+/g, ' ');
    const fresh = this.#endsInSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (fresh === '') return;
    this.#parts.push(this.#codeDepth > 0 ? fresh : escapeInline(fresh));
    this.#endsInSpace = fresh.endsWith(' ');
  }

  markup(text: string): void {
    this.#parts.push(text);
    this.#endsInSpace = text.endsWith(' ');
  }

  space(): void {
    if (!this.#endsInSpace) this.text(' ');
  }

  breakLine(): void {
    if (this.#codeDepth > 0) return this.space();
    // `take` removes repeated line breaks anyway, but leaving them out here saves memory.
    if (this.#parts.at(-1) !== this.lineBreak) this.#parts.push(this.lineBreak);
    this.#endsInSpace = true;
  }

  get tail(): string {
    return this.#parts.slice(-4).join('').slice(-20);
  }

  open(kind: Mark['kind'], address?: string): void {
    // Adjacent links look separate on the page, so a space separates them.
    if (kind === 'link' && /\]\([^()\s]*\)$/.test(this.#parts.slice(-3).join(''))) this.space();
    if (kind === 'code') this.#codeDepth += 1;
    this.#marks.push({ kind, address, start: this.#parts.length, written: false });
  }

  close(): void {
    const mark = this.#marks.at(-1);
    if (!mark) return;
    this.#compose(mark);
    this.#marks.pop();
    if (mark.kind === 'code') this.#codeDepth -= 1;
  }

  /** Returns the block's text and resets the writer, except that open marks stay open. */
  take(): string {
    for (let index = this.#marks.length - 1; index >= 0; index -= 1) this.#compose(this.#marks[index] as Mark);
    const joined = this.#parts.join('');
    this.#parts = [];
    this.#endsInSpace = true;
    for (const mark of this.#marks) mark.start = 0;
    const text = joined.trim();
    if (text === '') return '';
    return text
      .split('\n')
      .map((line, index, lines) => escapeLineStart(index < lines.length - 1 ? line : line.trimEnd()))
      .filter((line) => line.trim() !== '')
      .join('\n');
  }

  #compose(mark: Mark): void {
    const content = this.#parts.slice(mark.start).join('');
    const core = content.trim();
    if (core === '') return;
    const marked = this.#marked(mark, core);
    if (marked === core) return;
    const lead = content.length - content.trimStart().length;
    this.#parts.length = mark.start;
    const before = lead === 0 ? this.#parts.findLastIndex((part) => part !== '') : -1;
    const outerStart = this.#marks[this.#marks.indexOf(mark) - 1]?.start ?? 0;
    const joined = before < outerStart ? undefined : joinMarked(this.#parts[before] as string, marked, mark.kind);
    if (joined === undefined) this.#parts.push(content.slice(0, lead), marked, content.slice(lead + core.length));
    else {
      this.#parts[before] = joined;
      this.#parts.push(content.slice(core.length));
    }
  }

  #marked(mark: Mark, core: string): string {
    if (mark.kind === 'link') {
      if (mark.written || mark.address === undefined) return core;
      mark.written = true;
      return `[${core.replace(/\s*\n\s*/g, ' ')}](${mark.address})`;
    }
    // Bold inside bold has no effect.
    if (this.#marks.find(({ kind }) => kind === mark.kind) !== mark) return core;
    if (mark.kind === 'code') {
      const ticks = '`'.repeat(longestRun(core, '`') + 1);
      const padding = core.startsWith('`') || core.endsWith('`') ? ' ' : '';
      return ticks + padding + core + padding + ticks;
    }
    const marker = MARKERS[mark.kind];
    return core.includes('\n') ? core : marker + core + marker;
  }
}

/**
 * Joins adjacent bold or struck-out texts, because markdown does not read "**a****b**" as bold. Returns undefined if
 * they cannot be joined.
 */
function joinMarked(before: string, after: string, kind: Mark['kind']): string | undefined {
  if (kind !== 'strong' && kind !== 'strike') return undefined;
  const marker = MARKERS[kind];
  if (before.length <= marker.length * 2 || !before.startsWith(marker) || !before.endsWith(marker)) return undefined;
  return before.slice(0, -marker.length) + after.slice(marker.length);
}
