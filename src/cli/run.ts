import { UsageError } from '../errors.ts';
import { messageOf } from '../lib/error-message.ts';
import { VERSION } from '../version.ts';
import { didYouMean, readArguments, type Command, type Terminal } from './command.ts';
import { helpOf, overview, usageOf } from './help.ts';
import { commandGroups } from './index.ts';

/** Returns the exit code: 0 or the command's own code, 1 for an error, 2 for wrong usage (SPEC §11). */
export async function runCommandLine(line: string[], terminal: Terminal): Promise<number> {
  if (line.length === 1 && /^(?:--version|-v|version)$/.test(line[0] ?? '')) {
    terminal.stdout(`${VERSION}\n`);
    return 0;
  }
  const words = line[0] === 'help' ? line.slice(1) : line;
  const isHelpOfAll = words[0] === undefined || words[0].startsWith('-');
  const groups = await commandGroups(isHelpOfAll ? undefined : words[0]);
  const command = findCommand(
    groups.flatMap(([, commands]) => commands),
    words,
  );
  const wantsHelp = words.includes('--help') || words.includes('-h') || words.length === 0 || words !== line;
  if (wantsHelp && groups.length > 0) {
    terminal.stdout(command ? helpOf(command) : overview(groups));
    return 0;
  }
  if (!command) {
    terminal.stderr(`${await sayUnknown(words)}\n`);
    return 2;
  }
  try {
    const name = command.name.split(' ').length;
    return (await command.run(readArguments(command, words.slice(name), terminal))) ?? 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.stderr(`${error.message}\n\n${usageOf(command)}\n\njobdata ${command.name} --help says more.\n`);
      return 2;
    }
    terminal.stderr(`${messageOf(error)}\n`);
    return 1;
  }
}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => words[index] === word));
}

async function namesOf(word?: string): Promise<string[]> {
  return (await commandGroups(word)).flatMap(([, commands]) => commands.map(({ name }) => name));
}

async function sayUnknown(words: readonly string[]): Promise<string> {
  const [first = '', second] = words;
  const group = (await namesOf(first)).map((name) => name.split(' ')[1] as string);
  if (group.length > 0) {
    const near = second === undefined ? '' : didYouMean(second, group);
    return `jobdata ${first} needs one of these words next: ${group.join(', ')}.${near}`;
  }
  const names = await namesOf();
  const heads = [...new Set(names.map((name) => name.split(' ')[0] as string))];
  const near = didYouMean(words.slice(0, 2).join(' '), names) || didYouMean(first, heads);
  return `There is no command "${first}".${near} jobdata --help lists them.`;
}
