import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoTime } from '../../lib/clock.ts';
import { toCredits } from '../../lib/credits.ts';
import type { LedgerEntry } from '../../store/types.ts';
import { allCalls } from '../all-calls.ts';
import { posted, queried } from '../form.ts';
import { html, type Content } from '../html.ts';
import type { DashboardServices } from '../services.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { checkbox, inputField } from '../views/fields.ts';
import { accountOf, clearSessionCookie, setSessionCookie } from '../visit.ts';

const AUDIT_ROWS = 15;

/** `/account`: password, sessions, export, deletion. */
export function registerAccountRoutes({ own, services, limits }: DashboardScope): void {
  const { accounts, sessions, registration } = services;

  own.get('/account', (request, reply) => {
    const { account: t } = request.visit.texts;
    const done = queried(request, 'done');
    const said = done === 'password' ? t.passwordChanged : done === 'sessions' ? t.othersEnded : null;
    return sendAccount(request, reply, services, said && notice('good', said));
  });

  own.post('/account/password', async (request, reply) => {
    const { account: t, signup } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.passwordBySession(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const wished = posted(request, 'new_password');
    if (wished.length < 10 || wished.length > 1000) {
      return sendAccount(request, reply, services, notice('bad', signup.shortPassword), 400);
    }
    if (!(await registration.proves(account, posted(request, 'password')))) {
      return sendAccount(request, reply, services, notice('bad', t.wrongPassword), 403);
    }
    await accounts.setPassword(account.id, wished);
    clearSessionCookie(request, reply);
    setSessionCookie(request, reply, await sessions.start(account.id));
    return seeOther(reply, '/account?done=password');
  });

  own.post('/account/sessions', async (request, reply) => {
    await sessions.endAll(accountOf(request).id, request.visit.session?.record);
    return seeOther(reply, '/account?done=sessions');
  });

  own.get('/account/export.json', async (request, reply) => {
    const account = accountOf(request);
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="job-data-account.json"')
      .type('application/json; charset=utf-8')
      .send(Readable.from(exportJson(account.id, services)));
  });

  own.post('/account/delete', async (request, reply) => {
    const { account: t, keys } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.passwordBySession(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    if (posted(request, 'confirm') !== 'yes') {
      return sendAccount(request, reply, services, notice('bad', keys.notConfirmed), 400);
    }
    if (!(await registration.proves(account, posted(request, 'password')))) {
      return sendAccount(request, reply, services, notice('bad', t.wrongPassword), 403);
    }
    await accounts.delete(account.id);
    clearSessionCookie(request, reply);
    return seeOther(reply, '/login?note=deleted');
  });
}

async function sendAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  said: Content,
  status = 200,
): Promise<FastifyReply> {
  const { texts, formats } = request.visit;
  const { account: t, common } = texts;
  const account = accountOf(request);
  const open = await services.sessions.list(account.id);
  const audit = await services.store.audit.list(account.id, AUDIT_ROWS);
  const keys = await services.accounts.keys(account.id);
  /** A detail with keys by the names that people gave them. */
  const named = (detail: string): string =>
    keys.reduce((text, key) => text.replaceAll(key.id, `${key.name} …\u2060${key.lastFour}`), detail);
  const csrf = csrfField(request, reply);
  return sendPage(request, reply, {
    title: t.title,
    status,
    body: html`<h1>${t.title}</h1>
      <p class="lead">${account.email}</p>
      <p class="soft">${t.since(formats.date(account.createdAt))} · ${t.id}${common.colon}<code>${account.id}</code></p>
      ${said}
      <div class="columns">
        <section>
          <h2>${t.changePassword}</h2>
          <form method="post" action="/account/password">
            ${csrf}
            <input type="hidden" name="email" autocomplete="username" value="${account.email}" />
            ${inputField({ name: 'password', type: 'password', label: t.currentPassword, autocomplete: 'current-password', required: true, maxLength: 1000 })}
            ${inputField({ name: 'new_password', type: 'password', label: common.newPassword, hint: common.passwordHint, autocomplete: 'new-password', required: true, minLength: 10, maxLength: 1000 })}
            <button>${t.changePassword}</button>
          </form>
        </section>
        <div>
          <section>
            <h2>${t.sessions}</h2>
            <p>${t.sessionCount(open.length)}</p>
            ${open.length > 1 && html`<form method="post" action="/account/sessions">${csrf}<button>${t.endOthers}</button></form>`}
          </section>
          <section>
            <h2>${t.export}</h2>
            <p>${t.exportLead}</p>
            <a class="button" href="/account/export.json" download>${t.exportButton}</a>
          </section>
          <section>
            <h2>${t.delete}</h2>
            <p>${t.deleteLead}</p>
            <details>
              <summary>${t.delete}…</summary>
              <form method="post" action="/account/delete">
                ${csrf}
                ${inputField({ id: 'delete-password', name: 'password', type: 'password', label: t.currentPassword, autocomplete: 'current-password', required: true, maxLength: 1000 })}
                <p>${checkbox('confirm', 'yes', t.deleteConfirm, false, true)}</p>
                <button class="danger">${t.deleteButton}</button>
              </form>
            </details>
          </section>
        </div>
      </div>
      <section>
        <h2>${t.audit}</h2>
        <div class="scroll" tabindex="0" role="region" aria-label="${t.audit}">
          <table>
            <thead>
              <tr>
                <th scope="col">${t.when}</th>
                <th scope="col">${t.what}</th>
              </tr>
            </thead>
            <tbody>
              ${audit.map(
                (entry) =>
                  html`<tr>
                    <td class="nowrap">${formats.moment(entry.at)}</td>
                    <td>${t.actions[entry.action] ?? entry.action} <span class="soft">${named(entry.detail)}</span></td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>`,
  });
}

/** All that is kept of an account but its calls; hashes of keys and passwords are proofs, not data, and stay. */
async function exportAccount(accountId: string, services: DashboardServices): Promise<Record<string, unknown>> {
  const account = await services.accounts.require(accountId);
  const time = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
  return {
    account: {
      account_id: account.id,
      email: account.email,
      plan: account.plan,
      subscription_id: account.subscriptionId,
      created_at: isoTime(account.createdAt),
      trial_ends_at: time(account.trialEndsAt),
      resets_at: isoTime(account.periodEndsAt),
      monthly_credits: toCredits(account.allowance),
      credits_remaining: toCredits(account.balance),
      overage_used: toCredits(account.overageUsed),
      overage_limit: account.overageLimit === null ? null : toCredits(account.overageLimit),
      operator: account.operator,
      email_confirmation: await services.registration.confirmation(account.id),
    },
    keys: (await services.accounts.keys(account.id)).map((key) => ({
      key_id: key.id,
      name: key.name,
      key: `${key.prefix}…${key.lastFour}`,
      created_at: isoTime(key.createdAt),
      last_used_at: time(key.lastUsedAt),
      expires_at: time(key.expiresAt),
      revoked_at: time(key.revokedAt),
      allowed_tools: key.allowedTools,
      daily_cap: key.dailyCap === null ? null : toCredits(key.dailyCap),
    })),
    sessions: (await services.sessions.list(account.id)).map((session) => ({
      created_at: isoTime(session.createdAt),
      last_seen_at: isoTime(session.lastSeenAt),
      expires_at: isoTime(session.expiresAt),
    })),
    changes: (await services.store.audit.list(account.id, 100_000)).map((entry) => ({
      action: entry.action,
      detail: entry.detail,
      at: isoTime(entry.at),
    })),
  };
}

/** The export as one JSON object, its calls last and as they are read: there may be many. */
async function* exportJson(accountId: string, services: DashboardServices): AsyncGenerator<string> {
  const head = JSON.stringify(await exportAccount(accountId, services), null, 1);
  yield `${head.slice(0, head.lastIndexOf('}')).trimEnd()},\n "calls": [`;
  let separator = '\n';
  for await (const calls of allCalls(services.store.usage, { accountId })) {
    yield separator + calls.map((entry) => `  ${JSON.stringify(callJson(entry))}`).join(',\n');
    separator = ',\n';
  }
  yield '\n ]\n}\n';
}

function callJson(entry: LedgerEntry): Record<string, unknown> {
  return {
    receipt_id: entry.receiptId,
    tool: entry.tool,
    outcome: entry.outcome,
    cost: toCredits(entry.amount),
    cached: entry.cached,
    key_id: entry.keyId,
    at: isoTime(entry.createdAt),
    duration_ms: entry.durationMs,
  };
}
