import { html, type Content, type SafeHtml } from '../html.ts';

export interface Field {
  name: string;
  label: Content;
  /** Must be unique on the page. The default is `name`. */
  id?: string;
  type?: string;
  value?: string;
  hint?: Content;
  error?: Content;
  required?: boolean;
  autocomplete?: string;
  inputmode?: string;
  maxLength?: number;
  minLength?: number;
  min?: string;
}

export function inputField(field: Field): SafeHtml {
  const id = field.id ?? field.name;
  const described = [field.error && `${id}-error`, field.hint && `${id}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    <input
      id="${id}"
      name="${field.name}"
      type="${field.type ?? 'text'}"
      ${attributes([
        ['value', field.value],
        ['autocomplete', field.autocomplete],
        ['inputmode', field.inputmode],
        ['maxlength', field.maxLength],
        ['minlength', field.minLength],
        ['min', field.min],
        ['aria-describedby', described || undefined],
        ['aria-invalid', field.error ? 'true' : undefined],
        ['required', field.required ? '' : undefined],
      ])}
    />
    ${field.error && html`<p class="error" id="${id}-error">${field.error}</p>`}
    ${field.hint && html`<p class="hint" id="${id}-hint">${field.hint}</p>`}
  </div>`;
}

export function attributes(pairs: readonly (readonly [string, string | number | undefined])[]): Content {
  return pairs.map(([name, value]) => value !== undefined && [name, html`="${value}" `]);
}

export interface Choice {
  value: string;
  label: Content;
  title?: string;
}

export function selectField(
  name: string,
  label: Content,
  choices: readonly Choice[],
  selected: string | undefined,
  id = name,
  hint?: Content,
  error?: Content,
): SafeHtml {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      ${attributes([
        ['aria-describedby', described || undefined],
        ['aria-invalid', error ? 'true' : undefined],
      ])}
    >
      ${choices.map((choice) => {
        const marks = attributes([
          ['selected', choice.value === selected ? '' : undefined],
          ['title', choice.title],
        ]);
        return html`<option value="${choice.value}" ${marks}>${choice.label}</option>`;
      })}
    </select>
    ${error && html`<p class="error" id="${id}-error">${error}</p>`}
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

export function checkbox(name: string, value: string, label: Content, checked: boolean, required = false): SafeHtml {
  return html`<label class="check"
    ><input
      type="checkbox"
      name="${name}"
      value="${value}"
      ${attributes([
        ['checked', checked ? '' : undefined],
        ['required', required ? '' : undefined],
      ])}
    />
    ${label}</label
  >`;
}

export function copyButton(targetId: string, texts: { copy: string; copied: string }, kind = ''): SafeHtml {
  return html`<button type="button" class="${kind}" hidden data-copy="${targetId}" data-copied="${texts.copied}">
    ${texts.copy}
  </button>`;
}

export function copyableId(id: string, texts: { copy: string; copied: string }): SafeHtml {
  return html`<code class="id" id="id-${id}">${id}</code> ${copyButton(`id-${id}`, texts, 'small')}`;
}

/** Programs and tests can read the exact number from the `<data>` element. */
export function amount(value: number, shown: string, kind = ''): SafeHtml {
  return html`<data value="${value}" ${attributes([['class', kind || undefined]])}>${shown}</data>`;
}
