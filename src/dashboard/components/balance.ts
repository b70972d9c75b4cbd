import { alertLevel } from '../../accounts/usage-alerts.ts';
import type { Plan } from '../../accounts/plans.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { AccountRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { notice } from '../layout.ts';
import type { PageContext } from '../page-context.ts';
import { amount } from './fields.ts';

export function alerts(account: AccountRecord, now: number, { texts }: PageContext): Content {
  const level = alertLevel(account);
  const t = texts.overview;
  const isOver = account.trialEndsAt !== null && account.trialEndsAt <= now;
  return [
    isOver && notice('bad', t.trialEnded),
    level === 50 && notice('info', t.alert50),
    level === 80 && notice('info', t.alert80),
    account.allowance === 0 &&
      !isOver &&
      notice('info', account.overageLimit === null ? t.alertNone : t.alertNoneOverage),
    level === 100 && notice('bad', t.alert100),
  ];
}

export function balanceCards(account: AccountRecord, plan: Plan, now: number, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const t = texts.overview;
  const left = toCredits(account.balance);
  const used = toCredits(account.allowance - account.balance);
  const percent = Math.floor(((account.allowance - account.balance) / account.allowance) * 100);
  // A trial's credits never renew. A plan without monthly credits renews only its overage.
  const renews = account.trialEndsAt === null && (account.allowance > 0 || plan.overageRate !== null);
  return html`<dl class="figure">
    <div class="card">
      <dt>${t.left}</dt>
      <dd>
        <span class="big">${amount(left, formats.number(left), 'credits-left')}</span>
        ${
          account.allowance === 0
            ? html`<span class="soft">${t.noAllowance}</span>`
            : html`<span class="soft">${t.of(formats.number(toCredits(account.allowance)))}</span>
                <progress
                  max="${account.allowance}"
                  value="${account.allowance - account.balance}"
                  aria-label="${t.usedPercent(percent)}"
                ></progress>
                <span class="hint"
                  >${texts.usage.used}${texts.common.colon}${amount(used, formats.number(used), 'credits-used')}
                  (${t.percent(percent)})</span
                >`
        }
      </dd>
    </div>
    ${
      renews &&
      html`<div class="card">
        <dt>${t.reset}</dt>
        <dd>
          <span class="big">${formats.shortDate(account.periodEndsAt)}</span>
          <span class="soft">${new Date(account.periodEndsAt).toISOString().slice(11, 16)} UTC</span>
        </dd>
      </div>`
    }
    ${
      account.trialEndsAt !== null &&
      html`<div class="card">
        <dt>${t.trial}</dt>
        <dd>
          <span class="big"
            >${
              account.trialEndsAt <= now ? t.trialOver : t.trialDays(Math.ceil((account.trialEndsAt - now) / DAY_MS))
            }</span
          >
        </dd>
      </div>`
    }
    <div class="card">
      <dt>${t.plan}</dt>
      <dd><span class="big">${plan.title[pageContext.language]}</span></dd>
    </div>
    <div class="card">
      <dt>${t.rpm}</dt>
      <dd><span class="big">${formats.number(plan.rpmLimit)}</span></dd>
    </div>
    ${
      (account.overageLimit !== null || account.overageUsed > 0) &&
      html`<div class="card">
        <dt>${t.overage}</dt>
        <dd>
          <span class="big"
            >${amount(toCredits(account.overageUsed), formats.number(toCredits(account.overageUsed)), 'overage-used')}</span
          >
          <span class="soft"
            >${account.overageLimit !== null && t.overageOf(formats.number(toCredits(account.overageLimit)))}</span
          >
        </dd>
      </div>`
    }
  </dl>`;
}
