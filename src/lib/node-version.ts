/**
 * Why this Node.js cannot run the service, as a sentence; undefined where it
 * can. Known to no other module: on an older one none of them can be loaded.
 */
export function whyNotThisNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Node.js 20.19 or newer is needed; this is ${version}. Node.js 24 is a good choice.`;
}
