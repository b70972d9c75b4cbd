import type { Country } from '../../schemas/index.ts';
import { createServiceEgress } from '../app/create-egress.ts';
import { createLocalPages } from '../app/pages.ts';
import { UsageError } from '../errors.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze } from '../lib/text.ts';
import { createReputationLookup } from '../reputation/create-lookup.ts';
import { writeReputationAnswer } from '../reputation/reputation-answer.ts';
import type { ReputationAnswer } from '../reputation/reputation-lookup.ts';
import { choice, configOf, formatTable, requirePositional, withCore, type Command } from './command.ts';

export const reputation: Command = {
  name: 'reputation',
  summary: 'Look up what employees say of employers (not metered).',
  usage: 'NAME… [--mode light|deep] [--country GB|FR] [--json]',
  examples: ['Tesco --country GB', '"Marks and Spencer" Boots --mode deep'],
  words: Number.POSITIVE_INFINITY,
  details: 'A name of several words goes in quotes: each word that stands alone is a name.',
  run: (given) =>
    withCore(given, async (core) => {
      requirePositional(given, 0, 'NAME');
      if (given.positionals.some((name) => squeeze(stripInvisible(name)) === ''))
        throw new UsageError('A NAME is blank.');
      const depth = choice<'light' | 'deep'>(given, 'mode') ?? 'light';
      const country = choice<Country>(given, 'country');
      const config = configOf(given);
      const { overrides } = given.terminal;
      const egress = overrides?.egress ?? createServiceEgress(core, overrides);
      const pages = createLocalPages(core, egress, overrides);
      try {
        const { lookup, close } = createReputationLookup({
          config,
          clock: core.clock,
          egress,
          renderer: pages.renderer,
          store: core.store.reputation,
          parser: overrides?.reputationParser,
          onModelFault: (reason) => given.terminal.stderr(`Insights by the embedded extractor: ${reason}.\n`),
        });
        try {
          const live = given.terminal.interactive && !given.values['json'];
          const prepared = await lookup.prepare({ names: given.positionals, depth, country });
          const answer = await prepared.run({
            signal: AbortSignal.timeout(config.callDeadlineMs),
            deadlineAt: core.clock.now() + config.callDeadlineMs,
            onProgress: ({ message }) => {
              if (live) given.terminal.stderr(`  ${message}\n`);
            },
          });
          const { json } = writeReputationAnswer(answer.names, 'json', country);
          given.terminal.stdout(`${given.values['json'] ? json : show(answer)}\n`);
        } finally {
          await close();
        }
      } finally {
        await pages.close();
        await egress.close();
      }
    }),
};

function show({ names }: ReputationAnswer): string {
  const rows = [...names].map(([name, { reputation, provenance }]) => [
    squeeze(stripInvisible(name)),
    reputation.rating === null ? '–' : reputation.rating.toFixed(1),
    String(reputation.review_count),
    provenance.status.replaceAll('_', ' '),
    provenance.sources
      .map(({ site, rating, review_count: count }) => `${site} ${rating === null ? '–' : rating.toFixed(1)} (${count})`)
      .join(', '),
  ]);
  const details = [...names].flatMap(([name, { reputation, provenance }]) => {
    const lines = [
      ...reputation.insights.map((insight) => `  - ${insight}`),
      ...(provenance.reason ? [`  ! ${squeeze(stripInvisible(provenance.reason))}`] : []),
    ];
    return lines.length > 0 ? ['', squeeze(stripInvisible(name)), ...lines] : [];
  });
  return [formatTable(['EMPLOYER', 'RATING', 'REVIEWS', 'STATUS', 'SOURCES'], rows), ...details].join('\n');
}
