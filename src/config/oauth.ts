import { isLoopbackUrl } from '../lib/loopback.ts';
import { BadSetting, list } from './values.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;

/** What decides whether people can log in from apps. */
export interface OAuthSettings {
  oauth: 'auto' | 'on' | 'off';
  publicUrl: string | null;
}

/**
 * The issuer of the authorization server, PUBLIC_URL without a slash at its
 * end; undefined where OAuth is off. With https it is on by itself; without,
 * only for development on this machine.
 */
export function oauthIssuer({ oauth, publicUrl }: OAuthSettings): string | undefined {
  if (oauth === 'off' || publicUrl === null) return undefined;
  if (publicUrl.startsWith('https://')) return publicUrl;
  return oauth === 'on' && isLoopbackUrl(publicUrl) ? publicUrl : undefined;
}

/** A sentence where OAuth is wanted and cannot be had; undefined otherwise. */
export function oauthFault(settings: OAuthSettings): string | undefined {
  if (settings.oauth !== 'on' || oauthIssuer(settings) !== undefined) return undefined;
  return 'OAUTH=on needs PUBLIC_URL with https://, or, for development, http:// on localhost, 127.0.0.1 or [::1].';
}

/** Names of hosts, without ports. */
export function hostNames(value: string): string[] {
  return list(value.toLowerCase()).map((host) => {
    if (!HOST.test(host)) {
      throw new BadSetting(`must be a comma-separated list of host names such as claude.ai; "${host}" is none`);
    }
    return host;
  });
}
