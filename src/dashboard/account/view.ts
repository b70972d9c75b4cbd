import type { Plans } from '../../accounts/plans.ts';
import { MAXIMUM_SESSIONS, nameOf } from '../../accounts/sessions.ts';
import type { AccountRecord, AuditEntry, AuditRecord, KeyRecord, SessionRecord } from '../../store/types.ts';
import { html, type Content, type SafeHtml } from '../html.ts';
import type { PageContext } from '../page-context.ts';
import { keyLabel } from '../components/calls.ts';
import { dataTable } from '../components/data-table.ts';
import { checkbox, copyableId, inputField } from '../components/fields.ts';
import { pageLinks } from '../components/page-links.ts';
import { planTitle } from '../components/plan-title.ts';

/** A refused form: errors by field. */
export interface AccountRefusal {
  form: 'password' | 'address' | 'delete';
  errors: Readonly<Partial<Record<'password' | 'new_password' | 'new_email' | 'confirm' | 'code', string | undefined>>>;
  newEmail?: string;
}

/** A page of a list, from 1. */
interface ListPage<Item> {
  shown: readonly Item[];
  page: number;
  isLast: boolean;
}

/** All that the page shows. */
export interface AccountView {
  pageContext: PageContext;
  account: AccountRecord;
  csrf: string;
  said: Content;
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
  const { account, pageContext, said } = view;
  const { account: t, common } = pageContext.texts;
  return html`<h1>${t.title}</h1>
    <p class="lead">${account.email}</p>
    <p class="soft">${t.since(pageContext.formats.date(account.createdAt))}</p>
    <p class="hint">${t.id}${common.colon}${copyableId(account.id, common)}</p>
    ${said}
    <div class="columns">
      <div>${passwordSection(view)} ${addressSection(view)} ${factorSection(view)}</div>
      <div>${sessionsSection(view)} ${exportSection(view)} ${deleteSection(view)}</div>
    </div>
    ${auditSection(view)}`;
}

function errorsOf({ refused }: AccountView, form: AccountRefusal['form']): AccountRefusal['errors'] {
  return refused?.form === form ? refused.errors : {};
}

function csrfInput({ csrf }: AccountView): SafeHtml {
  return html`<input type="hidden" name="_csrf" value="${csrf}" />`;
}

/** The field for the current password in the form of that name. */
function presentPassword(view: AccountView, form: AccountRefusal['form']): SafeHtml {
  const { account: t } = view.pageContext.texts;
  return inputField({
    id: `${form}-password`,
    name: 'password',
    type: 'password',
    label: t.currentPassword,
    error: errorsOf(view, form).password,
    autocomplete: 'current-password',
    required: true,
    maxLength: 1000,
  });
}

function passwordSection(view: AccountView): SafeHtml {
  const { account: t, common } = view.pageContext.texts;
  return html`<section>
    <h2>${t.changePassword}</h2>
    <form method="post" action="/account/password">
      ${csrfInput(view)}
      <input type="hidden" name="email" autocomplete="username" value="${view.account.email}" />
      ${presentPassword(view, 'password')}
      ${inputField({ name: 'new_password', type: 'password', label: common.newPassword, hint: common.passwordHint, error: errorsOf(view, 'password').new_password, autocomplete: 'new-password', required: true, minLength: 10, maxLength: 1000 })}
      <button>${t.changePassword}</button>
    </form>
  </section>`;
}

function addressSection(view: AccountView): SafeHtml {
  const { account: t } = view.pageContext.texts;
  const { refused, sendsMail } = view;
  return html`<section>
    <h2>${t.changeAddress}</h2>
    <p>${sendsMail ? t.addressLead : t.addressLeadNoMail}</p>
    <form id="address" method="post" action="/account/address">
      ${csrfInput(view)}
      ${inputField({ name: 'new_email', type: 'email', label: t.newAddress, value: refused?.newEmail ?? '', error: errorsOf(view, 'address').new_email, autocomplete: 'email', required: true, maxLength: 254 })}
      ${presentPassword(view, 'address')}
      <button>${t.changeAddress}</button>
    </form>
  </section>`;
}

