/** `one` is the text for one site, and `all` is the text if every requested site had the same fault. */
export const NETWORK_FAULTS = {
  unresolved: {
    one: 'the name of the site could not be resolved',
    all: 'no site name could be resolved: the service has no network, or its DNS does not answer',
  },
  connection: {
    one: 'the connection to the site failed',
    all: 'no connection to a site could be opened: the service has no network, or a firewall or proxy blocks it',
  },
} as const;

/**
 * Returns the text for all sites if at least two sites failed, all with the same network fault. A reason may begin with
 * a name, as in "DuckDuckGo: …".
 */
export function sharedNetworkFault(reasons: readonly (string | undefined)[]): string | undefined {
  if (reasons.length < 2) return undefined;
  return Object.values(NETWORK_FAULTS).find(({ one }) => reasons.every((reason) => reason?.endsWith(one)))?.all;
}
