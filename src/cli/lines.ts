import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { messageOf } from '../lib/error-message.ts';
import type { CommandArguments } from './command.ts';

/**
 * Reads one JSON object per line of standard input and writes one answer per line, in the same order. A bad line is
 * answered with `{"error": …}` (SPEC §11).
 */
export async function answerLines(
  args: CommandArguments,
  answer: (input: Record<string, unknown>) => unknown,
): Promise<void> {
  const lines = createInterface({ input: Readable.from(args.terminal.stdin), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    args.terminal.stdout(`${JSON.stringify(answerLine(line, answer))}\n`);
  }
}

function answerLine(line: string, answer: (input: Record<string, unknown>) => unknown): unknown {
  try {
    const input: unknown = JSON.parse(line);
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      return { error: 'A line must hold a JSON object.' };
    return answer(input as Record<string, unknown>);
  } catch (error) {
    return {
      error: error instanceof SyntaxError ? 'The line is not JSON.' : messageOf(error),
    };
  }
}

export function lineText(input: Record<string, unknown>, name: string, fallback?: string): string {
  const value = input[name] ?? fallback;
  if (typeof value !== 'string') throw new Error(`"${name}" must be a text.`);
  return value;
}
