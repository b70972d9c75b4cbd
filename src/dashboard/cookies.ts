import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_SECONDS } from '../lib/clock.ts';

/** How long the browser keeps each cookie, in seconds. */
const COOKIES = {
  session: 30 * DAY_SECONDS,
  /** Marks a browser that has logged in or used a mailed link before. The cookie grants no access. */
  browser: 365 * DAY_SECONDS,
  /** Holds a log-in that waits for its second-factor code. */
  step: 600,
  /** Holds the path to continue to after a sign-up. */
  next: 3_600,
} as const;
type CookieName = keyof typeof COOKIES;

const CHOICE_SECONDS = 365 * DAY_SECONDS;
const LONGEST_NEXT = 2_800;

export const CSRF_COOKIE = 'jobdata_csrf';

/** The `__Host-` prefix, which needs https, prevents other hosts of the domain from setting the cookie. */
function fullName(name: CookieName, { pageContext: { secure } }: FastifyRequest): string {
  return `${secure ? '__Host-' : ''}jobdata_${name}`;
}

/**
 * With SameSite=Lax, the browser sends the cookie when a link from another site is followed, but not when another site
 * posts a form.
 */
function optionsOf({ pageContext: { secure } }: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}

export function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  return request.cookies[fullName(name, request)];
}

export function setCookie(reply: FastifyReply, name: CookieName, value: string): void {
  const { request } = reply;
  reply.setCookie(fullName(name, request), value, { ...optionsOf(request), maxAge: COOKIES[name] });
}

export function clearCookie(reply: FastifyReply, name: CookieName): void {
  const { request } = reply;
  reply.clearCookie(fullName(name, request), optionsOf(request));
  // Forms after the log-in get a new CSRF secret, so that a cookie that was planted before the log-in is useless.
  if (name === 'session') reply.clearCookie(CSRF_COOKIE, optionsOf(request));
}

/** Reads a choice of the user, such as the language or that a notice was dismissed. */
export function readChoice(request: FastifyRequest, name: string): string | undefined {
  return request.cookies?.[`jobdata_${name}`];
}

export function setChoice(reply: FastifyReply, name: string, value: string): void {
  reply.setCookie(`jobdata_${name}`, value, { ...optionsOf(reply.request), maxAge: CHOICE_SECONDS });
}

/**
 * The mailed link does not contain the path to continue to after a sign-up, so the browser stores it. "" or a path that
 * is too long deletes the stored one.
 */
export function setNextPath(reply: FastifyReply, path: string): void {
  if (path === '' || path.length > LONGEST_NEXT) return void takeNextPath(reply);
  setCookie(reply, 'next', Buffer.from(path).toString('base64url'));
}

/** Reads and deletes the stored path, which must be treated as untrusted. */
export function takeNextPath(reply: FastifyReply): string | undefined {
  const stored = readCookie(reply.request, 'next');
  if (stored === undefined) return undefined;
  clearCookie(reply, 'next');
  return Buffer.from(stored, 'base64url').toString('utf8');
}
