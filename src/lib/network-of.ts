import ipaddr from 'ipaddr.js';

/** IPv6 in eight groups of 16 bits; the first four name a customer's network. */
const NETWORK_GROUPS = 4;

/**
 * What limits by address count: an IPv4 address as it is, an IPv6 one by its
 * /64, which the smallest customer holds. What is no address stays as it is.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
