import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../accounts/sessions.ts';
import { DAY_SECONDS } from '../lib/clock.ts';
import { ownAddress } from '../lib/own-address.ts';
import type { AccountRecord } from '../store/types.ts';
import type { OperatorBrand, DashboardServices } from './services.ts';
import {
  FORMATS,
  isLanguage,
  LANGUAGES,
  pickLanguage,
  type Formats,
  type Language,
  type Texts,
} from './texts/index.ts';

/** Colours of the pages; `system` follows the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Who views the page, and in which language and colours. */
export interface PageContext {
  session: OpenSession | undefined;
  theme: Theme;
  language: Language;
  texts: Texts;
  formats: Formats;
  brand: OperatorBrand;
  /** Whether /status is enabled. */
  statusPage: boolean;
  /** The service's address without a path, such as `https://jobs.example.com`. */
  baseUrl: string;
  secure: boolean;
  /** The CSRF token, created once for all forms of the page. */
  csrf: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    pageContext: PageContext;
  }
}

const LANGUAGE_COOKIE = 'jobdata_language';
const THEME_COOKIE = 'jobdata_theme';
const DISMISSED_COOKIE = 'jobdata_hidden_';

const COOKIE_NAME = 'jobdata_session';
/** Says that this browser has logged in to an account before; grants no access. */
const BROWSER_COOKIE = 'jobdata_browser';
/** For a log-in that waits for its code. */
const STEP_COOKIE = 'jobdata_step';
/** Where to continue after a sign-up. */
const NEXT_COOKIE = 'jobdata_next';
const SESSION_SECONDS = 30 * DAY_SECONDS;
const BROWSER_SECONDS = 365 * DAY_SECONDS;
const STEP_SECONDS = 600;
const NEXT_SECONDS = 3_600;
const LONGEST_NEXT = 2_800;
const CHOICE_SECONDS = 365 * DAY_SECONDS;

/** The `__Host-` prefix prevents other hosts of the domain from setting the cookie; it needs https. */
function hostCookie(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

export function sessionCookieName(secure: boolean): string {
  return hostCookie(COOKIE_NAME, secure);
}

export function isSecure(request: FastifyRequest, publicUrl: string | null): boolean {
  return request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
}

export function createPageContext(
  request: FastifyRequest,
  session: OpenSession | undefined,
  { publicUrl, brand, statusPage }: Pick<DashboardServices, 'publicUrl' | 'brand' | 'statusPage'>,
): PageContext {
  const language = pickLanguage(request.cookies?.[LANGUAGE_COOKIE], request.headers['accept-language']);
  return {
    session,
    theme: readTheme(request.cookies?.[THEME_COOKIE]) ?? 'system',
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

/** Whether the account's owner has hidden something with this browser. */
export function isDismissed(request: FastifyRequest, name: string): boolean {
  return request.cookies[`${DISMISSED_COOKIE}${name}`] === accountOf(request).id;
}

/** Hides it from the account's pages in this browser, as a choice of colours is remembered. */
export function dismissNotice(request: FastifyRequest, reply: FastifyReply, name: string): void {
  const { secure } = request.pageContext;
  reply.setCookie(`${DISMISSED_COOKIE}${name}`, accountOf(request).id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: CHOICE_SECONDS,
  });
}

function readTheme(value: unknown): Theme | undefined {
  return THEMES.find((theme) => theme === value);
}

/**
 * Applies a choice of language or theme: links to the same page with `lang` or `theme` in the query. It applies to
 * this answer and, by a cookie, to later ones. Both parameters are then removed from the query.
 */
export function applyChoices(request: FastifyRequest, reply: FastifyReply): void {
  const { pageContext } = request;
  const query = request.query as Record<string, unknown>;
  const language = query['lang'];
  const theme = readTheme(query['theme']);
  delete query['lang'];
  delete query['theme'];
  const remember = (name: string, value: string): void => {
    const { secure } = pageContext;
    reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: CHOICE_SECONDS });
  };
  if (theme) {
    remember(THEME_COOKIE, theme);
    pageContext.theme = theme;
  }
  if (isLanguage(language)) {
    remember(LANGUAGE_COOKIE, language);
    Object.assign(pageContext, { language, texts: LANGUAGES[language], formats: FORMATS[language] });
  }
}

