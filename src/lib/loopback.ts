import { canParseUrl } from './can-parse-url.ts';

export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export function isLoopbackUrl(text: string): boolean {
  if (!canParseUrl(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && isLoopbackName(hostname);
}
