const NON_ASCII = /[^\0-\u007f]/;

/**
 * Replaces `URL.canParse`, because Node.js 20, once it has optimised frequent calls, refuses URLs with Latin-1 letters
 * in the host name, such as `https://bücher.example/`.
 */
export function canParseUrl(text: string, base?: string): boolean {
  if (!NON_ASCII.test(text) && !(base !== undefined && NON_ASCII.test(base))) return URL.canParse(text, base);
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}
