import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns a function that tells whether an address is in `trusted` or on this machine. Such an address may be a proxy,
 * whose connections serve many people.
 */
export function createProxyCheck(trusted: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const item of ['127.0.0.0/8', '::1', ...trusted]) {
    const [network = '', bits] = item.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const ip = ipaddr.process(address);
    return list.check(ip.toString(), ip.kind());
  };
}
