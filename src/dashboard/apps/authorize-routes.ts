import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { ServiceError } from '../../errors.ts';
import { toCredits } from '../../lib/credits.ts';
import {
  provenRedirect,
  readAuthorizationParameters,
  readAuthorizationRequest,
  type RedirectFault,
} from '../../oauth/authorization-request.ts';
import { ClientDocumentError, type DocumentFault } from '../../oauth/client-document.ts';
import type { OAuthClient } from '../../oauth/client.ts';
import { isLocalProgram, type ConsentRequest } from '../../oauth/consent.ts';
import { OAuthError } from '../../oauth/oauth-error.ts';
import { findPinned } from '../../oauth/pinned-clients.ts';
import { redirectHost } from '../../oauth/redirect-uri.ts';
import { AlreadyUsed } from '../../store/already-used.ts';
import { authorizationQuery } from '../../oauth/authorization-request.ts';
import { backTo, field, localPath } from '../form.ts';
import { html } from '../html.ts';
import { formRoute } from '../form-route.ts';
import { ListField, OptionalField, TokenField } from '../input.ts';
import { readDraft, readLimits } from '../key-limits/forms.ts';
import { notice, sendPage, sendTooMany, sendNarrow } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { confirmationNotice } from '../components/confirmation.ts';
import { consentPage } from './consent-view.ts';
import type { KeyDraft } from '../key-limits/draft.ts';
import { accountOf, sessionOf } from '../page-context.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

type Fault = 'repeated' | 'no_client' | 'unknown_client' | RedirectFault | DocumentFault;

const MINIMUM_DAILY_CAP = 10;

/** `id` identifies the waiting authorization request, and `back` is the path that started it. */
interface Question {
  consentRequest: ConsentRequest;
  id: string;
  back: string;
  draft?: KeyDraft;
  error?: string;
  status?: number;
}

/**
 * The consent form is answered with a page that forwards to the app, because some browsers apply the CSP's
 * `form-action` to redirects and would block a 303.
 */
export function registerAuthorizeRoutes({ own, services, limits }: DashboardScope): void {
  const { oauth, clock, registration } = services;
  if (!oauth) return;
  const { consent, clients, report } = oauth;
  const tools = [...services.tools.names];

  own.get('/authorize', { config: { returnTo: ({ url }) => authorizePath(url) } }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
    const account = accountOf(request);
    let parameters;
    try {
      parameters = readAuthorizationParameters(query);
    } catch (error) {
      if (error instanceof OAuthError) return sendFault(reply, 'repeated');
      throw error;
    }
    const clientId = parameters['client_id'];
    if (clientId === undefined) return sendFault(reply, 'no_client');
    let client: OAuthClient | undefined;
    try {
      client = await clients.find(clientId, account.id);
    } catch (error) {
      if (error instanceof ClientDocumentError) return sendFault(reply, error.fault);
      throw error;
    }
    if (!client) return sendFault(reply, 'unknown_client');
    const redirect = provenRedirect(client, parameters);
    if (redirect.fault) return sendFault(reply, redirect.fault);
    try {
      const { id, name, host } = client;
      const consentRequest = {
        client: { id, name, host },
        request: readAuthorizationRequest(id, redirect.uri, parameters, consent.issuer),
      };
      report('authorize', 'ok');
      const waiting = await consent.open(consentRequest, sessionOf(request));
      return await sendQuestion(reply, { consentRequest, id: waiting, back: authorizePath(request.url) });
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      report('authorize', error.code);
      const to = consent.refusal(redirect.uri, parameters['state'], error);
      return sendRefusal(reply, client, redirect.uri, to);
    }
  });

  own.post(
    '/authorize',
    formRoute(
      {
        request: TokenField,
        decision: Type.Optional(Type.Union([Type.Literal('allow'), Type.Literal('deny')])),
        tools: ListField,
        cap: OptionalField,
        back: OptionalField,
      },
      { returnTo: ({ body }) => localPath(field(body, 'back'), '/dashboard') },
    ),
    async (request, reply) => {
      const { request: id, decision } = request.body;
      const back = readBack(request.body.back);
      const account = accountOf(request);
      const session = sessionOf(request);
      const consentRequest = await consent.find(id, session);
      if (!consentRequest) return sendClosedRequest(reply, back);
      const draft = readDraft({ ...request.body, name: '', expiry: '' }, 'new', tools);
      const again = (more: Partial<Question> = {}) => sendQuestion(reply, { consentRequest, id, back, draft, ...more });
      if (decision === undefined) return again();
      try {
        if (decision === 'deny') {
          const to = await consent.deny(id, session, consentRequest);
          report('consent', 'access_denied');
          return sendForwardPage(reply, to);
        }
        const { texts } = request.pageContext;
        // The route has no `limit`, because only an allowed request creates a key. The limit neither counts nor refuses
        // a denied request.
        const wait = await limits.keysByAccount(request, account.id);
        if (wait !== undefined) return sendTooMany(reply, wait);
        if ((await registration.confirmation(account.id)) === 'pending') return again({ status: 403 });
        const { limits: allowed, errors } = readLimits(draft, request, tools, clock.now(), null);
        if (errors) return again({ draft: { ...draft, errors }, error: texts.keys.refused, status: 400 });
        const to = await consent.allow(id, session, account.id, consentRequest, allowed);
        report('consent', 'ok');
        return sendForwardPage(reply, to);
      } catch (error) {
        if (error instanceof AlreadyUsed) return sendClosedRequest(reply, back);
        if (error instanceof ServiceError && error.reason === 'validation') {
          return again({ error: textsOf(request.pageContext, TEXTS).tooMany, status: 400 });
        }
        throw error;
      }
    },
  );

  async function sendQuestion(
    reply: FastifyReply,
    { consentRequest, id, back, draft, error, status = 200 }: Question,
  ): Promise<FastifyReply> {
    const { request } = reply;
    const { pageContext } = request;
    const account = accountOf(request);
    const pending = (await registration.confirmation(account.id)) === 'pending';
    return sendPage(withoutReferrer(reply), {
      title: textsOf(pageContext, TEXTS).title,
      status,
      path: back,
      body: consentPage({
        consentRequest,
        id,
        account,
        back,
        tools,
        draft: draft ?? suggestedLimits(toCredits(account.allowance)),
        message: error && notice('bad', error),
        unconfirmedNotice: pending && confirmationNotice(pageContext),
        pageContext,
      }),
    });
  }

  /**
   * Suggests a tenth of the month's credits, but at least MINIMUM_DAILY_CAP, as the daily limit, so that a runaway app
   * does not use up the month in one day.
   */
  function suggestedLimits(monthlyCredits: number): KeyDraft {
    const cap = Math.max(MINIMUM_DAILY_CAP, Math.round(monthlyCredits / 10));
    return { form: 'new', name: '', tools, cap: String(cap), expiry: '', errors: {} };
  }

  function sendFault(reply: FastifyReply, fault: Fault): FastifyReply {
    const { request } = reply;
    report('authorize', fault);
    const t = textsOf(request.pageContext, TEXTS);
    return sendNarrow(withoutReferrer(reply), {
      title: t.faultTitle,
      status: 400,
      path: authorizePath(request.url),
      body: html`<p role="alert">${t.fault[fault]}</p>`,
    });
  }
}

