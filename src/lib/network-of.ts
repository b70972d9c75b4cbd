import ipaddr from 'ipaddr.js';

/** The first four of the eight groups of an IPv6 address identify a customer's network. */
const NETWORK_GROUPS = 4;

/**
 * The unit for limits by IP address: an IPv4 address itself, or the /64 network of an IPv6 address, because a customer
 * has at least a /64. Other texts are returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
