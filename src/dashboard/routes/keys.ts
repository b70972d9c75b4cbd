import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyLimits } from '../../accounts/accounts.ts';
import { keyStatus } from '../../credits/calls.ts';
import { ServiceError } from '../../errors.ts';
import type { KeyRecord } from '../../store/types.ts';
import { fields, posted, queried, readCredits, readDay } from '../form.ts';
import { html, type Content } from '../html.ts';
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

type KeyRequest = FastifyRequest<{ Params: { keyId: string } }>;

/** `/keys`: the list, and every change of a key. */
export function registerKeyRoutes({ own, services, limits }: DashboardScope): void {
  const { accounts, clock, registration } = services;
  const tools = [...services.tools.names];

  /** A key of the visitor's own account, or undefined: nobody learns of others. */
  async function ownKey(request: KeyRequest): Promise<KeyRecord | undefined> {
    return (await accounts.keys(accountOf(request).id)).find(({ id }) => id === request.params.keyId);
  }

  own.get('/keys', async (request, reply) => {
    const { keys } = request.visit.texts;
    const done = queried(request, 'done');
    const said: Readonly<Record<string, string>> = {
      renamed: keys.renamed,
      limited: keys.limited,
      revoked: keys.revoked,
      replaced: keys.testReplaced,
    };
    const text = done !== undefined && Object.hasOwn(said, done) ? said[done] : undefined;
    return sendKeys(request, reply, services, tools, text !== undefined && notice('good', text));
  });

  own.post('/keys', async (request, reply) => {
    const { texts } = request.visit;
    const account = accountOf(request);
    const wait = await limits.keysByAccount(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    if ((await registration.confirmation(account.id)) === 'pending') {
      return refuse(request, reply, services, tools, texts.confirm.pending(account.email));
    }
    const name = posted(request, 'name').trim();
    if (name.length === 0 || name.length > 80) return refuse(request, reply, services, tools, texts.keys.badName);
    const wished = readLimits(request, tools, clock.now(), null);
    if (!wished) return refuse(request, reply, services, tools, texts.keys.badLimits);
    try {
      const { apiKey } = await accounts.createKey(account.id, name, wished);
      return sendPage(request, reply, { title: texts.keys.newTitle, body: newKey(apiKey, request.visit) });
    } catch (error) {
      if (error instanceof ServiceError) return refuse(request, reply, services, tools, texts.keys.tooMany);
      throw error;
    }
  });

  own.post('/keys/test/replace', async (request, reply) => {
    const account = accountOf(request);
    const wait = await limits.keysByAccount(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    await accounts.replaceTestKey(account.id);
    return seeOther(reply, '/keys?done=replaced');
  });

  own.post<{ Params: { keyId: string } }>('/keys/:keyId/rename', async (request, reply) => {
    const { keys } = request.visit.texts;
    const key = await ownKey(request);
    if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
    const name = posted(request, 'name').trim();
    if (name.length === 0 || name.length > 80) return refuse(request, reply, services, tools, keys.badName);
    await accounts.renameKey(key.id, name);
    return seeOther(reply, '/keys?done=renamed');
  });

  own.post<{ Params: { keyId: string } }>('/keys/:keyId/rotate', async (request, reply) => {
    const { keys } = request.visit.texts;
    const account = accountOf(request);
    const wait = await limits.keysByAccount(request, account.id);
    if (wait !== undefined) return sendTooMany(request, reply, wait);
    const key = await ownKey(request);
    if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
    const overlap = posted(request, 'overlap');
    if (!Object.hasOwn(OVERLAPS_MS, overlap) || keyStatus(key, clock.now()) !== 'active') {
      return refuse(request, reply, services, tools, keys.notActive);
    }
    try {
      const { apiKey } = await accounts.rotateKey(key.id, OVERLAPS_MS[overlap as keyof typeof OVERLAPS_MS]);
      return sendPage(request, reply, { title: keys.newTitle, body: newKey(apiKey, request.visit) });
    } catch (error) {
      if (error instanceof ServiceError) return refuse(request, reply, services, tools, keys.notActive);
      throw error;
    }
  });

  own.post<{ Params: { keyId: string } }>('/keys/:keyId/limits', async (request, reply) => {
    const { keys } = request.visit.texts;
    const key = await ownKey(request);
    if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
    const wished = readLimits(request, tools, clock.now(), key.expiresAt);
    if (!wished || keyStatus(key, clock.now()) !== 'active') {
      return refuse(request, reply, services, tools, keys.badLimits);
    }
    await accounts.limitKey(key.id, wished);
    return seeOther(reply, '/keys?done=limited');
  });

  own.post<{ Params: { keyId: string } }>('/keys/:keyId/revoke', async (request, reply) => {
    const { keys } = request.visit.texts;
    const key = await ownKey(request);
    if (!key) return refuse(request, reply, services, tools, keys.noSuchKey, 404);
    if (posted(request, 'confirm') !== 'yes') return refuse(request, reply, services, tools, keys.notConfirmed);
    await accounts.revokeKey(key.id);
    return seeOther(reply, '/keys?done=revoked');
  });
}

function pageOf(request: FastifyRequest): number {
  return Math.min(100, Math.max(1, Number.parseInt(queried(request, 'page') ?? '1', 10) || 1));
}

/** The limits of the form; undefined when one of them is none. */
function readLimits(
  request: FastifyRequest,
  tools: readonly string[],
  now: number,
  current: number | null,
): Required<KeyLimits> | undefined {
  const wished = fields(request.body, 'tools').filter((tool) => tools.includes(tool));
  const capText = posted(request, 'cap').trim();
  const cap = capText === '' ? null : readCredits(capText);
  const dayText = posted(request, 'expiry').trim();
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
): Promise<FastifyReply> {
  const { visit } = request;
  const { texts, baseUrl } = visit;
  const account = accountOf(request);
  const keys = await services.accounts.keys(account.id);
  const { apiKey: testKey } = await services.accounts.testKey(account.id);
  const csrf = csrfField(request, reply);
  const pending = (await services.registration.confirmation(account.id)) === 'pending';
  return sendPage(request, reply, {
    title: texts.keys.title,
    status,
    body: html`<h1>${texts.keys.title}</h1>
      <p class="lead">${texts.keys.lead}</p>
      ${said}
      <section>${keyList(keys, { visit, csrf, tools, now: services.clock.now(), page: pageOf(request) })}</section>
      <section>
        <h2>${texts.keys.generate}</h2>
        ${pending ? confirmationNotice(account.email, texts, csrf) : newKeyForm({ visit, csrf, tools })}
      </section>
      ${testKeyBlock(testKey, csrf, visit)} ${configurations(baseUrl, texts)}`,
  });
}
