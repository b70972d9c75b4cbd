import { canParseUrl } from './can-parse-url.ts';

/** True if a host name, in the form of `URL.hostname`, is this machine: localhost, 127.0.0.0/8 or [::1]. */
export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** True if a text is an HTTP URL of this machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!canParseUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && isLoopbackName(hostname);
}
