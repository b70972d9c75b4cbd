import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectKind } from './redirect-uri.ts';

/** Characters of a name that are shown and kept. */
const LONGEST_NAME = 80;
const MOST_REDIRECTS = 10;

/** An app that asks, as far as it is known. */
export interface Client {
  /** What it was registered under, or the address of its document. */
  id: string;
  /** What it calls itself, which nothing proves; "" when it says nothing. */
  name: string;
  redirectUris: readonly string[];
  /** Host of its document, which proves who it is; null for one that registered itself. */
  host: string | null;
}

/** An object out of JSON text; undefined for anything else. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** More marks on one letter than any language writes: stacked, they cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** The braille cell without dots: no white space to programs, nothing to the eye. */
const BLANK = /\u2800/g;

/**
 * A name as it may be shown: one line, nothing invisible, nothing that turns
 * the direction of what stands beside it or is drawn over it.
 */
export function readName(value: unknown): string {
  if (typeof value !== 'string') return '';
  // What is far too long is cut before it is worked on.
  const visible = stripInvisible(value.slice(0, 1_000)).replace(BLANK, ' ').replace(STACKED_MARKS, '$1');
  return shorten(squeeze(visible), LONGEST_NAME);
}

/** The redirect URIs of a registration or document; an OAuthError `invalid_redirect_uri` where one is none. */
export function readRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_REDIRECTS) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${MOST_REDIRECTS} addresses.`);
  }
  const uris = value.map((uri) => {
    if (typeof uri === 'string' && redirectKind(uri) !== undefined) return uri;
    throw new OAuthError(
      'invalid_redirect_uri',
      'Each of redirect_uris must be an https address, http on a loopback host, or of a scheme of the app; without user name and fragment.',
    );
  });
  return [...new Set(uris)];
}
