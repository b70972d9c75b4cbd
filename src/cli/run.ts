import { ConfigError } from '../config/config.ts';
import { ServiceError, UsageError } from '../errors.ts';
import { readGiven, type Command, type Terminal } from './command.ts';
import { COMMANDS } from './index.ts';

/** Runs one command line; returns the exit code: 1 for an error, 2 for wrong usage (SPEC §11). */
export async function runCommandLine(line: string[], terminal: Terminal): Promise<number> {
  const words = line[0] === 'help' ? line.slice(1) : line;
  const command = findCommand(words);
  const wantsHelp = words.includes('--help') || words.includes('-h') || words.length === 0 || words !== line;
  if (wantsHelp) {
    terminal.stdout(command ? helpOf(command) : overview(words));
    return 0;
  }
  if (!command) {
    const group = groupOf(words);
    terminal.stderr(
      group.length > 0
        ? `jobdata ${words[0]} needs one of these words next: ${group.map(({ name }) => name.split(' ')[1]).join(', ')}.\n`
        : `There is no command "${words[0]}". jobdata --help lists them.\n`,
    );
    return 2;
  }
  try {
    const name = command.name.split(' ').length;
    return (await command.run(readGiven(command, words.slice(name), terminal))) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr(`${error.message}\n\n${helpOf(command)}`);
      return 2;
    }
    terminal.stderr(`${messageOf(error)}\n`);
    return 1;
  }
}

function findCommand(words: readonly string[]): Command | undefined {
  return COMMANDS.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ServiceError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

function helpOf({ name, usage, summary, details }: Command): string {
  return `${summary}\n\n  jobdata ${name}${usage ? ` ${usage}` : ''}\n${details ? `\n${details}\n` : ''}`;
}

/** The commands that begin with a word of two: "account". */
function groupOf(words: readonly string[]): readonly Command[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `));
}

function overview(words: readonly string[]): string {
  const group = groupOf(words);
  const shown = group.length > 0 ? group : COMMANDS;
  const width = Math.max(...shown.map(({ name }) => name.length));
  const lines = shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `jobdata: job data for programs and assistants\n\n${lines.join('\n')}\n\njobdata COMMAND --help says more of each. Settings come from the environment (src/docs/en/operating.md).\n`;
}
