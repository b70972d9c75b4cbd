import { html, type Content, type SafeHtml } from '../html.ts';
import type { Texts } from '../texts/index.ts';
import { attributes, inputField, type Field } from './fields.ts';

export interface FormSchema {
  action: string;
  csrf: SafeHtml;
  /** ID of the `<form>`. On a page with several forms, each field needs an `id` as well. */
  id?: string;
  /** CSS class of the `<form>`. */
  place?: string;
  /** Hidden inputs. Values that are undefined or "" are left out. */
  hidden?: Readonly<Record<string, string | undefined>>;
  above?: Content;
  fields?: readonly Field[];
  below?: Content;
  button: Content;
  kind?: 'primary' | 'danger' | 'link' | undefined;
  /** What the button does, for screen readers. Needed if other buttons of the page have the same text. */
  label?: string;
  /** Name and value that the button adds to the posted form. */
  posts?: readonly [name: string, value: string];
}

export function form(
  { action, csrf, id, place, hidden = {}, above, fields = [], below, button, kind, label, posts }: FormSchema,
  values: Readonly<Record<string, string | undefined>> = {},
  errors: Readonly<Record<string, Content>> = {},
): SafeHtml {
  const formMarks = attributes([
    ['id', id],
    ['class', place],
  ]);
  const buttonMarks = attributes([
    ['class', kind],
    ['name', posts?.[0]],
    ['value', posts?.[1]],
    ['aria-label', label],
  ]);
  return html`<form ${formMarks} method="post" action="${action}">
    ${csrf}
    ${Object.entries(hidden).map(([name, value]) => {
      const marks = attributes([['autocomplete', name === 'email' ? 'username' : undefined]]);
      return value && html`<input type="hidden" name="${name}" value="${value}" ${marks} />`;
    })}
    ${above}
    ${fields.map((field) => {
      const value = values[field.name];
      const error = errors[field.name];
      return inputField({ ...field, ...(value === undefined ? {} : { value }), ...(error ? { error } : {}) });
    })}
    ${below}
    <button ${buttonMarks}>${button}</button>
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
