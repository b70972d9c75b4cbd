import type { FastifyReply } from 'fastify';
import { deviceOf } from '../accounts/device.ts';
import { seeOther } from './layout.ts';
import type { DashboardServices } from './services.ts';
import { readCookie, setCookie, clearCookie } from './cookies.ts';

export async function enter(
  reply: FastifyReply,
  { sessions, logIn }: DashboardServices,
  accountId: string,
  path: string,
): Promise<FastifyReply> {
  const { request } = reply;
  if (request.pageContext.session) await sessions.end(request.pageContext.session.record);
  clearCookie(reply, 'session');
  if (readCookie(request, 'step') !== undefined) clearCookie(reply, 'step');
  setCookie(reply, 'session', await sessions.start(accountId, deviceOf(request.headers['user-agent'])));
  setCookie(reply, 'browser', await logIn.knowBrowser(accountId, readCookie(request, 'browser')));
  return seeOther(reply, path);
}
