import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { backTo, field } from '../form.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import { countryOf } from '../tool-calls/faults.ts';
import { firstExample, PLAYGROUND_MODES, SAMPLE_EXAMPLES, type PlaygroundMode } from '../tool-calls/mode.ts';
import type { OfferedPlatform } from '../services.ts';
import type { PageContext } from '../page-context.ts';
import type { InputSchema } from '../tool-arguments.ts';
import { schemaFields } from '../components/schema-form.ts';
import { priceTexts } from '../tool-calls/views/prices.ts';
import { sitesField } from '../tool-calls/views/sites-field.ts';

export interface ToolForm {
  tool: ToolDefinition;
  mode: PlaygroundMode;
  run: string;
  given: unknown;
  faults: ReadonlyMap<string, Content>;
  platforms: readonly OfferedPlatform[];
}

const ROWS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  scrape_jobs: [
    ['query', 'location', 'country', 'min_salary'],
    ['radius_km', 'posted_within_days', 'sort', 'agencies'],
    ['work_mode'],
    ['hours'],
    ['contract'],
    ['platforms'],
  ],
  get_reputation: [['company_names'], ['mode', 'country', 'output']],
  scrape_url: [['urls'], ['output', 'use_javascript']],
};

const DOCS: Readonly<Record<string, string>> = {
  scrape_jobs: '/docs/scrape-jobs',
  get_reputation: '/docs/get-reputation',
  scrape_url: '/docs/scrape-url',
};

export function toolForm(form: ToolForm, pageContext: PageContext): SafeHtml {
  const { texts } = pageContext;
  const t = texts.playground;
  const { tool, mode, given, faults, platforms } = form;
  const rows = ROWS[tool.name] ?? [];
  const base = { tool: tool.name, schema: tool.inputSchema as InputSchema, values: given, faults, rows };
  const own: Record<string, SafeHtml> =
    tool.name === 'scrape_jobs'
      ? {
          platforms: sitesField(base, platforms, countryOf(field(given, 'arg-country')), texts, {
            otherCountryPath: (country) => countryPath(form, country),
            exampleOf: (country) => (mode === 'sample' ? firstExample(tool.name, country)?.text : undefined),
          }),
        }
      : {};
  // The component `form` is not used, because it accepts neither the fields of a tool's schema nor attributes for the
  // script.
  return html`<section>
    <h2>${t.tools[tool.name] ?? tool.title} <code class="name">${tool.name}</code></h2>
    <p class="hint field">
      ${leadOf(tool, pageContext)} ${DOCS[tool.name] && html`<a href="${DOCS[tool.name]}">${t.readOn}</a>`}
    </p>
    <form id="call" class="tool-form" method="post" action="/playground#result" data-run>
      ${pageContext.csrf}<input type="hidden" name="tool" value="${tool.name}" /><input
        type="hidden"
        name="run"
        value="${form.run}"
      />
      <fieldset class="modes">
        <legend>${t.data}</legend>
        ${PLAYGROUND_MODES.map(
          (choice) =>
            html`<label
              ><input type="radio" name="mode" value="${choice}" ${choice === mode ? html` checked` : ''} />
              <span><strong>${t.modes[choice]}</strong> <span class="hint">${t.modeHints[choice]}</span></span></label
            >`,
        )}
      </fieldset>
      ${mode === 'sample' && examples(tool, pageContext)} ${schemaFields({ ...base, replacements: own }, texts)}
      <div class="actions"><button class="primary">${t.run}</button></div>
    </form>
  </section>`;
}

/** JavaScript fills this section with a call's progress until the answer arrives. */
export function progressView({ texts }: PageContext): SafeHtml {
  const t = texts.playground;
  return html`<section
    id="progress"
    hidden
    data-waiting="${t.waiting}"
    data-cancelling="${t.cancelling}"
    data-lost="${t.connectionLost}"
    data-starting="${t.starting}"
  >
    <div class="bar">
      <h2>${t.running}</h2>
      <button type="button" data-cancel>${t.cancel}</button>
    </div>
    <p role="status" data-said></p>
    <progress aria-label="${t.running}" value="0" max="1"></progress>
    <ul class="outcomes" data-parts></ul>
  </section>`;
}

/**
 * Returns the path of this form for another country. Leaves out the platforms and a sample example, because each
 * belongs to one country.
 */
function countryPath({ tool, mode, given }: ToolForm, country: Country): string {
  const query = new URLSearchParams({ tool: tool.name, mode });
  const filled = COUNTRIES.map((one) => firstExample(tool.name, one));
  for (const name of Object.keys((tool.inputSchema as InputSchema).properties ?? {})) {
    const id = `arg-${name}`;
    const value = field(given, id) ?? '';
    const isExample = mode === 'sample' && filled.some((one) => one?.argument === id && one.text === value);
    if (name !== 'platforms' && name !== 'country' && value !== '' && !isExample) query.set(id, value);
  }
  query.set('arg-country', country);
  return backTo(`/playground?${query}`);
}

function leadOf(tool: ToolDefinition, { texts, formats }: PageContext): Content {
  const t = texts.playground;
  return (
    t.leads[tool.name]?.(priceTexts(formats)) ?? html`<span lang="${t.descriptionLanguage}">${tool.description}</span>`
  );
}

function examples(tool: ToolDefinition, { texts, language }: PageContext): Content {
  const t = texts.playground;
  const offered = SAMPLE_EXAMPLES[language][tool.name];
  return (
    offered &&
    html`<div class="examples">
      <span class="soft" id="examples">${t.examples}</span>
      <ul aria-labelledby="examples">
        ${offered.examples.map(
          ({ text, label, more = '' }) =>
            html`<li>
              <a
                href="/playground?tool=${tool.name}&amp;mode=sample&amp;${offered.argument}=${encodeURIComponent(text)}${more}"
                ${more === '' && html`data-fill="${offered.argument}" data-text="${text}"`}
                >${(label === undefined ? undefined : t.exampleLabels[label]) ?? text}</a
              >
            </li>`,
        )}
      </ul>
    </div>`
  );
}
