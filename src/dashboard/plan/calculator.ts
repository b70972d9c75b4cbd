import { Type, type Static } from 'typebox';
import { bestPlan, monthlyCost, MONTH_DAYS, type ExpectedUse, type PlanFit } from '../../accounts/plan-fit.ts';
import { toCredits } from '../../lib/credits.ts';
import { html, type SafeHtml } from '../html.ts';
import { PageQuery, TokenField } from '../input.ts';
import type { PageContext } from '../page-context.ts';
import type { DashboardServices } from '../services.ts';
import { inputField } from '../components/fields.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const FIELDS = { searches: 10, ratings: 20, pages: 5 } as const;
type FieldName = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as FieldName[];

const HIGHEST = 100_000;

export const PlanQuery = Type.Object({
  ...PageQuery.properties,
  searches: Type.Optional(TokenField),
  ratings: Type.Optional(TokenField),
  pages: Type.Optional(TokenField),
});
export type PlanQuery = Static<typeof PlanQuery>;

/** Returns 0 for an empty field, and undefined for any text that is not a whole number from 0 to `HIGHEST`. */
function readCount(text: string): number | undefined {
  const digits = text.replace(/\s/g, '') || '0';
  return /^\d{1,7}$/.test(digits) && Number(digits) <= HIGHEST ? Number(digits) : undefined;
}

export function calculator(
  query: PlanQuery,
  { accounts }: Pick<DashboardServices, 'accounts'>,
  pageContext: PageContext,
): SafeHtml {
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS).calculator;
  const typed = (name: FieldName): string => query[name] ?? String(FIELDS[name]);
  const counts = Object.fromEntries(NAMES.map((name) => [name, readCount(typed(name))])) as Record<
    FieldName,
    number | undefined
  >;
  const { searches, ratings, pages } = counts;
  const use =
    searches === undefined || ratings === undefined || pages === undefined
      ? undefined
      : { searchesPerDay: searches, ratingsPerWeek: ratings, pagesPerDay: pages };
  return html`<section id="calculator">
    <h2>${t.title}</h2>
    <p class="hint field">${t.lead(MONTH_DAYS)}</p>
    <form method="get" action="/plan#calculator" data-live="calculation">
      <div class="filter">
        ${NAMES.map((name) =>
          inputField({
            name,
            label: t[name],
            value: typed(name),
            inputmode: 'numeric',
            maxLength: 10,
          }),
        )}
        <button>${t.calculate}</button>
      </div>
    </form>
    <div id="calculation" aria-live="polite">
      ${use ? result(use, accounts.plans.values(), pageContext) : html`<p class="error">${t.badCount(formats.number(HIGHEST))}</p>`}
    </div>
  </section>`;
}

function result(
  use: ExpectedUse,
  plans: Iterable<PlanFit['plan']>,
  { texts, formats, language, brand }: PageContext,
): SafeHtml {
  const t = textsOf(texts, TEXTS).calculator;
  const cost = monthlyCost(use);
  const credits = toCredits(cost);
  if (cost === 0) return html`<p>${t.nothing}</p>`;
  const fit = bestPlan(plans, cost);
  const money = (value: number): string => formats.price(value, brand.currency);
  return html`<p class="answer">
      ${t.credits(formats.number(credits))}
      ${
        fit
          ? html`<strong>${t.fits(fit.plan.title[language])}</strong>
              ${fit.overage === 0 ? t.within(formats.number(toCredits(fit.plan.allowance))) : t.beyond(formats.number(toCredits(fit.plan.allowance)), formats.number(toCredits(fit.overage)), money(fit.overageSum ?? 0))}`
          : t.noneFits
      }
      ${fit && fit.total !== null && t.total(money(fit.total))}
    </p>
    ${fit && fit.overage > 0 && html`<p class="hint">${t.switchOn}</p>`}`;
}
