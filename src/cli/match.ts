import { isSameCompany, readAliases, type Aliases } from '../reputation/match/match.ts';
import { configOf, output, requirePositional, text, type Command, type CommandArguments } from './command.ts';
import { answerLines, lineText } from './lines.ts';
import { country } from './read.ts';

export async function aliasesOf(args: CommandArguments): Promise<Aliases> {
  return readAliases((await configOf(args)).aliasesFile);
}

export function homeOf(value: string | undefined): { country?: 'GB' | 'FR' } {
  return value === undefined || value === '' ? {} : { country: country(value) };
}

export const match: Command = {
  name: 'match',
  summary: 'Check whether two names mean the same company.',
  usage: 'NAME CANDIDATE [--country GB|FR]',
  examples: ['"Tesco PLC" "Tesco Bank"', '-'],
  hidden: '--json',
  words: 2,
  details:
    'The output is always JSON. With "-", the command reads one {"name", "candidate", "country"} per line from standard input.',
  run: async (args) => {
    const aliases = await aliasesOf(args);
    const home = text(args, 'country');
    if (args.positionals[0] === '-') {
      return answerLines(args, (line) => ({
        same: isSameCompany(lineText(line, 'name'), lineText(line, 'candidate'), {
          ...homeOf(lineText(line, 'country', home ?? '')),
          aliases,
        }),
      }));
    }
    const name = requirePositional(args, 0, 'NAME');
    const candidate = requirePositional(args, 1, 'CANDIDATE');
    output(args, { same: isSameCompany(name, candidate, { ...homeOf(home), aliases }) });
  },
};
