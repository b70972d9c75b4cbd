import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';
import type { Config } from '../config/config.ts';
import { list } from '../config/values.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { messageOf } from '../lib/error-message.ts';
import { nearestOf } from '../lib/nearest.ts';
import type { AccountRecord } from '../store/types.ts';
import type { AppContext, Overrides } from '../app/app-context.ts';

export interface Terminal {
  stdout(text: string): void;
  stderr(text: string): void;
  stdin: AsyncIterable<Buffer | string>;
  interactive: boolean;
  env: NodeJS.ProcessEnv;
  overrides?: Overrides;
}

export interface CommandArguments {
  positionals: string[];
  values: Record<string, string | boolean | undefined>;
  terminal: Terminal;
}

export interface Command {
  name: string;
  summary: string;
  /**
   * Arguments and options, as the help shows them. The parser uses the text too: `--off` is a switch, `--limit CREDITS`
   * takes a value that `VALUES` checks, and `--country GB|FR` takes one of the two, in upper or lower case.
   */
  usage: string;
  hidden?: string;
  details?: string;
  examples: readonly string[];
  words?: number;
  /**
   * Returns an exit code other than 0 if the command failed, but has already printed the reason and has thrown no
   * error.
   */
  run(args: CommandArguments): Promise<number | void>;
}

const isNumber = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value);
const isWhole = (value: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most;

const VALUES: Readonly<Record<string, readonly [fits: (value: string) => boolean, says: string]>> = {
  ACCOUNT: [() => true, 'an ID or e-mail address; you can leave out [ACCOUNT] if there is only one account'],
  AMOUNT: [isNumber, 'pounds or euros a year, in digits such as 40000'],
  COUNT: [(value) => isWhole(value, 1, 500), 'a whole number of jobs from 1 to 500'],
  CREDITS: [isNumber, 'a number of credits'],
  DAYS: [(value) => isWhole(value, 1, 90), 'a whole number of days from 1 to 90'],
  HOUR: [(value) => isWhole(value, 0, 23), 'a whole hour from 0 to 23'],
  ISO: [(value) => !Number.isNaN(Date.parse(value)), 'an ISO 8601 time such as 2026-11-20T10:00:00Z'],
  KM: [(value) => isWhole(value, 0, 100), 'a whole number of kilometres from 0 to 100'],
  SKIP: [(value) => isWhole(value, 0, 1_000), 'a whole number of jobs to skip, from 0 to 1000'],
  'YYYY-MM': [(value) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(value), 'a year and month such as 2026-11'],
};

export function readArguments(command: Command, words: string[], terminal: Terminal): CommandArguments {
  const options = optionsOf(command);
  const { positionals, values } = parseWords(options, words);
  const [extra] = positionals.slice(command.words ?? 0);
  if (extra !== undefined)
    throw new UsageError(
      `"${extra}" is one word too many. ${command.words ? 'Put quotes around text of several words.' : 'This command takes options only.'}`,
    );
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') values[name] = checked(name, value, options.get(name) ?? '');
  }
  return { positionals, values, terminal };
}

/** Returns one line for each kind of value in the usage, such as "KM: a whole number of kilometres from 0 to 100". */
export function describeValues({ usage }: Command): string[] {
  const named = new Set(usage.match(/[A-Z-]{2,}/g));
  return Object.entries(VALUES).flatMap(([name, [, says]]) => (named.has(name) ? [`${name}: ${says}`] : []));
}

function optionsOf({ usage, hidden = '' }: Pick<Command, 'usage' | 'hidden'>): Map<string, string | undefined> {
  const found = `${usage} ${hidden}`.matchAll(/--([a-z-]+)(?: ([^\s[\]()|-][^\s\])]*))?/g);
  return new Map([...found].map(([, name = '', value]) => [name, value]));
}

function parseWords(
  options: ReadonlyMap<string, string | undefined>,
  words: string[],
): Omit<CommandArguments, 'terminal'> {
  const types = [...options].map(([name, value]) => [name, { type: value === undefined ? 'boolean' : 'string' }]);
  try {
    const { positionals, values } = parseArgs({
      args: words,
      options: Object.fromEntries(types) as Record<string, { type: 'boolean' | 'string' }>,
      allowPositionals: true,
      strict: true,
    });
    return { positionals, values: { ...values } };
  } catch (error) {
    const message = messageOf(error);
    // The rest of Node's message is about arguments that start with a dash, so only its beginning is used.
    const [, option] = /^Unknown option '([^']*)'/.exec(message) ?? [];
    if (option === undefined) throw new UsageError(message);
    const names = [...options.keys()].map((name) => `--${name}`);
    throw new UsageError(`Unknown option '${option}'.${didYouMean(option, names)}`);
  }
}

