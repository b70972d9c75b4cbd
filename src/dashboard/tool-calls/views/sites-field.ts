import { COUNTRIES, type Country } from '../../../../schemas/index.ts';
import { fields } from '../../form.ts';
import { html, type SafeHtml } from '../../html.ts';
import type { OfferedPlatform } from '../../services.ts';
import type { Texts } from '../../texts/index.ts';
import { attributes } from '../../components/fields.ts';
import { argumentLabel, type SchemaForm } from '../../components/schema-form.ts';

const NAME = 'arg-platforms';

/**
 * Builds the list of platforms. JavaScript (`sites.js`) disables the platforms of the other country. Without it, the
 * server reports platforms that do not fit.
 */
export function sitesField(
  form: Omit<SchemaForm, 'replacements'>,
  platforms: readonly OfferedPlatform[],
  country: Country,
  texts: Texts,
  {
    otherCountryPath,
    exampleOf,
  }: {
    otherCountryPath(country: Country): string;
    exampleOf(country: Country): string | undefined;
  },
): SafeHtml {
  const t = texts.playground;
  const ticked = new Set(fields(form.values, NAME));
  const error = form.faults.get('platforms');
  const box = ({ code, name, isReady, isCircuitOpen }: OfferedPlatform): SafeHtml =>
    html`<label class="check"
      ><input
        type="checkbox"
        name="${NAME}"
        value="${code}"
        ${attributes([
          ['checked', ticked.has(code) ? '' : undefined],
          ['data-usual', isReady && !isCircuitOpen ? '' : undefined],
        ])}
      />
      <span
        >${name}${!form.isPlain && html` <code class="name">${code}</code>`}${
          (!isReady || isCircuitOpen) && html` <span class="hint">${isReady ? t.resting : t.notReady}</span>`
        }</span
      ></label
    >`;
  return html`<fieldset
    class="sites"
    id="${NAME}"
    tabindex="-1"
    ${attributes([['aria-describedby', error ? `${NAME}-error` : undefined]])}
  >
    <legend>${argumentLabel({ ...form, replacements: {} }, 'platforms', texts)}</legend>
    ${error && html`<p class="error" id="${NAME}-error" role="alert">${error}</p>`}
    <div class="countries">
      ${COUNTRIES.map((one) => {
        const own = platforms.filter((platform) => platform.country === one);
        const named = t.countries[one] ?? one;
        return (
          own.length > 0 &&
          html`<fieldset data-country="${one}" ${attributes([['data-example', exampleOf(one)]])}>
            <legend>${t.sitesOf[one] ?? one}</legend>
            <div class="checks">${own.map(box)}</div>
            ${
              one !== country &&
              html`<p class="hint" data-needless>
                ${t.sitesNote(named)}
                <a href="${otherCountryPath(one)}">${t.sitesForm[one] ?? one}</a>
              </p>`
            }
          </fieldset>`
        );
      })}
    </div>
  </fieldset>`;
}
