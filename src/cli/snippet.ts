import { systemClock } from '../lib/clock.ts';
import { readSnippetFigures, type SearchRow } from '../reputation/snippet/read-snippet.ts';
import { output, requireText, text, type Command } from './command.ts';
import { answerLines, lineText } from './lines.ts';
import { aliasesOf, homeOf } from './match.ts';

export const snippet: Command = {
  name: 'snippet',
  summary: "Read an employer's rating and number of reviews from a search result.",
  usage: '--company NAME [--country GB|FR] --url U [--title T] TEXT',
  examples: [
    '--company Acme --country FR --url https://www.glassdoor.fr/Avis/Acme-Avis-E1.htm "Note : 3,8 · 1 204 avis"',
  ],
  words: Number.POSITIVE_INFINITY,
  hidden: '--json',
  details:
    'The output is always JSON. With "-", the command reads one {"company", "country", "url", "title", "text"} per line from standard input.',
  run: async (args) => {
    const aliases = await aliasesOf(args);
    const now = (args.terminal.overrides?.clock ?? systemClock).now();
    const home = text(args, 'country');
    const read = (row: SearchRow, company: string, countryCode: string | undefined) => {
      const figures = readSnippetFigures(row, company, { ...homeOf(countryCode), aliases, now });
      return { rating: figures?.rating ?? null, review_count: figures?.reviewCount ?? null };
    };
    if (args.positionals[0] === '-') {
      return answerLines(args, (line) => {
        const row = {
          url: lineText(line, 'url'),
          title: lineText(line, 'title', ''),
          text: lineText(line, 'text', ''),
        };
        return read(row, lineText(line, 'company'), lineText(line, 'country', home ?? ''));
      });
    }
    const row = {
      url: requireText(args, 'url'),
      title: text(args, 'title') ?? '',
      text: args.positionals.join(' '),
    };
    output(args, read(row, requireText(args, 'company'), home));
  },
};
