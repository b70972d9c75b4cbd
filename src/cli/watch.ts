import { baseUrlOf } from '../app/parts/mail.ts';
import { createSearch } from '../app/parts/search.ts';
import type { AppContext } from '../app/app-context.ts';
import { UsageError } from '../errors.ts';
import { isoTime } from '../lib/clock.ts';
import { toCredits } from '../lib/credits.ts';
import { toSnakeCase } from '../lib/snake-case.ts';
import { shownResult } from '../saved-searches/run-result.ts';
import type { SavedSearches } from '../saved-searches/saved-searches.ts';
import type { SavedSearchStatus } from '../saved-searches/search-status.ts';
import type { RunFrequency, SavedSearchRecord } from '../store/types.ts';
import { createScrapeJobsTool } from '../tools/scrape-jobs.ts';
import { ToolTable } from '../tools/tool.ts';
import {
  accountOf,
  choice,
  formatTable,
  items,
  output,
  requirePositional,
  requireText,
  text,
  withAppContext,
  requireYes,
  type Command,
  type CommandArguments,
} from './command.ts';

const EVERY = { hour: 'hourly', day: 'daily', week: 'weekly' } as const satisfies Record<string, RunFrequency>;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

type FeedOf = (search: SavedSearchRecord) => Promise<string>;

async function withSearches<T>(
  args: CommandArguments,
  run: (searches: SavedSearches, context: AppContext, feedOf: FeedOf) => Promise<T>,
): Promise<T> {
  // The saved searches are loaded only here, because other commands do not need them.
  const { createSavedSearches, createSearchLinks } = await import('../app/parts/saved-searches.ts');
  return withAppContext(args, async (context) => {
    const { search, catalog, close } = createSearch(context, args.terminal.overrides);
    try {
      const tools = new ToolTable([createScrapeJobsTool(catalog, search)]);
      const searches = createSavedSearches(context, tools, context.config.smtpUrl !== null);
      const links = createSearchLinks(context);
      return await run(searches, context, (one) => links.feedAddress(one, baseUrlOf(context.config)));
    } finally {
      await close();
    }
  });
}

function show(search: SavedSearchRecord): Record<string, unknown> {
  return {
    search_id: search.id,
    account_id: search.accountId,
    name: search.name,
    arguments: JSON.parse(search.arguments) as unknown,
    frequency: search.frequency,
    hour: search.hour,
    weekday: WEEKDAYS[search.weekday - 1],
    zone: search.zone,
    monthly_limit: search.monthlyLimit === null ? null : toCredits(search.monthlyLimit),
    mail: search.mail,
    webhook: search.webhook,
    state: search.state,
    reason: search.pauseReason,
    detail: search.pauseDetail,
    next_run_at: search.state === 'paused' ? null : isoTime(search.nextRunAt),
    last_run_at: search.lastRunAt === null ? null : isoTime(search.lastRunAt),
  };
}

