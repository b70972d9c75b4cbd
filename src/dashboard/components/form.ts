import { html, type Content, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';
import { attributes, inputField, type Field } from './fields.ts';

export interface FormSchema {
  action: string;
  /** The hidden input with the CSRF token. */
  csrf: SafeHtml;
  fields: readonly Field[];
  button: Content;
  kind?: 'primary' | 'danger';
  /** ID of the `<form>`. On a page with several forms, give each field an `id` as well. */
  id?: string;
  /** Hidden inputs; undefined and "" are left out. */
  hidden?: Readonly<Record<string, string | undefined>>;
  /** Shown between the fields and the button. */
  below?: Content;
}

/** `values` and `errors` are keyed by field name. */
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
