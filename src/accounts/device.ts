type Named = readonly (readonly [name: string, mark: RegExp])[];

/** The order matters: many browsers also name the browser that they derive from. */
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
 * Browser and system of a User-Agent header, e.g. `Firefox/Windows`; "" if the browser is unknown. Enough for people to
 * recognise their devices; the rest of the header is not stored.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const find = (list: Named): string | undefined => list.find(([, mark]) => mark.test(text))?.[0];
  const browser = find(BROWSERS);
  return browser === undefined ? '' : `${browser}/${find(SYSTEMS) ?? ''}`;
}
