import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import { OAuthError } from './oauth-error.ts';
import { redirectKind } from './redirect-uri.ts';

const LONGEST_NAME = 80;
const MOST_REDIRECTS = 10;

export interface OAuthClient {
  id: string;
  /** The unverified name that the app states; "" if it states none. */
  name: string;
  redirectUris: readonly string[];
  /** Host of the app's metadata document; null for an app that registered itself. */
  host: string | null;
}

/** Names need at most three combining marks on one letter. More of them would cover neighbouring lines. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;
/** The blank braille cell is invisible but does not count as white space. */
const BLANK = /\u2800/g;

/**
 * Returns a name that is safe to show: one line, without invisible characters or characters that change the text
 * direction or cover other text. Returns "" if the value is not a text.
 */
export function readName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const visible = stripInvisible(value.slice(0, 1_000)).replace(BLANK, ' ').replace(STACKED_MARKS, '$1');
  return shorten(squeeze(visible), LONGEST_NAME);
}

export function readRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_REDIRECTS) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${MOST_REDIRECTS} addresses.`);
  }
  const uris = value.map((uri) => {
    if (typeof uri === 'string' && redirectKind(uri) !== undefined) return uri;
    throw new OAuthError(
      'invalid_redirect_uri',
      'Each of the redirect_uris must be an https address, http on a loopback host, or use a scheme of the app itself, without a user name or fragment.',
    );
  });
  return [...new Set(uris)];
}
