import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../../accounts/device.ts';
import { seeOther } from '../layout.ts';
import type { DashboardServices } from '../services.ts';
import {
  browserToken,
  clearSessionCookie,
  clearStepCookie,
  setBrowserCookie,
  setSessionCookie,
  stepToken,
} from '../page-context.ts';

/**
 * Logs the account in: ends the browser's old session, starts a new one and marks the browser as known. Redirects to
 * `path`.
 */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { sessions, logIn }: DashboardServices,
  accountId: string,
  path: string,
): Promise<FastifyReply> {
  if (request.pageContext.session) await sessions.end(request.pageContext.session.record);
  clearSessionCookie(request, reply);
  if (stepToken(request) !== undefined) clearStepCookie(request, reply);
  setSessionCookie(request, reply, await sessions.start(accountId, deviceOf(request.headers['user-agent'])));
  setBrowserCookie(request, reply, await logIn.knowBrowser(accountId, browserToken(request)));
  return seeOther(reply, path);
}
