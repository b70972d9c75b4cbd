type Named = readonly (readonly [name: string, mark: RegExp])[];

/** The order matters, because many browsers also name the browser from which they derive. */
const BROWSERS: Named = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ (?:Mobile\/\w+ )?Safari\//],
];
const SYSTEMS: Named = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * Returns the browser and the system, such as "Firefox/Windows"; "Firefox/" if the system is unknown, and "" if the
 * browser is unknown. The rest of the User-Agent header is not stored, because people can recognise their devices by
 * this text.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const find = (list: Named): string | undefined => list.find(([, mark]) => mark.test(text))?.[0];
  const browser = find(BROWSERS);
  return browser === undefined ? '' : `${browser}/${find(SYSTEMS) ?? ''}`;
}
