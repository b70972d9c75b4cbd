import { DAY_MS } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { Plans } from '../../accounts/plans.ts';
import type { AccountRecord, KeyRecord, LedgerEntry, UsageStore } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { callTable } from '../components/calls.ts';
import { factList } from '../components/data-table.ts';
import { copyableId, selectField } from '../components/fields.ts';
import { planTitle } from '../components/plan-title.ts';
import { thirtyDays } from '../components/thirty-days.ts';
import { form } from '../components/form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface OperatorAccountView {
  account: AccountRecord;
  plans: Plans;
  keys: readonly KeyRecord[];
  rows: Awaited<ReturnType<UsageStore['days']>>;
  calls: readonly LedgerEntry[];
  now: number;
  message: Content;
  refused?: { error: string; plan: string; subscriptionId: string } | undefined;
}

export function operatorAccountPage(view: OperatorAccountView, pageContext: PageContext): SafeHtml {
  const { texts } = pageContext;
  const t = textsOf(texts, TEXTS);
  return html`<p><a href="/operator#accounts">${t.backToAccounts}</a></p>
    <h1>${view.account.email}</h1>
    ${view.message}
    <div class="columns">
      <section>
        <h2>${t.account}</h2>
        ${facts(view, pageContext)}
      </section>
      <section id="change-plan">
        <h2>${t.changePlan}</h2>
        ${planForm(view, pageContext)}
      </section>
    </div>
    <section id="usage">
      <h2>${texts.overview.thirtyDays}</h2>
      ${
        view.rows.length === 0
          ? html`<p>${texts.overview.noCallsLately}</p>`
          : thirtyDays(view.rows, Math.floor(view.now / DAY_MS), pageContext)
      }
    </section>
    <section>
      <h2>${t.recentCalls}</h2>
      ${view.calls.length === 0 ? html`<p>${t.noCalls}</p>` : callTable(view.calls, view.keys, pageContext)}
    </section>`;
}

function facts({ account, plans, keys, now }: OperatorAccountView, pageContext: PageContext): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS);
  const { trialEndsAt } = account;
  const active = keys.filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? Infinity) > now);
  const credits = (amount: number): string => formats.number(toCredits(amount));
  const rows: [string, Content][] = [
    [t.id, copyableId(account.id, texts.common)],
    [t.plan, planTitle(account.plan, plans, pageContext)],
    [t.subscription, account.subscriptionId !== null && copyableId(account.subscriptionId, texts.common)],
    [t.left, `${credits(account.balance)} / ${credits(account.allowance)}`],
    [
      t.overage,
      (account.overageLimit !== null || account.overageUsed > 0) &&
        `${credits(account.overageUsed)} / ${account.overageLimit === null ? '–' : credits(account.overageLimit)}`,
    ],
    [
      trialEndsAt !== null && trialEndsAt <= now ? t.trialEnded : t.trialEnds,
      trialEndsAt !== null && formats.time(trialEndsAt),
    ],
    [t.renews, trialEndsAt === null && formats.time(account.periodEndsAt)],
    [t.created, formats.time(account.createdAt)],
    [t.keys, active.length === 0 ? '–' : active.map(({ name }) => name).join(', ')],
    [t.role, account.operator && t.isOperator],
  ];
  return factList(rows, 'pairs');
}

function planForm({ account, plans, refused }: OperatorAccountView, pageContext: PageContext): SafeHtml {
  const { texts, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  const choices = [...plans.values()]
    .filter(({ name }) => name !== account.plan)
    .map(({ name }) => ({ value: name, label: planTitle(name, plans, pageContext) }));
  if (choices.length === 0) return html`<p>${t.onlyPlan}</p>`;
  return html`<p>${t.changeLead}</p>
    ${form(
      {
        action: '/operator/plan',
        csrf,
        hidden: { account: account.id, from: account.plan },
        above: html`${refused && html`<p class="error" role="alert">${refused.error}</p>`}
        ${selectField('plan', t.newPlan, choices, refused?.plan)}`,
        fields: [
          {
            name: 'subscription_id',
            label: t.subscriptionOptional,
            hint: t.subscriptionHint,
            maxLength: 100,
            autocomplete: 'off',
          },
        ],
        button: t.changePlan,
        kind: 'primary',
      },
      { subscription_id: refused?.subscriptionId ?? '' },
    )}`;
}