function factorSection({ pageContext, factorOn }: AccountView): SafeHtml {
  const { factor: t } = pageContext.texts;
  return html`<section>
    <h2>${t.title}</h2>
    <p>${factorOn ? t.stateOn : t.stateOff}</p>
    <a class="button" href="/factor">${factorOn ? t.manage : t.start}</a>
  </section>`;
}

function sessionsSection(view: AccountView): SafeHtml {
  const { pageContext, sessions } = view;
  const { account: t } = pageContext.texts;
  const present = pageContext.session?.record.hash;
  return html`<section id="sessions">
    <h2>${t.sessions}</h2>
    <p>${t.sessionCount(sessions.count)}</p>
    <p class="hint">${t.sessionsKept(MAXIMUM_SESSIONS)}</p>
    <ul class="sessions">
      ${sessions.shown.map((session) => sessionItem(view, session, session.hash === present))}
    </ul>
    ${listLinks(view, 'sessions', sessions)}
    ${
      sessions.count > 1 &&
      html`<form method="post" action="/account/sessions">${csrfInput(view)}<button>${t.endOthers}</button></form>`
    }
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
  const { texts, formats } = view.pageContext;
  const { account: t } = texts;
  const device = session.device.split('/').filter(Boolean).join(' · ') || t.unknownDevice;
  return html`<li>
    <div>
      <p><strong>${device}</strong> ${isPresent && html`<span class="badge good">${t.thisSession}</span>`}</p>
      <p class="hint">${t.sessionTimes(formats.time(session.createdAt), formats.time(session.lastSeenAt))}</p>
    </div>
    ${
      !isPresent &&
      html`<form method="post" action="/account/sessions">
        ${csrfInput(view)}<button
          name="session"
          value="${nameOf(session)}"
          aria-label="${t.endSessionOf(device, formats.time(session.createdAt))}"
        >
          ${t.endSession}
        </button>
      </form>`
    }
  </li>`;
}

function exportSection({ pageContext }: AccountView): SafeHtml {
  const { account: t } = pageContext.texts;
  return html`<section>
    <h2>${t.export}</h2>
    <p>${t.exportLead}</p>
    <a class="button" href="/account/export.json" download>${t.exportButton}</a>
  </section>`;
}

function deleteSection(view: AccountView): SafeHtml {
  const { account: t, factor } = view.pageContext.texts;
  const errors = errorsOf(view, 'delete');
  return html`<section>
    <h2>${t.delete}</h2>
    <p>${t.deleteLead}</p>
    <p>${t.deleteKept}</p>
    <details ${view.refused?.form === 'delete' && html`open`}>
      <summary>${t.delete}…</summary>
      <form method="post" action="/account/delete">
        ${csrfInput(view)} ${presentPassword(view, 'delete')}
        ${view.factorOn && inputField({ id: 'delete-code', name: 'code', label: factor.code, hint: factor.codeHint, error: errors.code, autocomplete: 'one-time-code', required: true, maxLength: 40 })}
        <p>${checkbox('confirm', 'yes', t.deleteConfirm, false, true)}</p>
        ${errors.confirm && html`<p class="error" role="alert">${errors.confirm}</p>`}
        <button class="danger">${t.deleteButton}</button>
      </form>
    </details>
  </section>`;
}

function auditSection(view: AccountView): SafeHtml {
  const { pageContext, keys, plans, audit, refusals } = view;
  const { texts, formats } = pageContext;
  const { account: t } = texts;
  // A non-breaking ellipsis before a key's last characters.
  const keyLabels = new Map(keys.map((key) => [key.id, keyLabel(key).replace(/…(?=\w{4}$)/, '…\u2060')]));
  /** An audit detail with keys and plans by their display names. */
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
