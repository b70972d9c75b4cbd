import { PLATFORMS } from '../../src/sources/platforms/index.ts';

const quoted = (text: string): string => (text.includes("'") ? JSON.stringify(text) : `'${text}'`);

/** The names are in a separate file, because documents for clients must not import the platforms. */
export function platformNames(): string {
  const lines = PLATFORMS.map(({ code, name }) => `  ${code}: ${quoted(name)},`).sort();
  return `// Written by npm run generate; not for editing.
const PLATFORM_NAMES: Readonly<Record<string, string>> = {
${lines.join('\n')}
};

/** Returns the name of a platform. For a code that this version does not know, returns the code with spaces. */
export function platformName(code: string): string {
  return Object.hasOwn(PLATFORM_NAMES, code) ? (PLATFORM_NAMES[code] ?? code) : code.replaceAll('_', ' ');
}
`;
}
