import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { KeyLimits } from '../../accounts/api-keys.ts';
import { normalizeKeyName } from '../../accounts/key-name.ts';
import { keyStatus } from '../../credits/calls.ts';
import { ServiceError } from '../../errors.ts';
import type { KeyRecord } from '../../store/types.ts';
import { readCredits, readDay } from '../form.ts';
import { html, type Content } from '../html.ts';
import { formSchema, listOf, ListField, OptionalField, pageOf, PageQuery, TextField, TokenField } from '../input.ts';
import type { DashboardServices } from '../services.ts';
import { csrfField, notice, seeOther, sendPage, sendTooMany } from '../layout.ts';
import type { DashboardScope } from '../scope.ts';
import {
  configurations,
  endOfDay,
  keyList,
  lastDay,
  newKey,
  newKeyForm,
  OVERLAPS_MS,
  testKeyBlock,
} from '../views/keys.ts';
import { confirmationNotice } from '../views/confirmation.ts';
import { accountOf } from '../visit.ts';

const KeyParams = Type.Object({ keyId: TokenField });
const LIMIT_FIELDS = { tools: ListField, cap: OptionalField, expiry: OptionalField };
const NewKeyForm = formSchema({ name: TextField, ...LIMIT_FIELDS });
const LimitsForm = formSchema(LIMIT_FIELDS);
const NameForm = formSchema({ name: TextField });
const RotateForm = formSchema({ overlap: TextField });
const RevokeForm = formSchema({ confirm: OptionalField });
const ReplaceForm = formSchema({});

type KeyParams = Static<typeof KeyParams>;
type NewKeyForm = Static<typeof NewKeyForm>;
type LimitsForm = Static<typeof LimitsForm>;
type NameForm = Static<typeof NameForm>;
type RotateForm = Static<typeof RotateForm>;
type RevokeForm = Static<typeof RevokeForm>;
type KeyRequest = FastifyRequest<{ Params: KeyParams }>;

