import { field, fields } from '../form.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';
import type { InputSchema, Property } from '../tool-arguments.ts';
import { attributes, inputField, selectField } from './fields.ts';

export interface SchemaForm {
  tool: string;
  schema: InputSchema;
  values: unknown;
  faults: ReadonlyMap<string, Content>;
  /** Arguments that are always visible, with one inner list for each row. All others are folded away. */
  rows: readonly (readonly string[])[];
  replacements: Readonly<Record<string, SafeHtml>>;
  /** True to leave out the API's names of the arguments. */
  isPlain?: boolean;
}

const MOST_ROWS = 12;

/**
 * Builds the fields of a tool's arguments. An argument without a translated label and hint shows the schema's English
 * description.
 */
export function schemaFields(form: SchemaForm, texts: Texts): SafeHtml {
  const known = Object.keys(form.schema.properties ?? {});
  const rows = form.rows.map((row) => row.filter((name) => known.includes(name))).filter((row) => row.length > 0);
  const rare = known.filter((name) => !rows.flat().includes(name));
  const isUsed = rare.some((name) => form.faults.has(name) || fields(form.values, `arg-${name}`).some(Boolean));
  const show = (name: string): SafeHtml => form.replacements[name] ?? propertyField(form, name, texts);
  return html`${rows.map((row) =>
    row.length === 1 ? show(row[0] as string) : html`<div class="arguments">${row.map(show)}</div>`,
  )}${
    rare.length > 0 &&
    html`<details ${isUsed && html`open`}>
      <summary>${texts.playground.more}</summary>
      <div class="arguments">${rare.map(show)}</div>
    </details>`
  }`;
}

export function argumentLabel({ tool, schema, isPlain }: SchemaForm, name: string, texts: Texts): SafeHtml {
  const { labels, required } = texts.playground;
  const label = labels[`${tool}.${name}`];
  if (label && isPlain)
    return html`${label}${schema.required?.includes(name) && html` <span class="name">(${required})</span>`}`;
  const program = html`<span class="name"
    ><code>${name}</code>${schema.required?.includes(name) && ` (${required})`}</span
  >`;
  return label ? html`${label} ${program}` : program;
}

function hintOf({ tool }: SchemaForm, name: string, property: Property, texts: Texts): Content {
  const t = texts.playground;
  const hint = t.hints[`${tool}.${name}`];
  if (hint !== undefined || t.labels[`${tool}.${name}`] !== undefined) return hint;
  return html`<span lang="${t.descriptionLanguage}">${property.description}</span>${
      property.type === 'array' && html` ${t.onePerLine}`
    }${
      property.default !== undefined &&
      // Descriptions with “when absent” already state the default.
      !property.description?.includes('when absent') &&
      html` (${t.default(String(property.default))})`
    }`;
}

function propertyField(form: SchemaForm, name: string, texts: Texts): SafeHtml {
  const property = form.schema.properties?.[name] ?? {};
  const id = `arg-${name}`;
  const label = argumentLabel(form, name, texts);
  const hint = hintOf(form, name, property, texts);
  const value = field(form.values, id) ?? '';
  const error = form.faults.get(name);
  const required = form.schema.required?.includes(name) ?? false;
  if (property.type === 'array' && property.items?.enum)
    return choicesField(form, { name, label, hint, picks: property.items.enum, error }, texts);
  if (property.type === 'array') {
    const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
    return html`<div class="field wide">
      <label for="${id}">${label}</label>
      <textarea
        id="${id}"
        name="${id}"
        rows="${Math.min(MOST_ROWS, Math.max(3, value.split('\n').length + 1))}"
        ${attributes([
          ['aria-describedby', described || undefined],
          ['aria-invalid', error ? 'true' : undefined],
          ['required', required ? '' : undefined],
        ])}
      >
${value}</textarea>
      ${error && html`<p class="error" id="${id}-error">${error}</p>`}
      ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
    </div>`;
  }
  const picks = property.enum ?? (property.type === 'boolean' ? ['true', 'false'] : undefined);
  if (picks) {
    const { values, leaveOut } = texts.playground;
    const boolean: Record<string, string> = { true: texts.common.yes, false: texts.common.no };
    const named = property.type === 'boolean';
    return selectField(
      id,
      label,
      [
        // An argument with a default has no “not given” choice, because that choice would mean the default.
        ...(required || property.default !== undefined
          ? []
          : [{ value: '', label: values[`${form.tool}.${name}`] ?? leaveOut }]),
        ...picks.map((pick) => ({
          value: pick,
          label: values[`${form.tool}.${name}.${pick}`] ?? (named ? boolean[pick] : undefined) ?? pick,
        })),
      ],
      value || String(property.default ?? ''),
      id,
      hint || undefined,
    );
  }
  const numeric = property.type === 'integer' || property.type === 'number';
  return inputField({
    name: id,
    label,
    ...(hint ? { hint } : {}),
    value,
    required,
    ...(error ? { error } : {}),
    ...(numeric || name === 'min_salary' ? { inputmode: 'numeric' } : {}),
    ...(property.maxLength ? { maxLength: property.maxLength } : {}),
  });
}

function choicesField(
  { tool, values }: SchemaForm,
  choice: { name: string; label: Content; hint: Content; picks: readonly string[]; error: Content | undefined },
  texts: Texts,
): SafeHtml {
  const { name, label, hint, picks, error } = choice;
  const id = `arg-${name}`;
  const ticked = new Set(fields(values, id).flatMap((text) => text.split(/\r?\n/)));
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return html`<fieldset class="field" id="${id}" ${attributes([['aria-describedby', described || undefined]])}>
    <legend>${label}</legend>
    <div class="checks">
      ${picks.map(
        (pick) =>
          html`<label class="check"
            ><input
              type="checkbox"
              name="${id}"
              value="${pick}"
              ${attributes([['checked', ticked.has(pick) ? '' : undefined]])}
            />
            <span>${texts.playground.values[`${tool}.${name}.${pick}`] ?? pick}</span></label
          >`,
      )}
    </div>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </fieldset>`;
}
