import { payScale, formatPay } from '../../shared/pay-bar.ts';
import { hasDelivered } from '../../shared/platform-outcomes.ts';
import { CALL_PRICES } from '../../shared/document-prices.ts';
import { callButton } from '../call-button.ts';
import { button, h, plain } from '../dom.ts';
import { structuredOf } from '../host.ts';
import { listOf, textOf } from '../message.ts';
import { costOf, isTestCall, type Shown } from '../widget.ts';
import { EmployerRatings } from './employer-ratings.ts';
import { filterFields, filterJobs, NO_FILTERS, type JobFilters } from './filters.ts';
import { jobCard } from './job-card.ts';
import { platformReport } from './platform-report.ts';
import { readJobs, type JobsResult } from './read-jobs.ts';
import { csvButton } from './save-csv.ts';
import { jobsTexts } from './texts.ts';

/** Cards are created STEP at a time, and the first SEEN_FIRST of them are visible before "show more" is pressed. */
const STEP = 50;
const SEEN_FIRST = 8;

/** This state survives a change of language. */
interface JobsState {
  result: JobsResult;
  filters: JobFilters;
  seen: number;
  ratings: EmployerRatings;
  append(next: JobsResult | undefined, spent: ReturnType<typeof costOf>): void;
}

function stateOf({ host, t }: Shown, result: JobsResult): JobsState {
  const ratings = new EmployerRatings(host, t, result.country);
  return { result, filters: NO_FILTERS, seen: SEEN_FIRST, ratings, append: () => undefined };
}

function isUndelivered({ platforms }: JobsResult): boolean {
  return platforms.length > 0 && !platforms.some(hasDelivered);
}

