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

/** `system` follows the browser's setting. */
export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The viewer of a page, with the chosen language and colours. */
export interface PageContext {
  session: OpenSession | undefined;
  theme: Theme;
  language: Language;
  texts: Texts;
  formats: Formats;
  brand: OperatorBrand;
  /** True if `/status` is enabled. */
  statusPage: boolean;
  /** The service's address without a path, such as `https://jobs.example.com`. */
  baseUrl: string;
  secure: boolean;
  /** The CSRF token of all forms on the page; undefined until the first form needs it. */
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
/** Marks a browser that has logged in before. Grants no access. */
const BROWSER_COOKIE = 'jobdata_browser';
/** Holds a log-in that waits for its second-factor code. */
const STEP_COOKIE = 'jobdata_step';
/** Holds the path to continue to after a sign-up. */
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

/** True if the logged-in account has dismissed the notice `name` in this browser. */
export function isDismissed(request: FastifyRequest, name: string): boolean {
  return request.cookies[`${DISMISSED_COOKIE}${name}`] === accountOf(request).id;
}

/** Hides the notice `name` from the logged-in account in this browser. */
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
 * Applies `lang` and `theme` of the query to this answer and, by cookies, to later ones. Removes both from the query.
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

/** Mail texts in the user's language, with the operator's name for the service. */
export function mailOf({ texts, brand }: PageContext): ReturnType<Texts['mail']> {
  return texts.mail(brand.name);
}

/** The logged-in account; only for routes that require a log-in. */
export function accountOf(request: FastifyRequest): AccountRecord {
  return requireSession(request).account;
}

/** The hash that identifies the current session. */
export function sessionOf(request: FastifyRequest): string {
  return requireSession(request).record.hash;
}

function requireSession({ pageContext }: FastifyRequest): NonNullable<PageContext['session']> {
  if (!pageContext.session) throw new Error('This route lacks the log-in check.');
  return pageContext.session;
}

/** SameSite=Lax sends the cookie when a link from another site is followed, but not when another site posts a form. */
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
  // Forms after the log-in get a new CSRF secret, so that a cookie planted before the log-in is useless.
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
 * Stores the path to continue to after a sign-up ("" for none) in the browser, since the mailed link does not contain
 * the path.
 */
export function setNextCookie(request: FastifyRequest, reply: FastifyReply, path: string): void {
  const { secure } = request.pageContext;
  // An empty or overlong path is not stored; the path of an earlier sign-up is removed.
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

export function csrfToken(request: FastifyRequest, reply: FastifyReply): string {
  const { pageContext } = request;
  return (pageContext.csrf ??= reply.generateCsrf({ userInfo: visitorKey(request), secure: pageContext.secure }));
}

/** The value that a CSRF token is bound to: the session's hash, or one constant for visitors without a session. */
export function visitorKey(request: FastifyRequest): string {
  return request.pageContext.session?.record.hash ?? 'nobody';
}
