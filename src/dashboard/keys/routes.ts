import type { FastifyRequest } from 'fastify';
import { OVERLAPS_MS } from '../../accounts/api-keys.ts';
import { keyStatus } from '../../credits/calls.ts';
import { ServiceError } from '../../errors.ts';
import type { KeyRecord } from '../../store/types.ts';
import { formSchema, PageQuery } from '../input.ts';
import {
  checkName,
  KeyParams,
  LimitsForm,
  NameForm,
  NewKeyForm,
  readDraft,
  readLimits,
  RevokeForm,
  RotateForm,
  ShownForm,
} from './forms.ts';
import { createKeyPages, sendIssued, sendNewKey } from './pages.ts';
import { notice, seeOther } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import { accountOf } from '../page-context.ts';

const ReplaceForm = formSchema({});

type KeyRequest = FastifyRequest<{ Params: KeyParams }>;

/** `/keys`: the list of keys, and the forms that create, rename, limit, rotate and revoke a key. */
export function registerKeyRoutes({ own, services }: DashboardScope): void {
  const { apiKeys, clock, registration } = services;
  const tools = [...services.tools.names];
  const { sendKeys, refuse } = createKeyPages(services);

  /** Undefined if the key belongs to another account. */
  function ownKey(request: KeyRequest): Promise<KeyRecord | undefined> {
    return apiKeys.find(accountOf(request).id, { id: request.params.keyId });
  }

  own.get<{ Querystring: PageQuery }>('/keys', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { keys } = request.pageContext.texts;
    const { done, page } = request.query;
    const messages: Readonly<Record<string, string>> = {
      renamed: keys.renamed,
      limited: keys.limited,
      revoked: keys.revoked,
      replaced: keys.testReplaced,
      ended: request.pageContext.texts.access.ended,
      disconnected: request.pageContext.texts.apps.disconnected,
    };
    const text = done !== undefined && Object.hasOwn(messages, done) ? messages[done] : undefined;
    return sendKeys(request, reply, { text: text !== undefined && notice('good', text), page });
  });

  own.post<{ Body: NewKeyForm }>(
    '/keys',
    { schema: { body: NewKeyForm }, config: { returnTo: '/keys', limit: 'keysByAccount' } },
    async (request, reply) => {
      const { texts, formats } = request.pageContext;
      const account = accountOf(request);
      const draft = readDraft(request.body, 'new', tools);
      if ((await registration.confirmation(account.id)) === 'pending') {
        return refuse(request, reply, texts.confirm.pending(account.email));
      }
      const read = readLimits(draft, request, tools, clock.now(), null);
      const errors = { ...checkName(draft, request, false), ...read.errors };
      if (read.errors || errors.name !== undefined) {
        return refuse(request, reply, texts.keys.refused, { ...draft, errors });
      }
      try {
        const name = draft.name || texts.keys.usualName(formats.shortDate(clock.now()));
        const issued = await apiKeys.create(account.id, name, read.limits, request.body.once);
        return sendIssued(request, reply, issued, clock.now());
      } catch (error) {
        if (error instanceof ServiceError) return refuse(request, reply, texts.keys.tooMany, draft);
        throw error;
      }
    },
  );

  /** Reloads the page of a new key. The page posts the key itself, since the service stores only a hash. */
  own.post<{ Body: ShownForm }>(
    '/keys/shown',
    { schema: { body: ShownForm }, config: { returnTo: '/keys' } },
    async (request, reply) => {
      const { key: apiKey } = request.body;
      const key = await apiKeys.find(accountOf(request).id, { apiKey });
      if (!key || keyStatus(key, clock.now()) !== 'active') return seeOther(reply, '/keys');
      return sendNewKey(request, reply, key, apiKey, request.body);
    },
  );
  own.get('/keys/shown', (_request, reply) => seeOther(reply, '/keys'));

  /** Polled by the page of a new key; `called` is true once the key has been used. */
  own.get<{ Params: KeyParams }>(
    '/keys/:keyId/first-call',
    { schema: { params: KeyParams } },
    async (request, reply) => {
      const key = await ownKey(request);
      if (!key) return reply.callNotFound();
      return reply.header('cache-control', 'no-store').send({ called: key.lastUsedAt !== null });
    },
  );

  own.post(
    '/keys/test/replace',
    { schema: { body: ReplaceForm }, config: { returnTo: '/keys', limit: 'keysByAccount' } },
    async (request, reply) => {
      const account = accountOf(request);
      await apiKeys.replaceTest(account.id);
      return seeOther(reply, '/keys?done=replaced');
    },
  );

  own.post<{ Params: KeyParams; Body: NameForm }>(
    '/keys/:keyId/rename',
    {
      schema: { params: KeyParams, body: NameForm },
      config: { returnTo: '/keys', limit: 'changesBySession' },
    },
    async (request, reply) => {
      const { keys } = request.pageContext.texts;
      const key = await ownKey(request);
      if (key?.kind !== 'key') return refuse(request, reply, keys.noSuchKey, undefined, 404);
      const draft = readDraft(request.body, `rename-${key.id}`, tools);
      const errors = checkName(draft, request, true);
      if (errors.name !== undefined) return refuse(request, reply, keys.refused, { ...draft, errors });
      await apiKeys.rename(key.id, draft.name);
      return seeOther(reply, '/keys?done=renamed');
    },
  );

  own.post<{ Params: KeyParams; Body: RotateForm }>(
    '/keys/:keyId/rotate',
    { schema: { params: KeyParams, body: RotateForm }, config: { returnTo: '/keys', limit: 'keysByAccount' } },
    async (request, reply) => {
      const { keys } = request.pageContext.texts;
      const key = await ownKey(request);
      if (key?.kind !== 'key') return refuse(request, reply, keys.noSuchKey, undefined, 404);
      const { overlap, once } = request.body;
      const isActive = keyStatus(key, clock.now()) === 'active';
      try {
        // Runs before `isActive` is checked: an earlier submission of the same form may have ended the old key.
        const issued = await apiKeys.rotate(key.id, OVERLAPS_MS[overlap], once);
        return await sendIssued(request, reply, issued, clock.now());
      } catch (error) {
        if (error instanceof ServiceError) return refuse(request, reply, isActive ? keys.tooMany : keys.notActive);
        throw error;
      }
    },
  );

  own.post<{ Params: KeyParams; Body: LimitsForm }>(
    '/keys/:keyId/limits',
    {
      schema: { params: KeyParams, body: LimitsForm },
      config: { returnTo: '/keys', limit: 'changesBySession' },
    },
    async (request, reply) => {
      const { keys } = request.pageContext.texts;
      const key = await ownKey(request);
      if (!key) return refuse(request, reply, keys.noSuchKey, undefined, 404);
      if (keyStatus(key, clock.now()) !== 'active') return refuse(request, reply, keys.notActiveLimits);
      const draft = readDraft(request.body, `limits-${key.id}`, tools);
      const { limits: wished, errors } = readLimits(draft, request, tools, clock.now(), key.expiresAt);
      if (errors) return refuse(request, reply, keys.refused, { ...draft, errors });
      // An app keeps the expiry time that was set when it was connected.
      await apiKeys.limit(key.id, key.kind === 'app' ? { ...wished, expiresAt: key.expiresAt } : wished);
      return seeOther(reply, '/keys?done=limited');
    },
  );

  own.post<{ Params: KeyParams; Body: RevokeForm }>(
    '/keys/:keyId/revoke',
    { schema: { params: KeyParams, body: RevokeForm }, config: { returnTo: '/keys' } },
    async (request, reply) => {
      const { keys } = request.pageContext.texts;
      const key = await ownKey(request);
      if (!key) return refuse(request, reply, keys.noSuchKey, undefined, 404);
      if (request.body.confirm !== 'yes') return refuse(request, reply, keys.notConfirmed);
      await apiKeys.revoke(key.id);
      return seeOther(reply, `/keys?done=${key.kind === 'app' ? 'disconnected' : 'revoked'}`);
    },
  );
}
