import type { Plan } from '../../accounts/plans.ts';
import type { SavedSearchFault } from '../../saved-searches/saved-search-refused.ts';
import { FREQUENCIES } from '../../saved-searches/schedule.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { checkbox, inputField, selectField } from '../components/fields.ts';
import { schemaFields } from '../components/schema-form.ts';
import { field } from '../form.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { countryOf } from '../tool-calls/faults.ts';
import { sitesField } from '../tool-calls/views/sites-field.ts';
import type { OfferedPlatform } from '../services.ts';
import { searchSchema, type SearchForm } from './form.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

const ROWS = [
  ['query', 'location', 'radius_km', 'country'],
  ['platforms'],
  ['min_salary', 'posted_within_days', 'sort', 'agencies'],
  ['work_mode'],
  ['hours'],
  ['contract'],
];

/** The fields at which faults of the name, the schedule and the delivery are shown. */
export const FIELD_OF: Readonly<
  Partial<Record<SavedSearchFault, 'name' | 'frequency' | 'hour' | 'zone' | 'limit' | 'webhook'>>
> = {
  name: 'name',
  often: 'frequency',
  frequency: 'frequency',
  hour: 'hour',
  zone: 'zone',
  limit: 'limit',
  webhook: 'webhook',
};

export interface SearchFormView {
  tool: ToolDefinition;
  given: SearchForm;
  action: '/saved-searches/new' | '/saved-searches/edit';
  fault: SavedSearchFault | undefined;
  /** What is wrong with the search's arguments, by argument. */
  faults: ReadonlyMap<string, Content>;
  plan: Plan;
  platforms: readonly OfferedPlatform[];
  /** The owner's e-mail address; undefined if the service sends no mail. */
  email: string | undefined;
}

export function searchForm(view: SearchFormView, { texts, csrf }: PageContext): SafeHtml {
  const { tool, given, action, fault, faults, plan, platforms, email } = view;
  const t = textsOf(texts, TEXTS);
  const errorOf = (name: (typeof FIELD_OF)[SavedSearchFault]): Content =>
    fault !== undefined && FIELD_OF[fault] === name ? t.errors[fault] : undefined;
  const text = (name: string): string => field(given, name) ?? '';
  const country = countryOf(text('arg-country'));
  const base = {
    tool: tool.name,
    schema: searchSchema(tool),
    values: given,
    faults,
    rows: ROWS,
    isPlain: true,
  };
  const sites = sitesField(base, platforms, country, texts, {
    otherCountryPath: (one) => `/saved-searches/new?arg-country=${one}`,
    exampleOf: () => undefined,
  });
  const { fastest } = plan.savedSearches;
  const frequencies = FREQUENCIES.slice(FREQUENCIES.indexOf(fastest));
  const isNew = action === '/saved-searches/new';
  // The component `form` is not used, because it has only one list of fields. This form has sections, and some of its
  // fields come from the tool's schema.
  return html`<form id="search" class="tool-form" method="post" action="${action}">
    ${csrf}${!isNew && html`<input type="hidden" name="id" value="${text('id')}" />`}
    <section>
      <h2>${t.what}</h2>
      ${schemaFields({ ...base, replacements: { platforms: sites } }, texts)}
      ${inputField({ name: 'name', label: t.name, hint: t.nameHint, value: text('name'), maxLength: 80, error: errorOf('name') })}
    </section>
    <section>
      <h2>${t.when}</h2>
      <div class="arguments">
        ${selectField(
          'frequency',
          t.frequency,
          frequencies.map((value) => ({ value, label: t.frequencies[value] })),
          text('frequency'),
          'frequency',
          t.frequencyHint(t.frequencies[fastest]),
          errorOf('frequency'),
        )}
        ${selectField(
          'weekday',
          t.weekday,
          t.weekdays.map((label, index) => ({ value: String(index + 1), label })),
          text('weekday'),
          'weekday',
          t.weekdayHint,
        )}
        ${selectField(
          'hour',
          t.hour,
          Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: `${String(hour).padStart(2, '0')}:00`,
          })),
          text('hour'),
          'hour',
          t.whenHint,
          errorOf('hour'),
        )}
        ${inputField({ name: 'zone', label: t.zone, hint: t.zoneHint, value: text('zone'), required: true, maxLength: 60, error: errorOf('zone') })}
      </div>
      ${inputField({ name: 'limit', label: t.limit, hint: t.limitHint, value: text('limit'), inputmode: 'decimal', error: errorOf('limit') })}
    </section>
    <section>
      <h2>${t.where}</h2>
      <p class="hint field">${t.feedAlways}</p>
      ${email !== undefined && checkbox('mail', 'on', t.mail(email), text('mail') !== '')}
      ${email === undefined && text('mail') !== '' && html`<p class="field">${t.mailKept}</p>`}
      ${inputField({ name: 'webhook', label: t.webhook, hint: t.webhookHint, value: text('webhook'), type: 'url', maxLength: 2_000, error: errorOf('webhook') })}
      ${isNew && checkbox('example', 'on', t.example, text('example') !== '')}
    </section>
    <div class="actions"><button class="primary">${isNew ? t.save : texts.common.save}</button></div>
  </form>`;
}
