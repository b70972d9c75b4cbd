/** Where a country's browsers mostly are; countries of several zones by their capital or largest city. */
const TIME_ZONES: Readonly<Record<string, string>> = {
  AT: 'Europe/Vienna',
  AU: 'Australia/Sydney',
  BE: 'Europe/Brussels',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CH: 'Europe/Zurich',
  CZ: 'Europe/Prague',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GR: 'Europe/Athens',
  HU: 'Europe/Budapest',
  IE: 'Europe/Dublin',
  IN: 'Asia/Kolkata',
  IT: 'Europe/Rome',
  JP: 'Asia/Tokyo',
  LU: 'Europe/Luxembourg',
  MX: 'America/Mexico_City',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RO: 'Europe/Bucharest',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  UK: 'Europe/London',
  US: 'America/New_York',
  ZA: 'Africa/Johannesburg',
};

/** The time zone of a geo code in upper case, where it is known. */
export function timeZoneOf(geo: string): string | undefined {
  return Object.hasOwn(TIME_ZONES, geo) ? TIME_ZONES[geo] : undefined;
}

export interface PageLocale {
  /** BCP 47, as a browser knows it: "en-GB". */
  tag: string;
  /** "en-GB,en;q=0.9" */
  acceptLanguage: string;
}

/** Reads a locale in any common spelling ("en-gb", "fr_FR"); undefined when it is none. */
export function readLocale(text: string): PageLocale | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    if (tag === undefined) return undefined;
    const { language } = new Intl.Locale(tag);
    return { tag, acceptLanguage: language === tag ? tag : `${tag},${language};q=0.9` };
  } catch {
    return undefined;
  }
}
