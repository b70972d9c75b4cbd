/**
 * Returns the piped text and the arguments as a Windows program gets them from PowerShell. Up to 7.2, PowerShell puts
 * quotes around words with spaces but does not escape quotes inside them; 7.3 does (about_Parsing,
 * about_Experimental_Features).
 */
export function powershell(
  line: string,
  env: Readonly<Record<string, string>>,
  version: '5.1' | '7.3',
): { piped: string | undefined; program: string; arguments: string[] } {
  const words: string[] = [];
  let piped: string | undefined;
  let rest = line.trim();
  while (rest !== '') {
    const single = /^'((?:[^'‘’‚‛]|['‘’‚‛]{2})*)['‘’‚‛](?=\s|$)/.exec(rest);
    const double = /^"([^"`]*)"(?=\s|$)/.exec(rest);
    const bare = /^[\w.:/=-]+(?=\s|$)/.exec(rest);
    if (rest.startsWith('| ')) {
      if (words.length !== 1 || piped !== undefined) throw new Error(`one text goes through one pipe: ${line}`);
      piped = words.pop();
      rest = rest.slice(2).trim();
      continue;
    }
    const found = single ?? double ?? bare;
    if (!found) throw new Error(`not read: ${rest}`);
    words.push(
      single
        ? (single[1] as string).replace(/(['‘’‚‛])['‘’‚‛]/g, '$1')
        : double
          ? (double[1] as string).replace(/\$env:(\w+)/g, (_, name: string) => env[name] ?? '')
          : found[0],
    );
    rest = rest.slice(found[0].length).trim();
  }
  const [program = '', ...given] = words;
  const passed = given
    .map((word) => (version === '7.3' ? word.replaceAll('"', String.raw`\"`) : word))
    .map((word) => (/\s/.test(word) ? `"${word}"` : word))
    .join(' ');
  // PowerShell 5.1 writes to programs in ASCII.
  const text = version === '5.1' ? piped?.replace(/[^\0-\x7f]/g, '?') : piped;
  return { piped: text === undefined ? undefined : `${text}\r\n`, program, arguments: parseCommandLine(passed) };
}

/** As in the C library of Windows, quotes group, and `\"` is a quote. */
function parseCommandLine(line: string): string[] {
  const words: string[] = [];
  let word = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] as string;
    if (character === '\\' && line[at + 1] === '"') {
      word += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (character === ' ' && !isQuoted) {
      words.push(word);
      word = '';
    } else word += character;
  }
  return [...words, word];
}
