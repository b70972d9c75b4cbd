import { en } from './en/index.ts';
import { fr } from './fr/index.ts';
import { withFrenchSpaces } from './french-spaces.ts';

/** All sentences of one language. */
export type Texts = typeof en;
export type Language = 'en' | 'fr';

export const LANGUAGES: Readonly<Record<Language, Texts>> = { en, fr: withFrenchSpaces(fr) };

function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'fr';
}

/** The switch's choice, else the best of Accept-Language, else English. */
export function pickLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(cookie)) return cookie;
  const wished = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part, index) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = Number(/^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? 1);
      return { language: tag.split('-')[0], quality, index };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  return wished.map(({ language }) => language).find(isLanguage) ?? 'en';
}

/** Numbers and dates as the language writes them. Times are UTC, as the service counts. */
export interface Formats {
  number(value: number): string;
  date(ms: number): string;
  time(ms: number): string;
  /** Day and time without the year, for lists of the last months. */
  moment(ms: number): string;
  shortDate(ms: number): string;
  /** An amount of money; what a credit costs has more places than a sum. */
  price(value: number, currency: string): string;
  /** Pay, without what is less than a whole. */
  pay(minimum: number, maximum: number, currency: string): string;
}

const PRICE_PLACES = 4;

function createFormats(locale: string): Formats {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const money = new Map<string, Intl.NumberFormat>();
  const moneyFormat = (currency: string, places: number): Intl.NumberFormat => {
    const name = `${currency} ${places}`;
    const known = money.get(name);
    if (known) return known;
    const made = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: places });
    money.set(name, made);
    return made;
  };
  return {
    number: (value) => number.format(value),
    date: (ms) => date.format(ms),
    time: (ms) => time.format(ms),
    moment: (ms) => moment.format(ms),
    shortDate: (ms) => shortDate.format(ms),
    price: (value, currency) => moneyFormat(currency, PRICE_PLACES).format(value),
    pay: (minimum, maximum, currency) => {
      const format = moneyFormat(currency, 0);
      return minimum === maximum ? format.format(minimum) : format.formatRange(minimum, maximum);
    },
  };
}

export const FORMATS: Readonly<Record<Language, Formats>> = { en: createFormats('en-GB'), fr: createFormats('fr-FR') };
