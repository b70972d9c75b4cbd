const NON_ASCII = /[^\0-\u007f]/;

/**
 * Replaces `URL.canParse`, because Node.js 20 compiles frequent calls of it to a form that refuses URLs with Latin-1
 * letters, such as `https://example.fr/développeur`.
 */
export function canParseUrl(text: string, base?: string): boolean {
  if (!NON_ASCII.test(text) && !(base !== undefined && NON_ASCII.test(base))) return URL.canParse(text, base);
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}
