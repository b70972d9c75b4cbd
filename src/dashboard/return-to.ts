import type { FastifyRequest } from 'fastify';
import { authorizationQuery } from '../oauth/authorization-request.ts';
import { backTo, fields, localPath } from './form.ts';

/** Pages with forms that need no log-in. */
const OPEN_PAGES = ['/login', '/signup', '/forgot', '/unlock', '/'];
/** Pages with forms; a form is posted to its page or to a path below it. */
const PAGES = ['/keys', '/access', '/plan', '/playground', '/account', '/factor', '/operator', ...OPEN_PAGES];
/** Forms that are on every page, or on the page of a mailed link. */
const ANYWHERE: Readonly<Record<string, string>> = {
  '/logout': '/login',
  '/code': '/login',
  '/confirm': '/signup',
  '/reset': '/forgot',
};
/** Fields that the query can fill on the keys page; never a key. */
const KEY_FIELDS = ['name', 'tools', 'cap', 'expiry'];

/**
 * The path of the page that a request belongs to: its own, or for a refused form
 * the page of the form, filled with the typed values as far as a query may hold
 * them. Passwords, codes, tokens and keys are left out.
 */
export function returnPath({ method, url, body }: FastifyRequest): string {
  const path = url.split('?', 1)[0] ?? '/';
  // Routes also match with a trailing slash.
  const asksForApp = path === '/authorize' || path === '/authorize/';
  if (method === 'GET') return asksForApp ? authorizePath(url) : backTo(url);
  // The form carries the path of its request.
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

/** The path of an app's request with the relevant parameters only, written so that it counts as local. */
export function authorizePath(url: string): string {
  const query = authorizationQuery(new URLSearchParams(url.split('?').slice(1).join('?')));
  return backTo(`/authorize?${query}`);
}

/** Whether a page needs no log-in. */
export function isOpen(path: string): boolean {
  return OPEN_PAGES.includes(path);
}

function filled(page: string, body: unknown, names: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of names) for (const value of fields(body, name)) if (value !== '') query.append(name, value);
  return backTo(query.size > 0 ? `${page}?${query}` : page);
}