export function jobsView(shown: Shown, first: JobsResult): Node[] {
  const { host, t, args } = shown;
  const texts = jobsTexts(t);
  const state = shown.keep(() => stateOf(shown, first));
  const { ratings } = state;
  const isSample = isTestCall(shown.meta);
  ratings.setTexts(t);
  const list = h('ul', { class: 'jobs' });
  const count = h('p', { role: 'status', tabindex: '-1' });
  const scaleLine = h('p', { class: 'hint scale' });
  const further = h('div', { class: 'further' });
  const head = h('div', { class: 'bar head' });
  const fields = h('div');
  const platforms = h('div');
  const fitting = (): JobsResult['jobs'] => filterJobs(state.result.jobs, state.filters);

  function drawHead(): void {
    const where = [plain(textOf(args?.['location']), 80), texts.countries[state.result.country] ?? '']
      .filter(Boolean)
      .join(', ');
    head.replaceChildren(
      h(
        'div',
        {},
        h('p', { class: 'soft' }, where),
        count,
        ...(isSample ? [h('p', { class: 'hint' }, texts.sample)] : []),
      ),
      h(
        'div',
        { class: 'actions' },
        state.result.jobs.length > 0 && csvButton(host, t, fitting),
        listOf(host.context()['availableDisplayModes']).includes('fullscreen') &&
          button(
            texts.fullScreen,
            () => {
              host.request('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => undefined);
            },
            { class: 'to-full-screen' },
          ),
      ),
    );
    const nothing = state.result.jobs.length === 0;
    // The platforms' figures count these jobs once for each platform.
    const merged = state.result.jobs.filter(({ also_on: others }) => others.length > 0).length;
    platforms.replaceChildren(
      ...(merged > 0 ? [h('p', { class: 'hint' }, texts.merged(t.number(merged)))] : []),
      platformReport(state.result.platforms, t, nothing && state.result.platforms.some((row) => !hasDelivered(row))),
    );
    fields.replaceChildren(
      ...(state.result.jobs.length > 1
        ? [
            filterFields(state.result.jobs, state.filters, t, (next) => {
              state.filters = next;
              state.seen = SEEN_FIRST;
              drawList();
            }),
          ]
        : []),
    );
  }

  function drawList(): void {
    const jobs = fitting();
    const scale = payScale(state.result.jobs);
    const money = (pay: number): string => formatPay(pay, state.result.country, t.language);
    const isFiltered = jobs.length < state.result.jobs.length;
    const all = t.number(state.result.jobs.length);
    count.textContent = isFiltered
      ? texts.fits(t.number(jobs.length), all)
      : texts.jobs(all, t.number(state.result.found));
    scaleLine.textContent =
      scale === undefined || jobs.length === 0 ? '' : t.scale(money(scale.low), money(scale.high));
    ratings.clear();
    const view = {
      host,
      t,
      country: state.result.country,
      scale,
      isSample,
      ratings: (job: (typeof jobs)[number]) => ratings.viewOf(job),
    };
    const made = Math.max(STEP, Math.ceil(state.seen / STEP) * STEP);
    list.replaceChildren(...jobs.slice(0, made).map((job) => jobCard(job, view)));
    list.hidden = jobs.length === 0;
    showSeen(jobs.length);
  }

  function showSeen(fit: number): void {
    const cards = [...list.children] as HTMLElement[];
    cards.forEach((card, index) => {
      card.hidden = index >= state.seen;
    });
    const rest = Math.min(fit - state.seen, state.seen < STEP ? STEP - state.seen : STEP);
    further.replaceChildren(
      ...(rest > 0 ? [showMoreButton(fit, rest)] : []),
      ...(fit > 0 ? [] : [emptyNotice()]),
      ...more(),
    );
  }

  function showMoreButton(fit: number, rest: number): Node {
    return button(texts.showMore(t.number(rest)), () => {
      const before = state.seen;
      state.seen += rest;
      if (state.seen > list.children.length) drawList();
      else showSeen(fit);
      (list.children[before]?.querySelector('button') as HTMLElement | null)?.focus();
    });
  }

  function emptyNotice(): Node {
    if (state.result.jobs.length > 0)
      return h(
        'p',
        { class: 'notice' },
        `${t.noneLeft} `,
        button(
          t.showAll,
          () => {
            state.filters = NO_FILTERS;
            state.seen = SEEN_FIRST;
            drawHead();
            drawList();
            fields.querySelector('input')?.focus();
          },
          { class: 'link' },
        ),
      );
    return h('p', { class: 'notice' }, isUndelivered(state.result) ? texts.noneDelivered : texts.none);
  }

  /**
   * Returns a notice instead of a button if the client did not send the search's arguments, and nothing at the end of
   * the list.
   */
  function more(): Node[] {
    const { nextOffset } = state.result;
    if (nextOffset === null) return [];
    if (args === undefined || textOf(args['query']) === '') return [h('p', { class: 'notice' }, texts.nextAsk)];
    const price = t.credits(t.number(CALL_PRICES.jobsCached), t.number(CALL_PRICES.jobsFresh));
    return [
      callButton({
        host,
        t,
        class: 'primary',
        label: texts.next(price),
        busy: texts.nextBusy,
        tool: 'scrape_jobs',
        args: { ...args, offset: nextOffset },
        onResult: (given) => state.append(readJobs(structuredOf(given) ?? {}), costOf(given)),
      }),
    ];
  }

  function append(next: JobsResult | undefined, spent: ReturnType<typeof costOf>): void {
    const known = new Set(state.result.jobs.map(({ dedup_hash, url }) => `${dedup_hash} ${url}`));
    const added = (next?.jobs ?? []).filter(({ dedup_hash, url }) => !known.has(`${dedup_hash} ${url}`));
    const before = state.result.jobs.length;
    const isFailed = next === undefined || isUndelivered(next);
    const hadFocus = further.contains(document.activeElement);
    state.result = {
      ...state.result,
      // If no platform delivered the next jobs, or the answer could not be read, the same jobs can be requested again.
      nextOffset: isFailed ? state.result.nextOffset : next.nextOffset,
      found: Math.max(state.result.found, next?.found ?? 0),
      platforms: next?.platforms ?? state.result.platforms,
      jobs: [...state.result.jobs, ...added],
    };
    if (added.length > 0) {
      state.filters = NO_FILTERS;
      state.seen = before + Math.min(added.length, SEEN_FIRST);
    }
    drawHead();
    drawList();
    const said =
      added.length > 0
        ? texts.arrived(t.number(added.length))
        : next && isFailed
          ? texts.noneDelivered
          : texts.nothingArrived;
    count.textContent = [count.textContent, said, spent ? t.cost(t.number(spent.cost), t.number(spent.balance)) : '']
      .filter(Boolean)
      .join(' · ');
    if (!hadFocus) return;
    const arrived = list.children[before]?.querySelector('button');
    (arrived ?? further.querySelector<HTMLElement>('.call button') ?? count).focus();
  }

  state.append = append;
  drawHead();
  drawList();
  return [
    head,
    platforms,
    fields,
    scaleLine,
    list,
    further,
    ...(first.unreadable > 0 ? [h('p', { class: 'notice' }, texts.partial(t.number(first.unreadable)))] : []),
  ];
}
