import { whyNoAuthority } from './authority.ts';
import { findBrowser } from './executable.ts';

// Separate from the launch, so that the service can check the settings without loading the library that controls the
// browser (30 MB).

export interface BrowserSettings {
  chromiumPath: string | null;
  browserWsEndpoint: string | null;
  /** PEM text of an extra certificate authority; null for none. */
  egressCaFile: string | null;
}

/** Why no browser with the configured certificate authority can be started here; undefined if one can. */
export async function whyNoBrowser(settings: BrowserSettings): Promise<string | undefined> {
  if (settings.browserWsEndpoint !== null) return undefined;
  const { missing } = await findBrowser(settings.chromiumPath);
  return missing ?? (settings.egressCaFile === null ? undefined : await whyNoAuthority());
}
