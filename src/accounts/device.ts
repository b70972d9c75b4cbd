type Named = readonly (readonly [name: string, mark: RegExp])[];

/** In this order: many name those that they descend from too. */
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
 * Browser and system that a User-Agent names, e.g. `Firefox/Windows`: enough
 * to know one's own devices by. "" for what is not known; the rest of the
 * header is not kept.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  const find = (list: Named): string | undefined => list.find(([, mark]) => mark.test(text))?.[0];
  const browser = find(BROWSERS);
  return browser === undefined ? '' : `${browser}/${find(SYSTEMS) ?? ''}`;
}
