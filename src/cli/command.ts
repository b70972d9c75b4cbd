import { readFile } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../errors.ts';
import type { Config } from '../config/config.ts';
import { createAppContext, type AppContext, type Overrides } from '../app/app-context.ts';
import { loadConfig } from '../app/load-config.ts';

/** Where a command reads and writes. */
export interface Terminal {
  stdout(text: string): void;
  stderr(text: string): void;
  stdin: AsyncIterable<Buffer | string>;
  /** A person is looking: live lines and colour make sense. */
  interactive: boolean;
  env: NodeJS.ProcessEnv;
  /** What tests put in place of the outside world. */
  overrides?: Overrides;
}

export type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command was given. */
export interface Given {
  positionals: string[];
  values: Record<string, string | boolean | undefined>;
  terminal: Terminal;
}

/** One command of `jobdata`. */
export interface Command {
  /** As typed: "account create". */
  name: string;
  summary: string;
  /** Arguments and options, as the help shows them after the name. */
  usage: string;
  /** More lines for its help. */
  details?: string;
  options: Options;
  /** How many words it takes after its name and beside its options; absent: none. More are a mistake. */
  words?: number;
  /** Gives the exit code where it is another than 0 and no error: what was printed says why. */
  run(given: Given): Promise<number | void>;
}

/** Reads the words after the command's name; a wrong one is a UsageError. */
export function readGiven(command: Command, words: string[], terminal: Terminal): Given {
  const { positionals, values } = parseWords(command, words);
  const [extra] = positionals.slice(command.words ?? 0);
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one word too many. Put a text of several words in quotes.`);
  return { positionals, values: values as Given['values'], terminal };
}

function parseWords({ options }: Command, words: string[]): { positionals: string[]; values: object } {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The rest of it is about words that look like options.
    throw new UsageError(message.replace(/^(Unknown option '[^']*')\. [^]*/, '$1.'));
  }
}

/** A file that the command line names; an Error with a sentence where it cannot be read. */
export async function readNamedFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`There is no file "${path}".`, { cause: error });
    if (code === 'EISDIR') throw new Error(`"${path}" is a folder, not a file.`, { cause: error });
    throw new Error(`The file "${path}" cannot be read (${code ?? 'unknown error'}).`, { cause: error });
  }
}

export function text(given: Given, name: string): string | undefined {
  const value = given.values[name];
  return typeof value === 'string' ? value : undefined;
}

export function requireText(given: Given, name: string): string {
  const value = text(given, name);
  if (value === undefined) throw new UsageError(`The option --${name} is missing.`);
  return value;
}

/** The positional at `index`, named for the message. */
export function requirePositional(given: Given, index: number, name: string): string {
  const value = given.positionals[index];
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  return value;
}

export function requireOneOf<const T extends string>(value: string, values: readonly T[], name: string): T {
  if (!values.includes(value as T)) throw new UsageError(`${name} must be one of: ${values.join(', ')}.`);
  return value as T;
}

export function printJson(given: Given, value: unknown): void {
  given.terminal.stdout(`${JSON.stringify(value)}\n`);
}

/** Columns of text, padded to the widest cell; the last column runs free. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === header.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - [...cell].length),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export async function readStdin(terminal: Terminal): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of terminal.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

export function configOf(given: Given): Config {
  return loadConfig(given.terminal.env);
}

/** Runs on the accounts' store and closes it. */
export async function withCore<T>(given: Given, run: (core: AppContext) => Promise<T>): Promise<T> {
  const core = await createAppContext(configOf(given), given.terminal.overrides);
  try {
    return await run(core);
  } finally {
    await core.store.close();
  }
}

export const JSON_OPTION = { json: { type: 'boolean' } } as const satisfies Options;
