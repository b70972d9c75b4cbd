import { isLoopbackUrl } from '../lib/loopback.ts';
import { BadSetting, list } from './values.ts';

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;

export interface OAuthSettings {
  oauth: 'auto' | 'on' | 'off';
  publicUrl: string | null;
}

/**
 * Returns PUBLIC_URL, or undefined if OAuth is off. `auto` needs https; `on` also allows a loopback address, for
 * development.
 */
export function oauthIssuer({ oauth, publicUrl }: OAuthSettings): string | undefined {
  if (oauth === 'off' || publicUrl === null) return undefined;
  if (publicUrl.startsWith('https://')) return publicUrl;
  return oauth === 'on' && isLoopbackUrl(publicUrl) ? publicUrl : undefined;
}

export function oauthFault(settings: OAuthSettings): string | undefined {
  if (settings.oauth !== 'on' || oauthIssuer(settings) !== undefined) return undefined;
  return 'OAUTH=on needs PUBLIC_URL with https://, or, for development, http:// on localhost, 127.0.0.1 or [::1].';
}

export function hostNames(value: string): string[] {
  return list(value.toLowerCase()).map((host) => {
    if (!HOST.test(host)) {
      throw new BadSetting(
        `must be a comma-separated list of host names such as claude.ai; "${host}" is not a host name`,
      );
    }
    return host;
  });
}
