import { en } from './en.ts';
import { fr } from './fr.ts';
import { dayFormat } from '../../lib/day-format.ts';
import { withFrenchSpaces } from '../../lib/french-spaces.ts';
import { once } from '../../lib/once.ts';

type AllTexts = typeof en;
/** Compiler errors show the name of an interface instead of its whole content. */
export interface Texts extends AllTexts {}
export type Language = 'en' | 'fr';

export const LANGUAGES: Readonly<Record<Language, Texts>> = { en, fr: withFrenchSpaces(fr) };

/** Each language has the same keys: the compiler reports one that is missing in French. */
export function pageTexts<T>(en: T, fr: NoInfer<T>): Readonly<Record<Language, T>> {
  return { en, fr: withFrenchSpaces(fr) };
}

/** The texts of a page folder, in the language of the page context or of the frame's texts. */
export function textsOf<T>({ language }: { language: Language }, texts: Readonly<Record<Language, T>>): T {
  return texts[language];
}

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'fr';
}

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

/** Times are in UTC. */
export interface Formats {
  number(value: number): string;
  date(ms: number): string;
  time(ms: number): string;
  moment(ms: number): string;
  shortDate(ms: number): string;
  duration(ms: number): string;
  /** The price of one credit needs up to four decimals. */
  price(value: number, currency: string): string;
  /** A pay range is shown without decimals. */
  pay(minimum: number, maximum: number, currency: string): string;
}

const PRICE_PLACES = 4;

/** An `Intl` format takes milliseconds to create, so each format is created when it is first used. */
function createFormats(locale: string): Formats {
  const numberFormat = (places: number) => once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: places }));
  const inUtc = (options: Intl.DateTimeFormatOptions) => once(() => dayFormat(locale, { ...options, timeZone: 'UTC' }));
  const number = numberFormat(3);
  const tenths = numberFormat(1);
  const date = inUtc({ dateStyle: 'medium' });
  const time = inUtc({ dateStyle: 'medium', timeStyle: 'short' });
  const moment = inUtc({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const shortDate = inUtc({ day: 'numeric', month: 'short' });
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
    number: (value) => number().format(value),
    // The spaces are non-breaking, so that a date stays on one line.
    date: (ms) => date().format(ms).replaceAll(' ', '\u00a0'),
    time: (ms) => time().format(ms),
    moment: (ms) => moment().format(ms),
    shortDate: (ms) => shortDate().format(ms),
    duration: (ms) =>
      ms < 1_000 ? `${number().format(Math.round(ms))}\u00a0ms` : `${tenths().format(ms / 1_000)}\u00a0s`,
    price: (value, currency) => moneyFormat(currency, PRICE_PLACES).format(value),
    pay: (minimum, maximum, currency) => {
      const format = moneyFormat(currency, 0);
      return minimum === maximum ? format.format(minimum) : format.formatRange(minimum, maximum);
    },
  };
}

export const FORMATS: Readonly<Record<Language, Formats>> = { en: createFormats('en-GB'), fr: createFormats('fr-FR') };
