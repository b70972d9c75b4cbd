/** Each kind of token is also the CSS class of its element. */
type Kind = 'comment' | 'string' | 'keyword' | 'literal' | 'property';

/** `title` is the language's name as readers see it. `tokens` contains patterns in order of precedence. */
interface CodeLanguage {
  title: string;
  tokens?: readonly (readonly [kind: Kind, pattern: RegExp])[];
}

const DOUBLE_QUOTED = /"(?:[^"\\\n]|\\.)*"/;
const SINGLE_QUOTED = /'(?:[^'\\\n]|\\.)*'/;
const HASH_COMMENT = /(?<![^\s])#.*/;
const OPTION = /(?<=\s)--?[A-Za-z][\w-]*/;
const NUMBER = /\b\d[\d_]*(?:\.\d+)?\b/;

const words = (list: string): RegExp => new RegExp(`\\b(?:${list.split(' ').join('|')})\\b`);

const TYPESCRIPT: CodeLanguage = {
  title: 'TypeScript',
  tokens: [
    ['comment', /\/\/.*|\/\*[\s\S]*?\*\//],
    ['string', new RegExp(`${DOUBLE_QUOTED.source}|${SINGLE_QUOTED.source}|\`(?:[^\`\\\\]|\\\\.)*\``)],
    [
      'keyword',
      words(
        'as async await break case catch class const continue default else export finally for from function if import in interface let new of return switch throw try type typeof while',
      ),
    ],
    ['literal', new RegExp(`${NUMBER.source}|${words('true false null undefined').source}`)],
  ],
};

const SHELL: CodeLanguage = {
  title: 'Shell',
  tokens: [
    ['comment', HASH_COMMENT],
    ['string', /"(?:[^"\\]|\\[\s\S])*"|'[^']*'/],
    ['property', /\$\{?\w+\}?|^\w+(?==)/],
    ['keyword', OPTION],
  ],
};

const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  ts: TYPESCRIPT,
  js: { ...TYPESCRIPT, title: 'JavaScript' },
  json: {
    title: 'JSON',
    tokens: [
      ['property', new RegExp(`${DOUBLE_QUOTED.source}(?=\\s*:)`)],
      ['string', DOUBLE_QUOTED],
      ['literal', new RegExp(`-?${NUMBER.source}|${words('true false null').source}`)],
    ],
  },
  sh: SHELL,
  powershell: {
    title: 'PowerShell',
    tokens: [
      ['comment', HASH_COMMENT],
      ['string', /"(?:[^"`]|`[\s\S])*"|'[^']*'/],
      ['property', /\$(?:\w+:)?\w+/],
      ['keyword', OPTION],
    ],
  },
  python: {
    title: 'Python',
    tokens: [
      ['comment', HASH_COMMENT],
      ['string', new RegExp(`"""[\\s\\S]*?"""|${DOUBLE_QUOTED.source}|${SINGLE_QUOTED.source}`)],
      [
        'keyword',
        words(
          'and as async await break class continue def elif else except finally for from if import in is lambda not or pass raise return try while with yield',
        ),
      ],
      ['literal', new RegExp(`${NUMBER.source}|${words('True False None').source}`)],
    ],
  },
  sql: {
    title: 'SQL',
    tokens: [
      ['comment', /--.*/],
      ['string', /'(?:[^']|'')*'/],
      [
        'keyword',
        words(
          'add alter and as by conflict create default do exists from group if index insert into key not null on or order primary references returning select set table unique update values where with',
        ),
      ],
      ['literal', NUMBER],
    ],
  },
  ini: {
    title: 'INI',
    tokens: [
      ['comment', /^#.*/],
      ['property', /^[\w.-]+(?==)/],
    ],
  },
  toml: {
    title: 'TOML',
    tokens: [
      ['comment', HASH_COMMENT],
      ['keyword', /^\[.+\]/],
      ['property', /^[\w.-]+(?=\s*=)/],
      ['string', new RegExp(`${DOUBLE_QUOTED.source}|${SINGLE_QUOTED.source}`)],
      ['literal', new RegExp(`${NUMBER.source}|${words('true false').source}`)],
    ],
  },
};

export function codeTitle(language: string): string | undefined {
  return Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]?.title : undefined;
}

/**
 * Returns the code as HTML, with tokens in elements such as `<span class="string">`. A token that the patterns miss has
 * no colour. `escape` turns text into HTML.
 */
export function highlight(code: string, language: string, escape: (text: string) => string): string {
  const tokens = (Object.hasOwn(LANGUAGES, language) && LANGUAGES[language]?.tokens) || [];
  if (tokens.length === 0) return escape(code);
  const flags = language === 'sql' ? 'gim' : 'gm';
  const pattern = new RegExp(tokens.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|'), flags);
  let html = '';
  let at = 0;
  for (const { 0: token, index, groups = {} } of code.matchAll(pattern)) {
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) ?? '';
    html += `${escape(code.slice(at, index))}<span class="${kind}">${escape(token)}</span>`;
    at = index + token.length;
  }
  return html + escape(code.slice(at));
}
