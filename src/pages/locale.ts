import { once } from '../lib/once.ts';

/** For a country with several time zones, this is the zone of its capital or largest city. */
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

export function timeZoneOf(geo: string): string | undefined {
  return Object.hasOwn(TIME_ZONES, geo) ? TIME_ZONES[geo] : undefined;
}

export interface PageLocale {
  tag: string;
  acceptLanguage: string;
}

const languages = once(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));
const regions = once(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }));
const MAXIMUM_LANGUAGES = 10;

/**
 * Reads a locale ("en-gb", "fr_FR") or a browser's list of locales ("fr-FR, en;q=0.8"), of which the first becomes the
 * page's locale. Returns undefined if a locale is invalid or there are more than ten.
 */
export function readLocale(text: string): PageLocale | undefined {
  const entries = text.split(',').map((entry) => /^\s*([\w-]+)\s*(?:;\s*q=([01](?:\.\d{1,3})?)\s*)?$/.exec(entry));
  if (entries.length > MAXIMUM_LANGUAGES) return undefined;
  const tags: string[] = [];
  const weights: string[] = [];
  for (const entry of entries) {
    const tag = entry ? readTag(entry[1] as string) : undefined;
    if (tag === undefined) return undefined;
    tags.push(tag);
    weights.push(entry?.[2] ?? '');
  }
  const [first] = tags as [string];
  const { language } = new Intl.Locale(first);
  // A list with weights, or with the bare language of its first locale ("en-GB,en"), is complete. Otherwise, that bare
  // language is added.
  const whole = weights.some((weight) => weight !== '') || tags.includes(language);
  const wanted = whole ? tags : [first, language, ...tags.slice(1)];
  const acceptLanguage = wanted.map((tag, index) => {
    const weight = whole ? (weights[index] as string) : '';
    if (weight !== '') return `${tag};q=${weight}`;
    return index === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - index / 10).toFixed(1)}`;
  });
  return { tag: first, acceptLanguage: acceptLanguage.join(',') };
}

/** Returns the tag in canonical spelling, or undefined if its language or country does not exist. */
function readTag(text: string): string | undefined {
  try {
    const locale = new Intl.Locale(text.replaceAll('_', '-'));
    const known = languages().of(locale.language) !== undefined;
    if (!known || (locale.region !== undefined && regions().of(locale.region) === undefined)) return undefined;
    return locale.baseName;
  } catch {
    return undefined;
  }
}
