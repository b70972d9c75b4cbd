import type { FastifyRequest } from 'fastify';
import { authorizationQuery } from '../oauth/authorization-request.ts';
import { fields, localPath } from './form.ts';
import { backTo } from './layout.ts';

/** Pages with forms for everybody. */
const OPEN_PAGES = ['/login', '/signup', '/forgot', '/unlock', '/'];
/** Pages that have forms; what is posted below one of them stands on it. */
const PAGES = ['/keys', '/plan', '/playground', '/account', '/factor', ...OPEN_PAGES];
/** Forms that stand on every page, or on one that a mailed link leads to. */
const ANYWHERE: Readonly<Record<string, string>> = {
  '/language': '/',
  '/logout': '/login',
  '/code': '/login',
  '/confirm': '/signup',
  '/reset': '/forgot',
};
/** What the page of keys can be filled with by its address. Never a key. */
const KEY_FIELDS = ['name', 'tools', 'cap', 'expiry'];

/**
 * Where the page of a request can be had by GET: its address, or for a form
 * that was not taken the page that it stands on, filled with what was typed as
 * far as an address may hold it. Passwords, codes, tokens and keys stay out.
 */
export function comeBackPath({ method, url, body }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '/';
  // Routes are taken with a slash at their end too.
  const asksForApp = path === '/authorize' || path === '/authorize/';
  if (method === 'GET') return asksForApp ? authorizePath(url) : backTo(url);
  // The form brings along where its question can be had again.
  if (asksForApp) return localPath(fields(body, 'back')[0], '/dashboard');
  const page =
    ANYWHERE[path] ?? PAGES.find((one) => path === one || (one !== '/' && path.startsWith(`${one}/`))) ?? '/dashboard';
  if (page === '/playground') {
    const names = body !== null && typeof body === 'object' ? Object.keys(body) : [];
    return filled(page, body, ['tool', 'mode', ...names.filter((name) => /^arg-\w+$/.test(name))]);
  }
  const [, keyId, form] = /^\/keys\/(\w+)\/(rename|limits)$/.exec(path) ?? [];
  if (keyId !== undefined)
    return filled(page, { ...(body as object), form: `${form}-${keyId}` }, ['form', ...KEY_FIELDS]);
  return filled(page, body, path === '/keys' ? KEY_FIELDS : []);
}

/** The address of an app's request: what of it counts, written so that it passes for one of ours. */
export function authorizePath(url: string): string {
  const query = authorizationQuery(new URLSearchParams(url.split('?').slice(1).join('?')));
  return backTo(`/authorize?${query}`);
}

/** Whether a page can be had without a log-in. */
export function isOpen(path: string): boolean {
  return OPEN_PAGES.includes(path);
}

function filled(page: string, body: unknown, names: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of names) for (const value of fields(body, name)) if (value !== '') query.append(name, value);
  return backTo(query.size > 0 ? `${page}?${query}` : page);
}