/** Mails in the user's language and with the operator's name. */
export function mailOf({ texts, brand }: PageContext): ReturnType<Texts['mail']> {
  return texts.mail(brand.name);
}

/** The logged-in account; only for routes that require a log-in. */
export function accountOf(request: FastifyRequest): AccountRecord {
  return requireSession(request).account;
}

/** The hash of the current session. */
export function sessionOf(request: FastifyRequest): string {
  return requireSession(request).record.hash;
}

function requireSession({ pageContext }: FastifyRequest): NonNullable<PageContext['session']> {
  if (!pageContext.session) throw new Error('This route lacks the log-in check.');
  return pageContext.session;
}

/** SameSite=Lax: a link from another site finds the user logged in, a form posted from another site does not. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { secure } = request.pageContext;
  reply.setCookie(sessionCookieName(secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: SESSION_SECONDS,
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { secure } = request.pageContext;
  reply.clearCookie(sessionCookieName(secure), { path: '/', httpOnly: true, sameSite: 'lax', secure });
  // The next form gets a new secret, so that a cookie planted before the log-in is useless after it.
  reply.clearCookie(CSRF_COOKIE, { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

export function browserToken(request: FastifyRequest): string | undefined {
  return request.cookies[hostCookie(BROWSER_COOKIE, request.pageContext.secure)];
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { secure } = request.pageContext;
  reply.setCookie(hostCookie(BROWSER_COOKIE, secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: BROWSER_SECONDS,
  });
}

export function stepToken(request: FastifyRequest): string | undefined {
  return request.cookies[hostCookie(STEP_COOKIE, request.pageContext.secure)];
}

export function setStepCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const { secure } = request.pageContext;
  reply.setCookie(hostCookie(STEP_COOKIE, secure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: STEP_SECONDS,
  });
}

export function clearStepCookie(request: FastifyRequest, reply: FastifyReply): void {
  const { secure } = request.pageContext;
  reply.clearCookie(hostCookie(STEP_COOKIE, secure), { path: '/', httpOnly: true, sameSite: 'lax', secure });
}

/**
 * Stores where to continue after a sign-up ("" for nowhere) while the mail is
 * read; the mailed link does not contain it.
 */
export function setNextCookie(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const { secure } = request.pageContext;
  // Too long for a cookie: nothing is stored, and the value of an earlier sign-up is removed.
  if (path === '' || path.length > LONGEST_NEXT) return void takeNextCookie(request, reply);
  reply.setCookie(hostCookie(NEXT_COOKIE, secure), Buffer.from(path).toString('base64url'), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: NEXT_SECONDS,
  });
}

/** Reads and deletes the stored path, which must be treated as untrusted; undefined if there is none. */
export function takeNextCookie(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const { secure } = request.pageContext;
  const name = hostCookie(NEXT_COOKIE, secure);
  const kept = request.cookies[name];
  if (kept === undefined) return undefined;
  reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  return Buffer.from(kept, 'base64url').toString('utf8');
}

export const CSRF_COOKIE = 'jobdata_csrf';

/** The CSRF token for forms on the answered page. */
export function csrfToken(request: FastifyRequest, reply: FastifyReply): string {
  const { pageContext } = request;
  return (pageContext.csrf ??= reply.generateCsrf({ userInfo: visitorKey(request), secure: pageContext.secure }));
}

/** What a CSRF token is bound to: the session, or no session. */
export function visitorKey(request: FastifyRequest): string {
  return request.pageContext.session?.record.hash ?? 'nobody';
}
