import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../accounts/device.ts';
import { seeOther } from './layout.ts';
import type { DashboardServices } from './services.ts';
import {
  browserToken,
  clearSessionCookie,
  clearStepCookie,
  setBrowserCookie,
  setSessionCookie,
  stepToken,
} from './visit.ts';

/**
 * Goes on as the account: a session of its own for each log-in (one that the
 * browser brought along ends), and a proof that this browser was let in.
 */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, logIn }: DashboardServices,
  accountId: string,
  path: string,
): Promise<FastifyReply> {
  if (request.visit.session) await sessions.end(request.visit.session.record);
  clearSessionCookie(request, reply);
  if (stepToken(request) !== undefined) clearStepCookie(request, reply);
  setSessionCookie(request, reply, await sessions.start(accountId, deviceOf(request.headers['user-agent'])));
  setBrowserCookie(request, reply, await logIn.knowBrowser(accountId, browserToken(request)));
  return seeOther(reply, path);
}
