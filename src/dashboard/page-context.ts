import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../accounts/sessions.ts';
import { ownAddress } from '../lib/own-address.ts';
import type { AccountRecord } from '../store/types.ts';
import { readChoice, setChoice } from './cookies.ts';
import { html, type SafeHtml } from './html.ts';
import type { DashboardPages } from './pages.ts';
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

export interface PageContext {
  session: OpenSession | undefined;
  theme: Theme;
  language: Language;
  texts: Texts;
  formats: Formats;
  brand: OperatorBrand;
  statusPage: boolean;
  /** False if only the operator can create accounts. */
  maySignUp: boolean;
  pages: DashboardPages;
  /** The service's URL without a path, such as `https://jobs.example.com`. */
  baseUrl: string;
  secure: boolean;
  /** The hidden input with the CSRF token, which every posted form needs. The token is created on first use. */
  readonly csrf: SafeHtml;
}

declare module 'fastify' {
  interface FastifyRequest {
    pageContext: PageContext;
  }
}

export function createPageContext(
  reply: FastifyReply,
  services: Pick<DashboardServices, 'publicUrl' | 'brand' | 'statusPage' | 'registration'>,
  pages: DashboardPages,
): PageContext {
  const { request } = reply;
  const { publicUrl, brand, statusPage, registration } = services;
  const language = pickLanguage(readChoice(request, 'language'), request.headers['accept-language']);
  let csrf: SafeHtml | undefined;
  return {
    session: undefined,
    theme: readTheme(readChoice(request, 'theme')) ?? 'system',
    language,
    texts: LANGUAGES[language],
    formats: FORMATS[language],
    brand,
    statusPage,
    maySignUp: registration.rule !== 'closed',
    pages,
    baseUrl: ownAddress(publicUrl, request),
    secure: request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false),
    get csrf() {
      if (csrf) return csrf;
      const token = reply.generateCsrf({ userInfo: visitorKey(request), secure: this.secure });
      return (csrf = html`<input type="hidden" name="_csrf" value="${token}" />`);
    },
  };
}

export function isDismissed(request: FastifyRequest, name: string): boolean {
  return readChoice(request, `hidden_${name}`) === accountOf(request).id;
}

export function dismissNotice(reply: FastifyReply, name: string): void {
  setChoice(reply, `hidden_${name}`, accountOf(reply.request).id);
}

function readTheme(value: unknown): Theme | undefined {
  return THEMES.find((theme) => theme === value);
}

/**
 * Applies `lang` and `theme` of the query to this answer and, with cookies, to later answers. Removes both from the
 * query.
 */
export function applyChoices(reply: FastifyReply): void {
  const { request } = reply;
  const { pageContext } = request;
  const query = request.query as Record<string, unknown>;
  const language = query['lang'];
  const theme = readTheme(query['theme']);
  delete query['lang'];
  delete query['theme'];
  if (theme) {
    setChoice(reply, 'theme', theme);
    pageContext.theme = theme;
  }
  if (isLanguage(language)) {
    setChoice(reply, 'language', language);
    Object.assign(pageContext, { language, texts: LANGUAGES[language], formats: FORMATS[language] });
  }
}

export function mailOf({ texts, brand }: PageContext): ReturnType<Texts['mail']> {
  return texts.mail(brand.name);
}

export function accountOf(request: FastifyRequest): AccountRecord {
  return requireSession(request).account;
}

export function sessionOf(request: FastifyRequest): string {
  return requireSession(request).record.hash;
}

function requireSession({ pageContext }: FastifyRequest): NonNullable<PageContext['session']> {
  if (!pageContext.session) throw new Error('This route lacks the log-in check.');
  return pageContext.session;
}

/** A CSRF token is bound to the session's hash, or to one constant for visitors without a session. */
export function visitorKey(request: FastifyRequest): string {
  return request.pageContext.session?.record.hash ?? 'nobody';
}
