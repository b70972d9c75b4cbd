import type { Country } from '../../schemas/index.ts';
import type { AppContext } from '../app/app-context.ts';
import { createServiceEgress } from '../app/parts/create-egress.ts';
import { createLocalPages } from '../app/parts/pages.ts';
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
  outputJson,
  requirePositional,
  withAppContext,
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
      : withAppContext(args, (context) => askLive(args, context)));
  },
};

async function askLive(args: CommandArguments, context: AppContext): Promise<void> {
  const { overrides } = args.terminal;
  const egress = overrides?.egress ?? createServiceEgress(context, overrides);
  const pages = createLocalPages(context, egress, overrides);
  try {
    const { lookup, close } = createReputationLookup({
      config: context.config,
      clock: context.clock,
      egress,
      renderer: pages.renderer,
      store: context.store.reputation,
      parser: overrides?.reputationParser,
      onModelFault: (reason) => args.terminal.stderr(`Insights by the embedded extractor: ${reason}.\n`),
    });
    try {
      await ask(args, lookup, context.clock);
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
  outputJson(
    args,
    () => writeReputationAnswer(answer.names, 'json', country).json,
    () => show(answer),
  );
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
