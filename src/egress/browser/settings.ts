import { whyNoAuthority } from './authority.ts';
import { findBrowser } from './executable.ts';

export interface BrowserSettings {
  chromiumPath: string | null;
  browserWsEndpoint: string | null;
  egressCaFile: string | null;
}

/**
 * Returns the reason why no browser can be used. Returns undefined if the browser is remote, or if a local browser is
 * installed that can use the certificate authority, if one is configured.
 */
export async function whyNoBrowser(settings: BrowserSettings): Promise<string | undefined> {
  if (settings.browserWsEndpoint !== null) return undefined;
  const { missing } = await findBrowser(settings.chromiumPath);
  return missing ?? (settings.egressCaFile === null ? undefined : await whyNoAuthority());
}
