import ipaddr from 'ipaddr.js';

const NETWORK_GROUPS = 4;

/**
 * Returns the unit to which limits by IP address apply. For IPv6, the unit is the /64 network, because a customer has
 * at least a /64. A text that is not an IP address is returned unchanged.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
