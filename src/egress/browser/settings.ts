import { whyNoAuthority } from './authority.ts';
import { findBrowser } from './executable.ts';

// Apart from what launches: the service asks these, and has the browser's client (30 MB) in a thread of its own alone.

export interface BrowserSettings {
  chromiumPath: string | null;
  browserWsEndpoint: string | null;
  /** PEM of an extra certificate authority. */
  egressCaFile: string | null;
}

/** Why no browser can be started here that trusts what it is to trust; undefined when one can. */
export async function whyNoBrowser(settings: BrowserSettings): Promise<string | undefined> {
  if (settings.browserWsEndpoint !== null) return undefined;
  const { missing } = await findBrowser(settings.chromiumPath);
  return missing ?? (settings.egressCaFile === null ? undefined : await whyNoAuthority());
}
