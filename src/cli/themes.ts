import { readThemes } from '../reputation/themes/extract-themes.ts';
import { output, requireOneOf, requirePositional, text, type Command } from './command.ts';
import { answerLines, lineText } from './lines.ts';

const SIDES = { pos: 'positive', neg: 'negative' } as const;

function read(input: string, language: string, polarity: string): { themes: string[] } {
  const words = requireOneOf(language.toLowerCase(), ['en', 'fr'], 'language');
  const sign = polarity === '' ? undefined : requireOneOf(polarity.toLowerCase(), ['pos', 'neg'], 'polarity');
  return { themes: readThemes(input, words, sign && SIDES[sign]) };
}

export const themes: Command = {
  name: 'themes',
  summary: 'List the themes that a review mentions.',
  usage: '[--language en|fr] [--polarity pos|neg] TEXT',
  examples: ['--language fr --polarity neg "Les salaires sont gelés depuis cinq ans."'],
  words: Number.POSITIVE_INFINITY,
  hidden: '--json',
  details:
    'The output is always JSON. With "-", the command reads one {"language", "polarity", "text"} per line from standard input.',
  run: async (args) => {
    const language = text(args, 'language') ?? 'en';
    const polarity = text(args, 'polarity') ?? '';
    if (requirePositional(args, 0, 'TEXT') === '-') {
      return answerLines(args, (line) =>
        read(lineText(line, 'text'), lineText(line, 'language', language), lineText(line, 'polarity', polarity)),
      );
    }
    output(args, read(args.positionals.join(' '), language, polarity));
  },
};