/** Keeps only the OAuth parameters, encoded so that `localPath` accepts the path. */
function authorizePath(url: string): string {
  const query = authorizationQuery(new URLSearchParams(url.split('?').slice(1).join('?')));
  return backTo(`/authorize?${query}`);
}

/** Returns `/authorize` if the text is not the path of an authorization request. */
function readBack(text: string | undefined): string {
  const path = localPath(text || undefined, '');
  return path.startsWith('/authorize?') ? path : '/authorize';
}

function sendClosedRequest(reply: FastifyReply, back: string): FastifyReply {
  const { request } = reply;
  const t = textsOf(request.pageContext, TEXTS);
  return sendNarrow(withoutReferrer(reply), {
    title: t.overTitle,
    status: 409,
    path: back,
    body: html`<p role="alert">${t.over} ${back === '/authorize' && t.startAgain}</p>
      ${back !== '/authorize' && html`<a class="button primary" href="${back}">${t.askAgain}</a>`}`,
  });
}

function sendForwardPage(reply: FastifyReply, to: string): FastifyReply {
  const { request } = reply;
  const t = textsOf(request.pageContext, TEXTS);
  return sendNarrow(withoutReferrer(reply), {
    title: t.backTitle,
    refresh: to,
    body: html`<p role="status">${t.back(redirectHost(to))}</p>
      <a class="button primary" href="${to}">${t.goOn}</a>`,
  });
}

/**
 * The page forwards without a click only to a program on this computer or to a pinned client, because anyone can
 * register a redirect address (RFC 9700 §4.11.2).
 */
function sendRefusal(reply: FastifyReply, client: OAuthClient, redirectUri: string, to: string): FastifyReply {
  const { request } = reply;
  const t = textsOf(request.pageContext, TEXTS);
  const isTrusted = isLocalProgram(redirectUri) || findPinned(client.id) !== undefined;
  return sendNarrow(withoutReferrer(reply), {
    title: t.refusedTitle,
    status: 400,
    path: authorizePath(request.url),
    ...(isTrusted ? { refresh: to } : {}),
    body: html`<p role="alert">${t.refused(redirectHost(redirectUri))}</p>
      <a class="button" href="${to}" rel="noreferrer">${t.goOn}</a>`,
  });
}

/** The page's URL contains the app's request, which no other site may see, so no referrer is sent. */
function withoutReferrer(reply: FastifyReply): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer');
}
