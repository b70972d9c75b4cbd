export interface Row {
  readonly input: Readonly<Record<string, string>>;
  readonly expected: string;
  readonly kind: string;
  readonly why: string;
}

export type Read = (input: Row['input']) => string;

export interface Score {
  readonly rows: readonly Row[];
  readonly misses: readonly (Row & { readonly found: string })[];
}

export function parseTable(text: string): Row[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t').map((cell) => cell.replaceAll('\\n', '\n'));
    const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
    const { expected = '', kind = '', why = '', ...input } = row;
    if (cells.length > names.length || expected === '' || kind === '')
      throw new Error(`not a row of the table: ${line}`);
    return { input, expected, kind, why };
  });
}

export function scoreRows(rows: readonly Row[], read: Read): Score {
  const answers = rows.map((row) => ({ ...row, found: read(row.input) }));
  return { rows, misses: answers.filter(({ found, expected }) => found !== expected) };
}

/**
 * True if a value in a miss is incorrect. False if the reader only left values out, or gave its unknown answer or `-`.
 */
export function isWrong({ found, expected }: Score['misses'][number], unknownAnswer: string): boolean {
  const allowed = new Set([...unknownAnswer.split(' '), '-', ...expected.split(' ')]);
  return found.split(' ').some((value) => !allowed.has(value));
}

/** Rounds down, so that 100 means no miss. */
export function percentRight({ rows, misses }: Score): number {
  return Math.floor((100 * (rows.length - misses.length)) / rows.length);
}

export function scoreOf({ rows, misses }: Score, fits: (row: Row) => boolean): Score {
  return { rows: rows.filter(fits), misses: misses.filter(fits) };
}

export function scoreByKind(score: Score): Map<string, Score> {
  const kinds = new Set(score.rows.map(({ kind }) => kind));
  return new Map([...kinds].map((kind) => [kind, scoreOf(score, (row) => row.kind === kind)]));
}
