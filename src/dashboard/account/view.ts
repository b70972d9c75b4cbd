import type { Plans } from '../../accounts/plans.ts';
import { MAXIMUM_SESSIONS, nameOf } from '../../accounts/sessions.ts';
import type { AccountRecord, AuditEntry, AuditRecord, KeyRecord, SessionRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { keyLabel } from '../components/calls.ts';
import { dataTable } from '../components/data-table.ts';
import { checkbox, copyableId } from '../components/fields.ts';
import { codeField, emailField, form, newPasswordField, passwordField } from '../components/form.ts';
import { pageLinks } from '../components/page-links.ts';
import { planTitle } from '../components/plan-title.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export interface AccountRefusal {
  form: 'password' | 'address' | 'delete';
  errors: Readonly<Partial<Record<'password' | 'new_password' | 'new_email' | 'confirm' | 'code', string | undefined>>>;
  newEmail?: string;
}

interface ListPage<Item> {
  shown: readonly Item[];
  page: number;
  isLast: boolean;
}

export interface AccountView {
  pageContext: PageContext;
  account: AccountRecord;
  message: Content;
  refused: AccountRefusal | undefined;
  sendsMail: boolean;
  factorOn: boolean;
  sessions: ListPage<SessionRecord> & { count: number };
  keys: readonly KeyRecord[];
  plans: Plans;
  audit: ListPage<AuditRecord>;
  refusals: { count: number; lastAt: number | null };
}

export function accountPage(view: AccountView): SafeHtml {
  const { account, pageContext, message } = view;
  const { common } = pageContext.texts;
  const t = textsOf(pageContext, TEXTS);
  return html`<h1>${t.title}</h1>
    <p class="lead">${account.email}</p>
    <p class="soft">${t.since(pageContext.formats.date(account.createdAt))}</p>
    <p class="hint">${t.id}${common.colon}${copyableId(account.id, common)}</p>
    ${message}
    <div class="columns">
      <div>${passwordSection(view)} ${addressSection(view)} ${factorSection(view)}</div>
      <div>${sessionsSection(view)} ${exportSection(view)} ${deleteSection(view)}</div>
    </div>
    ${auditSection(view)}`;
}

function errorsOf({ refused }: AccountView, form: AccountRefusal['form']): AccountRefusal['errors'] {
  return refused?.form === form ? refused.errors : {};
}

/** False for an account that was created without a password, until one is set. */
function hasPassword({ account }: AccountView): boolean {
  return account.passwordHash !== null;
}

function passwordSection(view: AccountView): SafeHtml {
  const { texts, csrf } = view.pageContext;
  const t = textsOf(texts, TEXTS);
  const title = hasPassword(view) ? t.changePassword : t.setPassword;
  return html`<section>
    <h2>${title}</h2>
    ${!hasPassword(view) && html`<p>${t.setPasswordLead}</p>`}
    ${form(
      {
        action: '/account/password',
        csrf,
        hidden: { email: view.account.email },
        fields: [
          ...(hasPassword(view) ? [passwordField(t.currentPassword, 'password')] : []),
          newPasswordField(texts, 'new_password'),
        ],
        button: title,
      },
      {},
      errorsOf(view, 'password'),
    )}
  </section>`;
}

function addressSection(view: AccountView): SafeHtml {
  const { texts, csrf } = view.pageContext;
  const t = textsOf(texts, TEXTS);
  const { refused, sendsMail } = view;
  if (!hasPassword(view)) return passwordFirst(t.changeAddress, view);
  return html`<section>
    <h2>${t.changeAddress}</h2>
    <p>${sendsMail ? t.addressLead : t.addressLeadNoMail}</p>
    ${form(
      {
        id: 'address',
        action: '/account/address',
        csrf,
        fields: [
          { ...emailField(texts, 'new_email'), label: t.newAddress, autocomplete: 'email' },
          passwordField(t.currentPassword, 'address'),
        ],
        button: t.changeAddress,
      },
      { new_email: refused?.newEmail },
      errorsOf(view, 'address'),
    )}
  </section>`;
}

/** Replaces a section whose action requires the password, if the account has none. */
function passwordFirst(title: string, { pageContext }: AccountView): SafeHtml {
  return html`<section>
    <h2>${title}</h2>
    <p>${textsOf(pageContext, TEXTS).passwordFirst}</p>
  </section>`;
}

function factorSection(view: AccountView): SafeHtml {
  const { pageContext, factorOn } = view;
  const { factor: t } = pageContext.texts;
  if (!hasPassword(view)) return passwordFirst(t.title, view);
  return html`<section>
    <h2>${t.title}</h2>
    <p>${factorOn ? t.stateOn : t.stateOff}</p>
    <a class="button" href="/factor">${factorOn ? t.manage : t.start}</a>
  </section>`;
}

