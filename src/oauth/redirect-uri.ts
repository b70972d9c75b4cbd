import { isUnprintable } from './printable.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

/** Real redirect URIs have fewer than 100 characters. */
const LONGEST = 1_024;

/** Splits a loopback address into its parts. All parts except the port are compared (RFC 8252 §7.3). */
const LOOPBACK =
  /^http:\/\/(?<host>localhost|127\.0\.0\.1|\[::1\])(?::(?<port>\d{1,5}))?(?<rest>\/[^?#\\]*)?(?<query>\?[^#]*)?$/;

/** Schemes of native apps. RFC 8252 §7.1 requires a dot, but several apps have registered schemes without one. */
const APP_SCHEME =
  /^(?!(?:https?|javascript|data|vbscript|file|blob|about|filesystem|view-source|wss?|ftp):)[a-z][a-z0-9+.-]*:/i;

/** `web`: an https address; `loopback`: a program on the person's machine; `app`: a custom scheme of an app. */
export type RedirectKind = 'web' | 'loopback' | 'app';

export function redirectKind(uri: string): RedirectKind | undefined {
  if (uri.length === 0 || uri.length > LONGEST || isUnprintable(uri) || uri.includes('#') || uri.includes('\\')) {
    return undefined;
  }
  if (isLoopback(uri)) return 'loopback';
  if (uri.startsWith('https://') && canParseUrl(uri)) {
    const { username, password, hostname } = new URL(uri);
    // Many people take the text before an @ for the host.
    return username === '' && password === '' && hostname !== '' && !authorityOf(uri).includes('@') ? 'web' : undefined;
  }
  return APP_SCHEME.test(uri) && canParseUrl(uri) ? 'app' : undefined;
}

/**
 * True if the addresses are equal, except for the port of a loopback address, which a program chooses when it starts
 * (OAuth 2.1 §2.3.1). `localhost` and `127.0.0.1` are different hosts.
 */
export function matchesRedirect(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  if (!isLoopback(requested)) return false;
  const known = LOOPBACK.exec(registered)?.groups;
  const asked = LOOPBACK.exec(requested)?.groups;
  return (
    known !== undefined &&
    asked !== undefined &&
    known['host'] === asked['host'] &&
    known['rest'] === asked['rest'] &&
    known['query'] === asked['query']
  );
}

export function redirectHost(uri: string): string {
  return new URL(uri).host;
}

/** Adds the answer to the query, which is otherwise unchanged (RFC 6749 §4.1.2). */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) added.append(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${added}`;
}

function isLoopback(uri: string): boolean {
  const groups = LOOPBACK.exec(uri)?.groups;
  if (!groups) return false;
  const { port } = groups;
  return port === undefined || (Number(port) >= 1 && Number(port) <= 65_535);
}

function authorityOf(uri: string): string {
  return /^https:\/\/([^/?]*)/.exec(uri)?.[1] ?? '';
}
