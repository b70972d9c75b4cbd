import { UsageError } from '../errors.ts';
import { dedupHash } from '../jobs/dedup-hash.ts';
import { output, requireText, text, type Command } from './command.ts';
import { answerLines, lineText } from './lines.ts';

export const hash: Command = {
  name: 'hash',
  summary: 'Compute the dedup_hash of a job.',
  usage: '--title T [--company C] [--location L]',
  examples: ['--title "Data analyst" --company Acme --location Leeds', '-'],
  hidden: '--json',
  words: 1,
  details:
    'The output is always JSON. With "-", the command reads one {"title", "company", "location"} per line from standard input.',
  run: async (args) => {
    if (args.positionals[0] === '-') {
      return answerLines(args, (line) => ({
        dedup_hash: dedupHash(lineText(line, 'title'), lineText(line, 'company', ''), lineText(line, 'location', '')),
      }));
    }
    if (args.positionals[0] !== undefined) throw new UsageError('Give the job by --title, --company and --location.');
    output(args, {
      dedup_hash: dedupHash(requireText(args, 'title'), text(args, 'company') ?? '', text(args, 'location') ?? ''),
    });
  },
};
