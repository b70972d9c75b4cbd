/** An IPv6 customer holds at least a /64: its addresses count as one. */
export function networkOf(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  if (tail !== undefined) groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'));
  return [...groups, ...rest].slice(0, 4).join(':');
}
