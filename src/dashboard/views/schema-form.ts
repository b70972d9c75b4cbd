import { field, fields } from '../form.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';
import { attributes, checkbox, inputField, selectField } from './fields.ts';

/** The part of JSON Schema that tools' inputs use. */
interface Property {
  type?: string;
  description?: string;
  enum?: readonly string[];
  default?: unknown;
  items?: { type?: string };
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface InputSchema {
  properties?: Readonly<Record<string, Property>>;
  required?: readonly string[];
}

/** Values that a list may hold, by the property's name: they become boxes to tick. */
export type Choices = Readonly<Record<string, readonly { value: string; label: string }[]>>;

/** A form's fields for a tool's input, filled with what was posted before. Schema texts are English. */
export function schemaFields(schema: InputSchema, choices: Choices, given: unknown, texts: Texts): SafeHtml[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    const label = html`<code>${name}</code
      >${required && html` <span class="hint">(${texts.playground.required})</span>`}`;
    return propertyField({ name, property, required, label, hint: hintOf(property, texts) }, choices, given, texts);
  });
}

function hintOf(property: Property, texts: Texts): Content {
  const t = texts.playground;
  return html`<span lang="${t.descriptionLanguage}">${property.description}</span>${
      property.type === 'array' && html` ${t.onePerLine}`
    }${
      property.default !== undefined &&
      // Most descriptions say it themselves.
      !property.description?.includes('when absent') &&
      html` (${t.default(String(property.default))})`
    }`;
}

function propertyField(
  input: { name: string; property: Property; required: boolean; label: Content; hint: Content },
  choices: Choices,
  given: unknown,
  texts: Texts,
): SafeHtml {
  const { name, property, required, label, hint } = input;
  const id = `arg-${name}`;
  const value = field(given, id) ?? '';
  const offered = choices[name];
  if (property.type === 'array' && offered) {
    const ticked = fields(given, id);
    return html`<fieldset>
      <legend>${label}</legend>
      <div class="checks">
        ${offered.map((choice) => checkbox(id, choice.value, choice.label, ticked.includes(choice.value)))}
      </div>
    </fieldset>`;
  }
  if (property.type === 'array') {
    return html`<div class="field">
      <label for="${id}">${label}</label>
      <textarea
        id="${id}"
        name="${id}"
        rows="3"
        aria-describedby="${id}-hint"
        ${attributes([['required', required ? '' : undefined]])}
      >
${value}</textarea>
      <p class="hint" id="${id}-hint">${hint}</p>
    </div>`;
  }
  const picks = property.enum ?? (property.type === 'boolean' ? ['true', 'false'] : undefined);
  if (picks) {
    const labels: Record<string, string> = { true: texts.common.yes, false: texts.common.no };
    const named = property.type === 'boolean';
    return selectField(
      id,
      label,
      [
        ...(required ? [] : [{ value: '', label: texts.playground.leaveOut }]),
        ...picks.map((pick) => ({ value: pick, label: named ? (labels[pick] ?? pick) : pick })),
      ],
      value,
      id,
      hint,
    );
  }
  const numeric = property.type === 'integer' || property.type === 'number';
  return inputField({
    name: id,
    label,
    hint,
    value,
    required,
    ...(numeric ? { inputmode: 'numeric' } : {}),
    ...(property.maxLength ? { maxLength: property.maxLength } : {}),
  });
}

/**
 * The arguments of a posted form. What was left empty is absent; a number
 * that is none stays text, so that the tool itself says what is wrong.
 */
export function readArguments(schema: InputSchema, choices: Choices, body: unknown): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const id = `arg-${name}`;
    if (property.type === 'array') {
      const items = choices[name]
        ? fields(body, id)
        : (field(body, id) ?? '')
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter(Boolean);
      if (items.length > 0) args[name] = items;
      continue;
    }
    const text = (field(body, id) ?? '').trim();
    if (text === '') continue;
    if (property.type === 'boolean') args[name] = text === 'true';
    else if (property.type === 'integer' || property.type === 'number') {
      args[name] = /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
    } else args[name] = text;
  }
  return args;
}
