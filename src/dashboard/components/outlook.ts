import { periodAt } from '../../credits/billing-period.ts';
import { forecast } from '../../credits/forecast.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { toCredits, type Millicredits } from '../../lib/credits.ts';
import type { AccountRecord } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';

/** The forecast uses this many days; with fewer days of paid calls it is called rough. */
const PACE_DAYS = 7;
const SURE_FROM = 3;

/** Credits of a day; without a period, in the current month. */
interface PaidDay {
  day: number;
  cost: Millicredits;
  period?: number;
}

/** How long the credits last; false if the notices above say all of it. */
export function outlook(
  account: AccountRecord,
  rows: readonly PaidDay[],
  now: number,
  { texts, formats }: PageContext,
): SafeHtml | false {
  const t = texts.overview;
  const { trialEndsAt } = account;
  if (account.allowance === 0 || account.balance <= 0) return false;
  if (trialEndsAt !== null && trialEndsAt <= now) return false;
  const { startsAt, endsAt: renewsAt } = periodAt(account.anchorAt, now);
  const isTrialEnd = trialEndsAt !== null && trialEndsAt < renewsAt;
  const endsAt = isTrialEnd ? trialEndsAt : renewsAt;
  const days = rows.filter(({ period = account.period }) => period === account.period);
  const result = forecast({ balance: account.balance, now, startsAt, endsAt, days });
  const today = Math.floor(now / DAY_MS);
  const paidDays = new Set(days.filter(({ day, cost }) => cost > 0 && day > today - PACE_DAYS).map(({ day }) => day));
  const rough = paidDays.size < SURE_FROM && html` <span class="soft">${t.roughly(paidDays.size)}</span>`;
  // With the year: a short French date would end the sentence with two full stops.
  const end = formats.date(endsAt);
  switch (result.kind) {
    case 'idle':
      // // Accounts without calls see the first steps instead of a forecast.
      return rows.length > 0 && html`<p class="outlook">${t.noPace}</p>`;
    case 'enough': {
      const left = formats.number(Math.floor(toCredits(result.left)));
      return html`<p class="outlook">${isTrialEnd ? t.lastTheTrial(left, end) : t.lastTheMonth(left, end)}${rough}</p>`;
    }
    case 'used_up':
      return html`<p class="outlook">
        <strong>${t.lastUntil(formats.shortDate(result.at))}</strong> ${!isTrialEnd && t.renewOn(end)}
        ${account.overageLimit !== null && t.thenOverage}${rough}
      </p>`;
  }
}
