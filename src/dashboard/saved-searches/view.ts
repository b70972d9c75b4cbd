import type { SavedSearchStatus } from '../../saved-searches/search-status.ts';
import { deliveredSearch } from '../../saved-searches/delivery.ts';
import { mayPreview } from '../../saved-searches/saved-searches.ts';
import { runLines } from '../../saved-searches/deliver/job-lines.ts';
import { PAUSE_REASONS } from '../../saved-searches/deliver/content.ts';
import { DELIVERY_TEXTS } from '../../saved-searches/texts/index.ts';
import { toCredits } from '../../lib/credits.ts';
import { dayFormat } from '../../lib/day-format.ts';
import type { DeliveryChannel } from '../../store/types.ts';
import { platformName } from '../../widgets/shared/platform-names.ts';
import { copyButton, copyableId } from '../components/fields.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { pathOf } from './delivered-page.ts';
import { form } from '../components/form.ts';
import { factList } from '../components/data-table.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface SearchCard {
  status: SavedSearchStatus;
  feed: string;
  now: number;
}

export function searchCard({ status, feed, now }: SearchCard, pageContext: PageContext): SafeHtml {
  const { texts, formats, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  const { search, spent, isAllowed } = status;
  const { id, name, state, monthlyLimit } = search;
  const used = formats.number(spent);
  const isHalted = state === 'paused' || search.mail === 'paused' || search.webhook === 'paused';
  const act = (action: string, label: string, kind?: 'primary' | 'danger'): SafeHtml =>
    form({ action: '/saved-searches/act', csrf, hidden: { id }, button: label, kind, posts: ['act', action] });
  const facts: [string, Content][] = [
    [t.what, question(status, pageContext)],
    [t.planned, schedule(status, pageContext)],
    [
      t.nextRun,
      state === 'paused'
        ? t.noRun
        : search.runDueAt !== null
          ? t.runsNow
          : search.nextRunAt <= now
            ? t.dueNow
            : zoned(search.nextRunAt, search.zone, pageContext),
    ],
    [t.lastRun, lastRun(status, pageContext)],
    [t.month, monthlyLimit === null ? t.spent(used) : t.spentOf(used, formats.number(toCredits(monthlyLimit)))],
    [t.delivery, deliveries(status, feed, pageContext)],
  ];
  return html`<section id="${id}">
    <h2>
      <bdi>${name}</bdi>
      <span class="badge ${state === 'active' ? 'good' : 'bad'}">${t.states[state]}</span>
    </h2>
    ${reason(status, pageContext)}
    ${!isAllowed && state !== 'paused' && html`<p class="notice bad">${DELIVERY_TEXTS[pageContext.language].pauseReasons.plan}</p>`}
    ${factList(facts, 'pairs field')}
    <div class="actions">
      ${act('run', t.runNow)}
      <a class="button" href="/saved-searches/edit?id=${id}">${t.edit}</a>
      ${isHalted ? act('resume', t.resume, 'primary') : act('pause', t.pause)}
    </div>
    <details>
      <summary>${t.more}</summary>
      <div class="actions">
        ${mayPreview(search) && act('preview', t.preview)} ${act('feed', t.renewFeed)}
        ${search.webhookUrl !== '' && act('secret', t.renewSecret)}
      </div>
      <p>${t.deleteLead}</p>
      ${act('delete', t.delete, 'danger')}
    </details>
  </section>`;
}

function reason({ search }: SavedSearchStatus, { language }: PageContext): Content {
  const code = PAUSE_REASONS.find((one) => one === search.pauseReason);
  if (code === undefined) return null;
  return html`<p class="notice ${code === 'owner' ? 'info' : 'bad'}">
    ${DELIVERY_TEXTS[language].pauseReasons[code]}
    ${search.pauseDetail !== null && html`<span class="soft" lang="en">${search.pauseDetail}</span>`}
  </p>`;
}

function question({ arguments: args }: SavedSearchStatus, { texts }: PageContext): SafeHtml {
  const parts = Object.entries(args).map(([name, value]) => {
    const label = texts.playground.labels[`scrape_jobs.${name}`] ?? name;
    const items = [value].flat().map((item) => (name === 'platforms' ? platformName(String(item)) : String(item)));
    return html`<span class="soft">${label}</span> <bdi>${items.join(', ')}</bdi><br />`;
  });
  return html`${parts}`;
}

function schedule({ search }: SavedSearchStatus, { texts }: PageContext): string {
  const t = textsOf(texts, TEXTS);
  const { frequency, hour, weekday, zone } = search;
  if (frequency === 'hourly') return t.frequencies.hourly;
  const day = frequency === 'weekly' ? `, ${t.weekdays[weekday - 1] ?? ''}` : '';
  return `${t.frequencies[frequency]}${day}, ${String(hour).padStart(2, '0')}:00 (${zone})`;
}

/** Uses UTC if the runtime does not know the search's time zone. */
function zoned(at: number, zone: string, { language, formats }: PageContext): string {
  try {
    const format = dayFormat(DELIVERY_TEXTS[language].locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
    return `${format.format(at)} (${zone})`;
  } catch {
    return `${formats.time(at)} (UTC)`;
  }
}

function lastRun({ search, lastResult }: SavedSearchStatus, pageContext: PageContext): Content {
  const { texts, formats, language } = pageContext;
  const t = textsOf(texts, TEXTS);
  if (search.lastRunAt === null || !lastResult) return t.notYet;
  const { outcome, fresh, total, receiptId, platforms, notRead, message } = lastResult;
  const said = outcome === 'ok' ? t.result(fresh, total) : t.outcomes[outcome];
  const lines = runLines({
    platforms,
    search: { ...deliveredSearch(search), language },
    ...(notRead ? { notRead } : {}),
  });
  return html`${zoned(search.lastRunAt, search.zone, pageContext)}${texts.common.colon}${said}
  ${outcome !== 'ok' && message !== undefined && html`<br /><span class="soft" lang="en">${message}</span>`}
  ${lines.map((line) => html`<br /><span class="soft">${line}</span>`)}
  ${receiptId !== null && html`<br /><span class="soft">${texts.usage.receipt}${texts.common.colon}${copyableId(receiptId, texts.common)} (${t.spent(formats.number(lastResult.cost))})</span>`}`;
}

function deliveries(
  { search, progress, givenUp }: SavedSearchStatus,
  feed: string,
  pageContext: PageContext,
): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS);
  const way = (one: DeliveryChannel, to: string): Content => {
    if (search[one] === 'off') return null;
    const last = progress.find((each) => each.way === one);
    const fault = last?.fault ? (t.faults[last.fault] ?? last.fault) : '';
    const said =
      last?.state === 'sent'
        ? t.attempts.sent
        : last?.state === 'waiting'
          ? t.attempts.waiting(fault, `${formats.time(last.nextAt)} (UTC)`)
          : last && t.attempts.failed(fault);
    // When a paused channel is resumed, it gets the jobs that it missed, so they do not count as given up.
    const count = search[one] === 'on' ? (givenUp[one] ?? 0) : 0;
    return html`${t.ways[one]}
      <bdi class="soft">${to}</bdi> ${search[one] === 'paused' && html`<span class="badge bad">${t.wayPaused}</span>`}
      ${said !== undefined && html`<br /><span class="soft">${said}</span>`}
      ${count > 0 && html`<br /><span class="soft">${t.attempts.givenUp(count)}</span>`}<br />`;
  };
  const host = search.webhookUrl === '' ? '' : new URL(search.webhookUrl).host;
  return html`${way('mail', '')}${way('webhook', host)}<a href="${feed}">${t.feed}</a>
    <code class="id" id="feed-${search.id}">${feed}</code> ${copyButton(`feed-${search.id}`, texts.common)}
    ${search.lastDeliveredAt !== null && html`<br /><a href="${pathOf(search, {})}">${t.allDeliveries}</a>`}`;
}