function sessionsSection(view: AccountView): SafeHtml {
  const { pageContext, sessions } = view;
  const { texts, csrf } = pageContext;
  const t = textsOf(texts, TEXTS);
  const present = pageContext.session?.record.hash;
  return html`<section id="sessions">
    <h2>${t.sessions}</h2>
    <p>${t.sessionCount(sessions.count)}</p>
    <p class="hint">${t.sessionsKept(MAXIMUM_SESSIONS)}</p>
    <ul class="sessions">
      ${sessions.shown.map((session) => sessionItem(view, session, session.hash === present))}
    </ul>
    ${listLinks(view, 'sessions', sessions)}
    ${sessions.count > 1 && form({ action: '/account/sessions', csrf, button: t.endOthers })}
  </section>`;
}

function listLinks(
  { pageContext }: AccountView,
  name: 'sessions' | 'changes',
  { page, isLast }: ListPage<unknown>,
): SafeHtml | false {
  return pageLinks(
    { page, hasMore: !isLast, link: (number) => `/account?${name}=${number}#${name}` },
    pageContext.texts,
  );
}

function sessionItem(view: AccountView, session: SessionRecord, isPresent: boolean): SafeHtml {
  const { texts, formats, csrf } = view.pageContext;
  const t = textsOf(texts, TEXTS);
  const device = session.device.split('/').filter(Boolean).join(' · ') || t.unknownDevice;
  return html`<li>
    <div>
      <p><strong>${device}</strong> ${isPresent && html`<span class="badge good">${t.thisSession}</span>`}</p>
      <p class="hint">${t.sessionTimes(formats.time(session.createdAt), formats.time(session.lastSeenAt))}</p>
    </div>
    ${
      !isPresent &&
      form({
        action: '/account/sessions',
        csrf,
        button: t.endSession,
        label: t.endSessionOf(device, formats.time(session.createdAt)),
        posts: ['session', nameOf(session)],
      })
    }
  </li>`;
}

function exportSection({ pageContext }: AccountView): SafeHtml {
  const t = textsOf(pageContext, TEXTS);
  return html`<section>
    <h2>${t.export}</h2>
    <p>${t.exportLead}</p>
    <a class="button" href="/account/export.json" download>${t.exportButton}</a>
  </section>`;
}

function deleteSection(view: AccountView): SafeHtml {
  const { texts, csrf } = view.pageContext;
  const t = textsOf(texts, TEXTS);
  const errors = errorsOf(view, 'delete');
  if (!hasPassword(view)) return passwordFirst(t.delete, view);
  return html`<section>
    <h2>${t.delete}</h2>
    <p>${t.deleteLead}</p>
    <p>${t.deleteKept}</p>
    <details ${view.refused?.form === 'delete' && html`open`}>
      <summary>${t.delete}…</summary>
      ${form(
        {
          action: '/account/delete',
          csrf,
          fields: [passwordField(t.currentPassword, 'delete'), ...(view.factorOn ? [codeField(texts, 'delete')] : [])],
          below: html`<p>${checkbox('confirm', 'yes', t.deleteConfirm, false, true)}</p>
            ${errors.confirm && html`<p class="error" role="alert">${errors.confirm}</p>`}`,
          button: t.deleteButton,
          kind: 'danger',
        },
        {},
        errors,
      )}
    </details>
  </section>`;
}

function auditSection(view: AccountView): SafeHtml {
  const { pageContext, keys, plans, audit, refusals } = view;
  const { texts, formats } = pageContext;
  const t = textsOf(texts, TEXTS);
  // U+2060 forbids a line break between the ellipsis and a key's last four characters.
  const keyLabels = new Map(keys.map((key) => [key.id, keyLabel(key).replace(/…(?=\w{4}$)/, '…\u2060')]));
  const named = ({ action, detail }: AuditEntry): string =>
    action === 'account.create' || action === 'account.plan'
      ? detail.replace(/[a-z][a-z0-9_]*/g, (name) => planTitle(name, plans, pageContext))
      : action === 'account.operator'
        ? (t.operatorAccess[detail] ?? detail)
        : detail.replace(/\bkey_\w+/g, (id) => keyLabels.get(id) ?? id);
  return html`<section id="changes">
    <h2>${t.audit}</h2>
    ${refusals.lastAt !== null && html`<p>${t.refusals(formats.number(refusals.count), formats.time(refusals.lastAt))}</p>`}
    ${dataTable<AccountView['audit']['shown'][number]>(
      t.audit,
      [
        { title: t.when, kind: 'nowrap', cell: ({ at }) => formats.moment(at) },
        {
          title: t.what,
          cell: (entry) =>
            html`${t.actions[entry.action] ?? entry.action}
              <span class="soft">${named(entry)}</span>
              ${entry.times > 1 && html`<span class="soft">· ${t.times(formats.number(entry.times), formats.moment(entry.firstAt))}</span>`}`,
        },
      ],
      audit.shown,
    )}
    ${listLinks(view, 'changes', audit)}
  </section>`;
}
