import { html, type Content, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';
import { attributes, inputField, type Field } from './fields.ts';

/** A form: its address, its fields, and the label of its button. */
export interface FormSchema {
  action: string;
  /** The field of the CSRF token. */
  csrf: SafeHtml;
  fields: readonly Field[];
  button: Content;
  kind?: 'primary' | 'danger';
  /** Id of the form. On a page with other forms, its fields need ids too. */
  id?: string;
  /** Values that the form carries along; empty ones are left out. */
  hidden?: Readonly<Record<string, string | undefined>>;
  /** Between the fields and the button. */
  below?: Content;
}

/** The form with its values and errors, by field name. */
export function form(
  { action, csrf, fields, button, kind, id, hidden = {}, below }: FormSchema,
  values: Readonly<Record<string, string | undefined>> = {},
  errors: Readonly<Record<string, Content>> = {},
): SafeHtml {
  return html`<form ${attributes([['id', id]])} method="post" action="${action}">
    ${csrf}
    ${Object.entries(hidden).map(([name, value]) => {
      const marks = attributes([['autocomplete', name === 'email' ? 'username' : undefined]]);
      return value && html`<input type="hidden" name="${name}" value="${value}" ${marks} />`;
    })}
    ${fields.map((field) => {
      const value = values[field.name];
      const error = errors[field.name];
      return inputField({ ...field, ...(value === undefined ? {} : { value }), ...(error ? { error } : {}) });
    })}
    ${below}
    <button ${attributes([['class', kind]])}>${button}</button>
  </form>`;
}

/** Fields of several forms, with their limits. `prefix`: for pages with several such forms. */
export const emailField = ({ common }: Texts, name = 'email'): Field => ({
  name,
  type: 'email',
  label: common.email,
  autocomplete: 'username',
  required: true,
  maxLength: 254,
});

export const passwordField = (label: Content, prefix?: string): Field => ({
  name: 'password',
  ...(prefix === undefined ? {} : { id: `${prefix}-password` }),
  type: 'password',
  label,
  autocomplete: 'current-password',
  required: true,
  maxLength: 1000,
});

export const newPasswordField = ({ common }: Texts, name = 'password'): Field => ({
  name,
  type: 'password',
  label: common.newPassword,
  hint: common.passwordHint,
  autocomplete: 'new-password',
  required: true,
  minLength: 10,
  maxLength: 1000,
});

export const codeField = ({ factor }: Texts, prefix?: string): Field => ({
  name: 'code',
  ...(prefix === undefined ? {} : { id: `${prefix}-code` }),
  label: factor.code,
  hint: factor.codeHint,
  autocomplete: 'one-time-code',
  required: true,
  maxLength: 40,
});