/** `/keys`: the list, and every change of a key. */
export function registerKeyRoutes({ own, services, limits }: DashboardScope): void {
  const { apiKeys, clock, registration } = services;
  const tools = [...services.tools.names];

  /** A key of the visitor's own account, or undefined: nobody learns of others. */
  async function ownKey(request: KeyRequest): Promise<KeyRecord | undefined> {
    return (await apiKeys.list(accountOf(request).id)).find(({ id }) => id === request.params.keyId);
  }

  own.get<{ Querystring: PageQuery }>('/keys', { schema: { querystring: PageQuery } }, async (request, reply) => {
    const { keys } = request.visit.texts;
    const { done, page } = request.query;
    const said: Readonly<Record<string, string>> = {
      renamed: keys.renamed,
      limited: keys.limited,
      revoked: keys.revoked,
      replaced: keys.testReplaced,
    };
    const text = done !== undefined && Object.hasOwn(said, done) ? said[done] : undefined;
    return sendKeys(request, reply, services, tools, text !== undefined && notice('good', text), 200, page);
  });

  own.post<{ Body: NewKeyForm }>('/keys', { schema: { body: NewKeyForm } }, async (request, reply) => {
    const { texts } = request.visit;
    const account = accountOf(request);
    const wait = await limits.keysByAccount(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    if ((await registration.confirmation(account.id)) === 'pending') {
      return refuse(request, reply, services, tools, texts.confirm.pending(account.email));
    }
    const name = normalizeKeyName(request.body.name);
    if (name === undefined) return refuse(request, reply, services, tools, texts.keys.badName);
    const wished = readLimits(request.body, tools, clock.now(), null);
    if (!wished) return refuse(request, reply, services, tools, texts.keys.badLimits);
    try {
      const { apiKey } = await apiKeys.create(account.id, name, wished);
      return sendPage(request, reply, { title: texts.keys.newTitle, body: newKey(apiKey, request.visit) });
    } catch (error) {
      if (error instanceof ServiceError) return refuse(request, reply, services, tools, texts.keys.tooMany);
      throw error;
    }
  });

  own.post('/keys/test/replace', { schema: { body: ReplaceForm } }, async (request, reply) => {
    const account = accountOf(request);
    const wait = await limits.keysByAccount(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    await apiKeys.replaceTest(account.id);
    return seeOther(reply, '/keys?done=replaced');
  });

  const nameSchema = { params: KeyParams, body: NameForm };
  own.post<{ Params: KeyParams; Body: NameForm }>(
    '/keys/:keyId/rename',
    { schema: nameSchema },
    async (request, reply) => {
      const { keys } = request.visit.texts;
      const key = await ownKey(request);
      if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
      const wait = await limits.changesBySession(request);
      if (wait !== undefined) return sendTooMany(request, reply, wait);
      const name = normalizeKeyName(request.body.name);
      if (name === undefined) return refuse(request, reply, services, tools, keys.badName);
      await apiKeys.rename(key.id, name);
      return seeOther(reply, '/keys?done=renamed');
    },
  );

  const rotateSchema = { params: KeyParams, body: RotateForm };
  own.post<{ Params: KeyParams; Body: RotateForm }>(
    '/keys/:keyId/rotate',
    { schema: rotateSchema },
    async (request, reply) => {
      const { keys } = request.visit.texts;
      const account = accountOf(request);
      const wait = await limits.keysByAccount(request, account.id);
      if (wait !== undefined) return sendTooMany(request, reply, wait);
      const key = await ownKey(request);
      if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
      const { overlap } = request.body;
      if (!Object.hasOwn(OVERLAPS_MS, overlap) || keyStatus(key, clock.now()) !== 'active') {
        return refuse(request, reply, services, tools, keys.notActive);
      }
      try {
        const { apiKey } = await apiKeys.rotate(key.id, OVERLAPS_MS[overlap as keyof typeof OVERLAPS_MS]);
        return sendPage(request, reply, { title: keys.newTitle, body: newKey(apiKey, request.visit) });
      } catch (error) {
        if (error instanceof ServiceError) return refuse(request, reply, services, tools, keys.tooMany);
        throw error;
      }
    },
  );

  const limitsSchema = { params: KeyParams, body: LimitsForm };
  own.post<{ Params: KeyParams; Body: LimitsForm }>(
    '/keys/:keyId/limits',
    { schema: limitsSchema },
    async (request, reply) => {
      const { keys } = request.visit.texts;
      const key = await ownKey(request);
      if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
      const wait = await limits.changesBySession(request);
      if (wait !== undefined) return sendTooMany(request, reply, wait);
      const wished = readLimits(request.body, tools, clock.now(), key.expiresAt);
      if (!wished || keyStatus(key, clock.now()) !== 'active') {
        return refuse(request, reply, services, tools, keys.badLimits);
      }
      await apiKeys.limit(key.id, wished);
      return seeOther(reply, '/keys?done=limited');
    },
  );

  const revokeSchema = { params: KeyParams, body: RevokeForm };
  own.post<{ Params: KeyParams; Body: RevokeForm }>(
    '/keys/:keyId/revoke',
    { schema: revokeSchema },
    async (request, reply) => {
      const { keys } = request.visit.texts;
      const key = await ownKey(request);
      if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
      if (request.body.confirm !== 'yes') return refuse(request, reply, services, tools, keys.notConfirmed);
      await apiKeys.revoke(key.id);
      return seeOther(reply, '/keys?done=revoked');
    },
  );
}

/** The limits of the form; undefined when one of them is none. */
function readLimits(
  form: LimitsForm,
  tools: readonly string[],
  now: number,
  current: number | null,
): Required<KeyLimits> | undefined {
  const wished = listOf(form.tools).filter((tool) => tools.includes(tool));
  const capText = (form.cap ?? '').trim();
  const cap = capText === '' ? null : readCredits(capText);
  const dayText = (form.expiry ?? '').trim();
  const day = dayText === '' ? null : readDay(dayText);
  if (wished.length === 0 || cap === undefined || day === undefined) return undefined;
  // A day that was left as it stood keeps its hour, as the end of an overlap has one.
  const expiresAt = day === null ? null : dayText === lastDay(current) ? current : endOfDay(day);
  if (expiresAt !== null && expiresAt <= now) return undefined;
  return { allowedTools: wished.length === tools.length ? null : wished, dailyCapCredits: cap, expiresAt };
}

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  tools: readonly string[],
  text: string,
  status = 400,
): Promise<FastifyReply> {
  return sendKeys(request, reply, services, tools, notice('bad', text), status);
}

async function sendKeys(
  request: FastifyRequest,
  reply: FastifyReply,
  services: DashboardServices,
  tools: readonly string[],
  said: Content,
  status = 200,
  page?: string,
): Promise<FastifyReply> {
  const { visit } = request;
  const { texts, baseUrl } = visit;
  const account = accountOf(request);
  const keys = await services.apiKeys.list(account.id);
  const { apiKey: testKey } = await services.apiKeys.test(account.id);
  const csrf = csrfField(request, reply);
  const pending = (await services.registration.confirmation(account.id)) === 'pending';
  return sendPage(request, reply, {
    title: texts.keys.title,
    status,
    body: html`<h1>${texts.keys.title}</h1>
      <p class="lead">${texts.keys.lead}</p>
      ${said}
      <section>${keyList(keys, { visit, csrf, tools, now: services.clock.now(), page: pageOf(page, 100) })}</section>
      <section>
        <h2>${texts.keys.generate}</h2>
        ${pending ? confirmationNotice(account.email, texts, csrf) : newKeyForm({ visit, csrf, tools })}
      </section>
      ${testKeyBlock(testKey, csrf, visit)} ${configurations(baseUrl, texts)}`,
  });
}
