import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../accounts/sessions.ts';
import { ownAddress } from '../lib/own-address.ts';
import type { AccountRecord } from '../store/types.ts';
import type { Brand, DashboardServices } from './services.ts';
import { FORMATS, LANGUAGES, pickLanguage, type Formats, type Language, type Texts } from './texts/index.ts';

/** Who visits, and in which language. */
export interface Visit {
  session: OpenSession | undefined;
  language: Language;
  texts: Texts;
  formats: Formats;
  brand: Brand;
  /** Whether there is a /status. */
  statusPage: boolean;
  /** The service's address without a path, e.g. `https://jobs.example.com`. */
  baseUrl: string;
  secure: boolean;
  /** Made once for all forms of the page. */
  csrf: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

const LANGUAGE_COOKIE = 'jobdata_language';

const COOKIE_NAME = 'jobdata_session';
/** Says that this browser has proved an account before; opens nothing by itself. */
const BROWSER_COOKIE = 'jobdata_browser';
/** Of a log-in whose code is asked next. */
const STEP_COOKIE = 'jobdata_step';
/** Where a sign-up leads on to. */
const NEXT_COOKIE = 'jobdata_next';
const SESSION_SECONDS = 30 * 86_400;
const BROWSER_SECONDS = 365 * 86_400;
const STEP_SECONDS = 600;
const NEXT_SECONDS = 3_600;
const LONGEST_NEXT = 2_800;
const LANGUAGE_SECONDS = 365 * 86_400;

/** The `__Host-` prefix keeps other hosts of the domain from setting a cookie; it needs https. */
function hostCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

export function sessionCookieName(secure: boolean): string {
  return hostCookie(COOKIE_NAME, secure);
}

export function isSecure(request: FastifyRequest, publicUrl: string | null): boolean {
  return request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
}

export function createVisit(
  request: FastifyRequest,
  session: OpenSession | undefined,
  { publicUrl, brand, statusPage }: Pick<DashboardServices, 'publicUrl' | 'brand' | 'statusPage'>,
): Visit {
  const language = pickLanguage(request.cookies?.[LANGUAGE_COOKIE], request.headers['accept-language']);
  return {
    session,
    language,
    texts: LANGUAGES[language],
    formats: FORMATS[language],
    brand,
    statusPage,
    baseUrl: ownAddress(publicUrl, request),
    secure: isSecure(request, publicUrl),
    csrf: undefined,
  };
}

/** Goes on in that language, with this answer and from then on. */
export function chooseLanguage(request: FastifyRequest, reply: FastifyReply, language: Language): void {
  const { visit } = request;
  reply.setCookie(LANGUAGE_COOKIE, language, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: visit.secure,
    maxAge: LANGUAGE_SECONDS,
  });
  Object.assign(visit, { language, texts: LANGUAGES[language], formats: FORMATS[language] });
}

/** Whether the switch of languages sent the form: it is to be shown again, in the language that is then chosen. */
export function isSwitch(request: FastifyRequest, reply: FastifyReply, language: Language | undefined): boolean {
  if (language === undefined) return false;
  chooseLanguage(request, reply, language);
  return true;
}

/** Mails in the visitor's language and the operator's name. */
export function mailOf({ texts, brand }: Visit): ReturnType<Texts['mail']> {
  return texts.mail(brand.name);
}

/** The account that is logged in; routes that ask for it are behind the log-in. */
export function accountOf(request: FastifyRequest): AccountRecord {
  const { session } = request.visit;
  if (!session) throw new Error('This route lacks the log-in check.');
  return session.account;
}

/** The hash of the session that is logged in. */
export function sessionOf(request: FastifyRequest): string {
  const { session } = request.visit;
  if (!session) throw new Error('This route lacks the log-in check.');
  return session.record.hash;
}

/** Lax, so that links from elsewhere find the visitor logged in, while posts from elsewhere don't. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { secure } = request.visit;
  reply.setCookie(sessionCookieName(secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SESSION_SECONDS,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { secure } = request.visit;
  reply.clearCookie(sessionCookieName(secure), { path: '/', httpOnly: true, sameSite: 'lax', secure });
  // The next form gets a new secret: one that was planted before the log-in is worth nothing after it.
  reply.clearCookie(CSRF_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

export function browserToken(request: FastifyRequest): string | undefined {
  return request.cookies[hostCookie(BROWSER_COOKIE, request.visit.secure)];
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { secure } = request.visit;
  reply.setCookie(hostCookie(BROWSER_COOKIE, secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: BROWSER_SECONDS,
  });
}

export function stepToken(request: FastifyRequest): string | undefined {
  return request.cookies[hostCookie(STEP_COOKIE, request.visit.secure)];
}

export function setStepCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { secure } = request.visit;
  reply.setCookie(hostCookie(STEP_COOKIE, secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: STEP_SECONDS,
  });
}

export function clearStepCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { secure } = request.visit;
  reply.clearCookie(hostCookie(STEP_COOKIE, secure), { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/** Keeps where a sign-up leads on to, "" for nowhere, while its mail is read; the link in the mail does not carry it. */
export function setNextCookie(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const { secure } = request.visit;
  // What is longer than a cookie may be is not kept; nor is where an earlier sign-up in this browser led.
  if (path === '' || path.length > LONGEST_NEXT) return void takeNextCookie(request, reply);
  reply.setCookie(hostCookie(NEXT_COOKIE, secure), Buffer.from(path).toString('base64url'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: NEXT_SECONDS,
  });
}

/** Gives what was kept, which anybody may have made up, and keeps it no longer; undefined where there is nothing. */
export function takeNextCookie(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const { secure } = request.visit;
  const name = hostCookie(NEXT_COOKIE, secure);
  const kept = request.cookies[name];
  if (kept === undefined) return undefined;
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  return Buffer.from(kept, 'base64url').toString('utf8');
}

export const CSRF_COOKIE = 'jobdata_csrf';

/** The token for forms on the page that answers this request. */
export function csrfToken(request: FastifyRequest, reply: FastifyReply): string {
  const { visit } = request;
  return (visit.csrf ??= reply.generateCsrf({ userInfo: visitorId(request), secure: visit.secure }));
}

/** What a CSRF token is bound to: the session, or no session. */
export function visitorId(request: FastifyRequest): string {
  return request.visit.session?.record.hash ?? 'nobody';
}
