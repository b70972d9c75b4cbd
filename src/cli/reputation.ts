import type { Country } from '../../schemas/index.ts';
import type { AppContext } from '../app/app-context.ts';
import { createServiceEgress } from '../app/create-egress.ts';
import { createLocalPages } from '../app/pages.ts';
import type { SampleServices } from '../samples/sample-services.ts';
import { nameScenarioFault } from '../samples/scenarios.ts';
import { UsageError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { squeeze } from '../lib/text.ts';
import { createReputationLookup } from '../reputation/create-lookup.ts';
import { writeReputationAnswer } from '../reputation/reputation-answer.ts';
import type { ReputationAnswer } from '../reputation/reputation-lookup.ts';
import {
  choice,
  configOf,
  formatTable,
  requirePositional,
  withCore,
  type Command,
  type CommandArguments,
} from './command.ts';
import { withSamples } from './sample.ts';

export const reputation: Command = {
  name: 'reputation',
  summary: 'Look up what employees say about employers (not metered).',
  usage: 'NAME… [--mode light|deep] [--country GB|FR] [--sample] [--json]',
  examples: ['"Alderfinch Software" --sample', 'Tesco --country GB', '"Marks and Spencer" Boots --mode deep'],
  words: Number.POSITIVE_INFINITY,
  details:
    'Put quotes around a name of several words; otherwise each word is a name. --sample answers offline, from the test-key sample data, which has employers such as Alderfinch Software.',
  run: async (args) => {
    requirePositional(args, 0, 'NAME');
    if (args.positionals.some((name) => squeeze(stripInvisible(name)) === '')) throw new UsageError('A NAME is blank.');
    const faults = args.values['sample'] === true ? args.positionals.map((name) => nameScenarioFault(name, [])) : [];
    const fault = faults.find((each) => each !== undefined);
    if (fault !== undefined) throw new UsageError(`NAME ${fault}.`);
    await (args.values['sample'] === true
      ? withSamples(args, ({ reputation: lookup, clock }) => ask(args, lookup, clock))
      : withCore(args, (core) => askLive(args, core)));
  },
};

async function askLive(args: CommandArguments, core: AppContext): Promise<void> {
  const { overrides } = args.terminal;
  const egress = overrides?.egress ?? createServiceEgress(core, overrides);
  const pages = createLocalPages(core, egress, overrides);
  try {
    const { lookup, close } = createReputationLookup({
      config: core.config,
      clock: core.clock,
      egress,
      renderer: pages.renderer,
      store: core.store.reputation,
      parser: overrides?.reputationParser,
      onModelFault: (reason) => args.terminal.stderr(`Insights by the embedded extractor: ${reason}.\n`),
    });
    try {
      await ask(args, lookup, core.clock);
    } finally {
      await close();
    }
  } finally {
    await pages.close();
    await egress.close();
  }
}

async function ask(args: CommandArguments, lookup: SampleServices['reputation'], clock: Clock): Promise<void> {
  const country = choice<Country>(args, 'country');
  const { callDeadlineMs } = await configOf(args);
  const live = args.terminal.interactive && !args.values['json'];
  const depth = choice<'light' | 'deep'>(args, 'mode') ?? 'light';
  const prepared = await lookup.prepare({ names: args.positionals, depth, country });
  const answer = await prepared.run({
    signal: AbortSignal.timeout(callDeadlineMs),
    deadlineAt: clock.now() + callDeadlineMs,
    onProgress: ({ message }) => {
      if (live) args.terminal.stderr(`  ${message}\n`);
    },
  });
  const { json } = writeReputationAnswer(answer.names, 'json', country);
  args.terminal.stdout(`${args.values['json'] ? json : show(answer)}\n`);
}

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
