/**
 * Returns the reason why this version of Node.js cannot run the service, or undefined if it can. This module imports
 * nothing, because an older Node.js might fail to load an imported module.
 */
export function whyNotThisNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Node.js 20.19 or newer is needed; this is ${version}. Node.js 24 is a good choice.`;
}