function withoutAbsent(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

function row({ search, spent, lastResult }: SavedSearchStatus): string[] {
  const { state, pauseReason } = search;
  return [
    search.id,
    search.name,
    pauseReason === null ? state : `${state} (${pauseReason})`,
    state === 'paused' ? '–' : isoTime(search.nextRunAt).slice(0, 16),
    lastResult ? `${lastResult.outcome}, ${lastResult.fresh} new` : '–',
    String(spent),
  ];
}

async function requireSearch({ store }: AppContext, args: CommandArguments): Promise<SavedSearchRecord> {
  const id = requirePositional(args, 0, 'SEARCH_ID');
  const search = await store.savedSearches.find(id);
  if (!search) throw new UsageError(`There is no saved search ${id}. "jobdata watch list" names them.`);
  return search;
}

function actOn(
  name: string,
  summary: string,
  said: string,
  act: (searches: SavedSearches, search: SavedSearchRecord, args: CommandArguments) => Promise<void>,
  more: Pick<Command, 'usage' | 'examples'> = { usage: 'SEARCH_ID [--json]', examples: ['sea_4f1c'] },
): Command {
  return {
    name,
    summary,
    ...more,
    words: 1,
    run: (args) =>
      withSearches(args, async (searches, context) => {
        const search = await requireSearch(context, args);
        await act(searches, search, args);
        output(args, { ok: true }, said);
      }),
  };
}

export const watchCommands: readonly Command[] = [
  {
    name: 'watch add',
    summary: 'Save a search for an account; the service runs it automatically.',
    usage:
      '[ACCOUNT] --query Q --platforms a,b [--country GB|FR] [--location L] [--radius KM] [--min-salary AMOUNT] [--every hour|day|week] [--hour HOUR] [--weekday monday|tuesday|wednesday|thursday|friday|saturday|sunday] [--zone Z] [--limit CREDITS] [--mail] [--webhook URL] [--name N] [--language en|fr] [--json]',
    hidden: '--account ID',
    examples: [
      'ann@example.com --query nurse --platforms nhs_jobs,reed --location Leeds --mail',
      'ann@example.com --query comptable --country FR --platforms apec --every week --weekday monday --zone Europe/Paris --language fr',
    ],
    details:
      'Each run is charged to the account like any other call. Without --every, the search runs every day. Without --hour, it runs at 8. The default of --zone is Europe/London, or Europe/Paris for FR. --limit is in credits a month. Keep the feed’s address secret, because anyone who has the address can read the feed. The webhook’s secret is printed only once.',
    words: 1,
    run: (args) =>
      withSearches(args, async (searches, { accounts }, feedOf) => {
        const account = await accountOf(args, accounts);
        const country = choice<'GB' | 'FR'>(args, 'country');
        const radius = text(args, 'radius');
        const limit = text(args, 'limit');
        const hour = text(args, 'hour');
        const weekday = choice<(typeof WEEKDAYS)[number]>(args, 'weekday') ?? 'monday';
        const stored = await searches.create(account, {
          name: text(args, 'name') ?? '',
          language: choice<'en' | 'fr'>(args, 'language') ?? 'en',
          arguments: withoutAbsent({
            query: requireText(args, 'query'),
            platforms: items(args, 'platforms') ?? [],
            country,
            location: text(args, 'location'),
            min_salary: text(args, 'min-salary'),
            radius_km: radius === undefined ? undefined : Number(radius),
          }),
          frequency: EVERY[choice<keyof typeof EVERY>(args, 'every') ?? 'day'],
          hour: hour === undefined ? 8 : Number(hour),
          weekday: WEEKDAYS.indexOf(weekday) + 1,
          zone: text(args, 'zone') ?? (country === 'FR' ? 'Europe/Paris' : 'Europe/London'),
          monthlyLimit: limit === undefined ? null : Number(limit),
          mail: args.values['mail'] === true,
          webhookUrl: text(args, 'webhook') ?? '',
        });
        const shown = {
          ...show(stored.search),
          feed: await feedOf(stored.search),
          ...(stored.webhookSecret === undefined ? {} : { webhook_secret: stored.webhookSecret }),
        };
        output(args, shown, (answer) =>
          Object.entries(answer)
            .map(
              ([name, value]) =>
                `${name}: ${typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? '–')}`,
            )
            .join('\n'),
        );
      }),
  },
  {
    name: 'watch list',
    summary: "List an account's saved searches.",
    usage: '[ACCOUNT] [--feed] [--json]',
    hidden: '--account ID',
    examples: ['', 'ann@example.com --json', 'ann@example.com --feed'],
    details: 'With --feed, the secret address of each search’s feed is printed too.',
    words: 1,
    run: (args) =>
      withSearches(args, async (searches, { accounts }, feedOf) => {
        const found = await searches.list(await accountOf(args, accounts));
        const feeds =
          args.values['feed'] === true ? await Promise.all(found.map(({ search }) => feedOf(search))) : undefined;
        const header = [
          'SEARCH ID',
          'NAME',
          'STATE',
          'NEXT RUN (UTC)',
          'LAST RUN',
          'CREDITS',
          ...(feeds ? ['FEED'] : []),
        ];
        const answer = found.map(({ search, spent, lastResult }, index) => ({
          ...show(search),
          ...(feeds ? { feed: feeds[index] } : {}),
          credits_this_month: spent,
          last_result: lastResult ? toSnakeCase(shownResult(lastResult)) : null,
        }));
        output(args, answer, () =>
          formatTable(
            header,
            found.map((one, index) => [...row(one), ...(feeds ? [feeds[index] ?? ''] : [])]),
          ),
        );
      }),
  },
  actOn(
    'watch run',
    'Run a saved search within the next minute.',
    'The search will run within the next minute.',
    (searches, { accountId, id }) => searches.runNow(accountId, id),
  ),
  actOn(
    'watch pause',
    'Pause a saved search (--off resumes it).',
    'Done.',
    (searches, { accountId, id }, args) =>
      args.values['off'] === true ? searches.resume(accountId, id) : searches.pause(accountId, id),
    { usage: 'SEARCH_ID [--off] [--json]', examples: ['sea_4f1c', 'sea_4f1c --off'] },
  ),
  actOn(
    'watch delete',
    'Delete a saved search, its feed and its record of delivered jobs.',
    'The saved search has been deleted.',
    async (searches, { accountId, id }, args) => {
      requireYes(args);
      await searches.delete(accountId, id);
    },
    { usage: 'SEARCH_ID --yes [--json]', examples: ['sea_4f1c --yes'] },
  ),
];
