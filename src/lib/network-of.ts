import ipaddr from 'ipaddr.js';

/** IPv6 in eight groups of 16 bits; the first four identify a customer's network. */
const NETWORK_GROUPS = 4;

/**
 * The unit of limits by address: an IPv4 address itself, or the /64 of an IPv6 one, which is the smallest
 * assignment. Other texts are returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
