import { periodAt } from '../../credits/billing-period.ts';
import { forecast } from '../../credits/forecast.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { toCredits, type Millicredits } from '../../lib/credits.ts';
import type { AccountRecord } from '../../store/types.ts';
import { html, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';

/**
 * The forecast is called rough if fewer than `SURE_FROM` of the last `PACE_DAYS` days have paid calls. Only days of the
 * current month count.
 */
const PACE_DAYS = 7;
const SURE_FROM = 3;

interface PaidDay {
  day: number;
  cost: Millicredits;
  period?: number;
}

/**
 * Returns false if the plan has no monthly credits, no credits are left, the trial is over, or no call has been made.
 */
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
  // A short French date ends in a full stop (« 3 nov. ») and so does the sentence, so the date includes the year.
  const end = formats.date(endsAt);
  switch (result.kind) {
    case 'idle':
      // Accounts without calls get no forecast. The overview shows them the first steps.
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
