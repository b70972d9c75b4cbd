import type { FastifyReply, FastifyRequest } from 'fastify';
import { OVERLAPS_MS } from '../../accounts/api-keys.ts';
import { keyStatus } from '../../credits/calls.ts';
import { ServiceError } from '../../errors.ts';
import type { KeyRecord } from '../../store/types.ts';
import { formRoute } from '../form-route.ts';
import { PageQuery, TextField, OptionalField, TokenField } from '../input.ts';
import { LIMIT_FIELDS, readDraft, readLimits } from '../key-limits/forms.ts';
import { checkName, KeyParams, keyRoute, NEW_KEY, ROTATE } from './forms.ts';
import { sendIssued, sendKeys, sendNewKey } from './pages.ts';
import { notice, seeOther } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { accountOf } from '../page-context.ts';
import type { KeyDraft } from '../key-limits/draft.ts';
import { textsOf } from '../texts/index.ts';
import { TEXTS } from './texts.ts';

export function registerKeyRoutes({ own, services }: DashboardScope): void {
  const { apiKeys, clock, registration } = services;
  const tools = [...services.tools.names];

  function ownKey(request: FastifyRequest, { keyId }: { keyId: string }): Promise<KeyRecord | undefined> {
    return apiKeys.find(accountOf(request).id, { id: keyId });
  }

  /** Shows the page again with the error `text`; `draft` has the typed values. */
  function refuse(reply: FastifyReply, text: string, draft?: KeyDraft, status = 400): Promise<FastifyReply> {
    return sendKeys(reply, services, { text: notice('bad', text), status, ...(draft ? { draft } : {}) });
  }

  own.get('/keys', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const keys = textsOf(request.pageContext, TEXTS);
    const { done, page } = request.query;
    const messages: Readonly<Record<string, string>> = {
      renamed: keys.renamed,
      limited: keys.limited,
      revoked: keys.revoked,
      replaced: keys.testReplaced,
      ended: request.pageContext.texts.access.ended,
      disconnected: textsOf(request.pageContext, TEXTS).apps.disconnected,
    };
    const text = done !== undefined && Object.hasOwn(messages, done) ? messages[done] : undefined;
    return sendKeys(reply, services, { text: text !== undefined && notice('good', text), page });
  });

  own.post('/keys', formRoute(NEW_KEY, { returnTo: '/keys', limit: 'keysByAccount' }), async (request, reply) => {
    const { texts, formats } = request.pageContext;
    const account = accountOf(request);
    const draft = readDraft(request.body, 'new', tools);
    if ((await registration.confirmation(account.id)) === 'pending') {
      return refuse(reply, texts.confirm.pending(account.email));
    }
    const read = readLimits(draft, request, tools, clock.now(), null);
    const errors = { ...checkName(draft, request, false), ...read.errors };
    if (read.errors || errors.name !== undefined) {
      return refuse(reply, textsOf(texts, TEXTS).refused, { ...draft, errors });
    }
    try {
      const name = draft.name || textsOf(texts, TEXTS).usualName(formats.shortDate(clock.now()));
      const issued = await apiKeys.create(account.id, name, read.limits, request.body.once);
      return sendIssued(reply, issued, clock.now());
    } catch (error) {
      if (error instanceof ServiceError) return refuse(reply, textsOf(texts, TEXTS).tooMany, draft);
      throw error;
    }
  });

  /** The page of a new key posts the key itself, because the service stores only a hash. */
  own.post(
    '/keys/shown',
    formRoute({ key: TokenField, client: OptionalField, shell: OptionalField }, { returnTo: '/keys' }),
    async (request, reply) => {
      const { key: apiKey } = request.body;
      const key = await apiKeys.find(accountOf(request).id, { apiKey });
      if (!key || keyStatus(key, clock.now()) !== 'active') return seeOther(reply, '/keys');
      return sendNewKey(reply, key, apiKey, request.body);
    },
  );
  own.get('/keys/shown', (_request, reply) => seeOther(reply, '/keys'));

  /** The page of a new key polls this route. `called` is true after the first use of the key. */
  own.get('/keys/:keyId/first-call', { schema: { params: KeyParams } }, async (request, reply) => {
    const key = await ownKey(request, request.params);
    if (!key) return reply.callNotFound();
    return reply.header('cache-control', 'no-store').send({ called: key.lastUsedAt !== null });
  });

  own.post(
    '/keys/test/replace',
    formRoute({}, { returnTo: '/keys', limit: 'keysByAccount' }),
    async (request, reply) => {
      const account = accountOf(request);
      await apiKeys.replaceTest(account.id);
      return seeOther(reply, '/keys?done=replaced');
    },
  );

  own.post('/keys/:keyId/rename', keyRoute({ name: TextField }, 'changesBySession'), async (request, reply) => {
    const keys = textsOf(request.pageContext, TEXTS);
    const key = await ownKey(request, request.params);
    if (key?.kind !== 'key') return refuse(reply, keys.noSuchKey, undefined, 404);
    const draft = readDraft(request.body, `rename-${key.id}`, tools);
    const errors = checkName(draft, request, true);
    if (errors.name !== undefined) return refuse(reply, keys.refused, { ...draft, errors });
    await apiKeys.rename(key.id, draft.name);
    return seeOther(reply, '/keys?done=renamed');
  });

  own.post('/keys/:keyId/rotate', keyRoute(ROTATE, 'keysByAccount'), async (request, reply) => {
    const keys = textsOf(request.pageContext, TEXTS);
    const key = await ownKey(request, request.params);
    if (key?.kind !== 'key') return refuse(reply, keys.noSuchKey, undefined, 404);
    const { overlap, once } = request.body;
    const isActive = keyStatus(key, clock.now()) === 'active';
    try {
      // The key is rotated before `isActive` is checked, because an earlier submission of the same form may have
      // ended the old key.
      const issued = await apiKeys.rotate(key.id, OVERLAPS_MS[overlap], once);
      return await sendIssued(reply, issued, clock.now());
    } catch (error) {
      if (error instanceof ServiceError) return refuse(reply, isActive ? keys.tooMany : keys.notActive);
      throw error;
    }
  });

  own.post('/keys/:keyId/limits', keyRoute(LIMIT_FIELDS, 'changesBySession'), async (request, reply) => {
    const keys = textsOf(request.pageContext, TEXTS);
    const key = await ownKey(request, request.params);
    if (!key) return refuse(reply, keys.noSuchKey, undefined, 404);
    if (keyStatus(key, clock.now()) !== 'active') return refuse(reply, keys.notActiveLimits);
    const draft = readDraft(request.body, `limits-${key.id}`, tools);
    const { limits: wished, errors } = readLimits(draft, request, tools, clock.now(), key.expiresAt);
    if (errors) return refuse(reply, keys.refused, { ...draft, errors });
    // An app's refreshed tokens set the expiry time of its key, so the form does not change it.
    await apiKeys.limit(key.id, key.kind === 'app' ? { ...wished, expiresAt: key.expiresAt } : wished);
    return seeOther(reply, '/keys?done=limited');
  });

  own.post('/keys/:keyId/revoke', keyRoute({ confirm: OptionalField }), async (request, reply) => {
    const keys = textsOf(request.pageContext, TEXTS);
    const key = await ownKey(request, request.params);
    if (!key) return refuse(reply, keys.noSuchKey, undefined, 404);
    if (request.body.confirm !== 'yes') return refuse(reply, keys.notConfirmed);
    await apiKeys.revoke(key.id);
    return seeOther(reply, `/keys?done=${key.kind === 'app' ? 'disconnected' : 'revoked'}`);
  });
}