/** Throws UsageError if the value does not fit `kind`. A choice is returned in the spelling of the usage. */
function checked(name: string, value: string, kind: string): string {
  const choices = kind.split('|');
  if (choices.length > 1) {
    const choice = choices.find((one) => one.toLowerCase() === value.toLowerCase());
    return requireOneOf(choice ?? value, choices, `--${name}`);
  }
  const [fits, says] = VALUES[kind] ?? [];
  if (fits?.(value) === false) throw new UsageError(`--${name} takes ${says}.`);
  return value;
}

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

export function text(args: CommandArguments, name: string): string | undefined {
  const value = args.values[name];
  return typeof value === 'string' ? value : undefined;
}

export function choice<T extends string>(args: CommandArguments, name: string): T | undefined {
  return text(args, name) as T | undefined;
}

export function items(args: CommandArguments, name: string): string[] | undefined {
  const value = text(args, name);
  return value === undefined ? undefined : list(value);
}

export function requireText(args: CommandArguments, name: string): string {
  const value = text(args, name);
  if (value === undefined) throw new UsageError(`The option --${name} is missing.`);
  return value;
}

export function requirePositional(args: CommandArguments, index: number, name: string): string {
  const value = args.positionals[index];
  if (value === undefined) throw new UsageError(`${name} is missing.`);
  return value;
}

export function requireYes(args: CommandArguments): void {
  if (args.values['yes'] !== true) throw new UsageError('Deleting cannot be undone: repeat the command with --yes.');
}

export function didYouMean(typed: string, names: readonly string[]): string {
  const near = nearestOf(typed, names);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}

export function requireOneOf<const T extends string>(value: string, values: readonly T[], name: string): T {
  if (!values.includes(value as T))
    throw new UsageError(`${name} must be one of: ${values.join(', ')}.${didYouMean(value, values)}`);
  return value as T;
}

const MAXIMUM_NAMED = 5;

/**
 * Returns the account that the arguments name or, if they name none, the only account. Throws UsageError if they name
 * none and there is not exactly one account.
 */
export async function accountOf(args: CommandArguments, accounts: Accounts): Promise<AccountRecord> {
  const named = args.positionals[0] ?? text(args, 'account');
  if (named !== undefined) return accounts.require(named);
  const all = await accounts.list();
  const [only] = all;
  if (only && all.length === 1) return only;
  if (!only) throw await noAccount(args);
  const emails = all.slice(0, MAXIMUM_NAMED).map(({ email }) => email);
  const more = all.length > MAXIMUM_NAMED ? ' …' : '';
  throw new UsageError(
    `Name the ACCOUNT (an ID or e-mail address). There are ${all.length}: ${emails.join(', ')}${more}.`,
  );
}

/** The message says where the command looked, because a command often runs with other settings than the service. */
export async function noAccount(args: CommandArguments): Promise<UsageError> {
  const { databaseUrl, dataDir } = await configOf(args);
  const looked = databaseUrl === null ? `${dataDir} (DATA_DIR)` : 'the database in DATABASE_URL';
  return new UsageError(
    `There is no account yet. Create one: jobdata account create --email ann@example.com\nThis command looked in ${looked}. If your service keeps its data elsewhere, run the command with the service's settings.`,
  );
}

/** Prints JSON if --json is given or `shown` is undefined. */
export function output<T>(args: CommandArguments, answer: T, shown?: string | ((answer: T) => string)): void {
  outputJson(args, () => JSON.stringify(answer), typeof shown === 'function' ? () => shown(answer) : shown);
}

/** Like `output`, for an answer that already exists as JSON. */
export function outputJson(args: CommandArguments, json: () => string, shown?: string | (() => string)): void {
  const isJson = shown === undefined || args.values['json'] === true;
  args.terminal.stdout(`${isJson ? json() : typeof shown === 'string' ? shown : shown()}\n`);
}

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

/**
 * The code for the settings, like that for the store below, is imported on demand, because the help and the offline
 * commands do not need it.
 */
export async function configOf(args: CommandArguments): Promise<Config> {
  const { loadConfig } = await import('../app/load-config.ts');
  return loadConfig(args.terminal.env);
}

export async function withAppContext<T>(args: CommandArguments, run: (context: AppContext) => Promise<T>): Promise<T> {
  const config = await configOf(args);
  const { createAppContext } = await import('../app/app-context.ts');
  const context = await createAppContext(config, args.terminal.overrides);
  try {
    return await run(context);
  } finally {
    await context.store.close();
  }
}
