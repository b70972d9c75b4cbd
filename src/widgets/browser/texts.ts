import { DAY_MS } from '../../lib/clock.ts';
import { sharedEnglish, type SharedTexts } from '../shared/texts.en.ts';
import { sharedFrench } from '../shared/texts.fr.ts';

export type WidgetLanguage = 'en' | 'fr';

const widgetEnglish = {
  silent: 'The client is not responding to this document. The result is in the chat.',
  late: 'No result has arrived. If there is one, it is in the chat.',
  cancelled: 'The call was cancelled.',
  failed: 'The call failed or was refused.',
  unreadable: 'This result cannot be shown as cards. This is its text:',
  noClientAnswer: 'The client did not respond. The service’s Usage page shows whether the call was made and charged.',
  noReason: 'The client refused the call.',
  refusedLink: 'The client does not open links. This is the address:',
  more: 'More',
  colon: ': ',
  copied: 'Copied',
  copy: 'Copy',
  cost: (cost: string, left: string): string => `${cost === '1' ? '1 credit' : `${cost} credits`}, ${left} left`,
  credits: (low: string, high: string): string => `${low}–${high} credits`,
  today: 'today',
  daysAgo: (days: number): string => (days === 1 ? 'yesterday' : `${days} days ago`),
  onSite: (host: string): string => `opens ${host}`,
};

const widgetFrench: typeof widgetEnglish = {
  silent: 'Le client ne répond pas à ce document. Le résultat se trouve dans la conversation.',
  late: 'Aucun résultat n’a été reçu. S’il y en a un, il se trouve dans la conversation.',
  cancelled: 'L’appel a été annulé.',
  failed: 'L’appel a échoué ou a été refusé.',
  unreadable: 'Ce résultat ne peut pas être affiché sous forme de fiches. En voici le texte :',
  noClientAnswer:
    'Le client n’a pas répondu. La page Consommation du service indique si l’appel a eu lieu et s’il a été débité.',
  noReason: 'Le client a refusé l’appel.',
  refusedLink: 'Le client n’ouvre pas les liens. Voici l’adresse :',
  more: 'Suite',
  colon: ' : ',
  copied: 'Copié',
  copy: 'Copier',
  cost: (cost, left) => `${/^[01](?:,|$)/.test(cost) ? `${cost} crédit` : `${cost} crédits`}, solde : ${left}`,
  credits: (low, high) => `${low}–${high} crédits`,
  today: 'aujourd’hui',
  daysAgo: (days) => (days === 1 ? 'hier' : `il y a ${days} jours`),
  onSite: (host) => `vers ${host}`,
};

export type WidgetTexts = SharedTexts &
  typeof widgetEnglish & {
    language: WidgetLanguage;
    number(value: number): string;
    rating(value: number): string;
    day(date: string): string;
    /** Formats `2026-11-26` as, for example, "yesterday", and an invalid date as "". */
    age(date: string): string;
  };

export function withFrenchSpaces<Words>(words: Words): Words {
  const spaced = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/ ([:;?!»])/g, '\u00A0$1').replace(/« /g, '«\u00A0');
    if (typeof value === 'function')
      return (...args: unknown[]) => spaced((value as (...given: unknown[]) => unknown)(...args));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spaced(one)]));
    return value;
  };
  return spaced(words) as Words;
}

const made = new Map<WidgetLanguage, WidgetTexts>();

export function createTexts(language: WidgetLanguage): WidgetTexts {
  const known = made.get(language);
  if (known) return known;
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const ratings = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const own =
    language === 'fr' ? withFrenchSpaces({ ...sharedFrench, ...widgetFrench }) : { ...sharedEnglish, ...widgetEnglish };
  const texts: WidgetTexts = {
    ...own,
    language,
    number: (value) => numbers.format(value),
    rating: (value) => ratings.format(value),
    day: (date) => {
      const time = Date.parse(date);
      if (Number.isNaN(time)) return '';
      // `Intl` writes "1 oct." instead of "1er oct.".
      return language === 'fr' ? days.format(time).replace(/^1(?=\s)/u, '1er') : days.format(time);
    },
    age: (date) => {
      const time = Date.parse(date.slice(0, 10));
      if (Number.isNaN(time)) return '';
      const ago = Math.max(0, Math.floor(Date.now() / DAY_MS) - Math.floor(time / DAY_MS));
      return ago === 0 ? own.today : own.daysAgo(ago);
    },
  };
  made.set(language, texts);
  return texts;
}
