import type { Country } from '../../schemas/index.ts';
import { resolvePlace } from '../jobs/places/resolve-place.ts';
import { splitThousands } from '../jobs/readers/pay/amounts.ts';
import { CURRENCY_WORDS, SIGNS } from '../jobs/readers/pay/currencies.ts';
import { tokenize } from '../reading/tokens.ts';

const HOME: Readonly<Record<string, Country>> = { GBP: 'GB', EUR: 'FR', ke: 'FR', keur: 'FR', smic: 'FR' };

/**
 * Words that are frequent in adverts of only one of the two languages. "an", "a" and "net" are missing, because they
 * occur in both.
 */
const WORDS: Readonly<Record<Country, ReadonlySet<string>>> = {
  GB: new Set(
    `the of and or to for with in on from up is at by until per hour hours hourly day days daily week weeks weekly
     month months monthly year years annum yearly annual pa salary pay rate ago yesterday today posted closing working
     home remotely january february march april may june july august september october november december`.split(/\s+/),
  ),
  FR: new Set(
    `le la les l' un une des du de d' et ou en au aux par pour sur avec dans selon entre jusqu' il y depuis hier
     aujourd hui avant heure heures horaire jour jours journalier semaine mois mensuel ans annee annuel annuelle brut
     brute bruts salaire remuneration teletravail distance poste publie publiee ligne janvier fevrier mars avril mai
     juin juillet aout septembre octobre novembre decembre`.split(/\s+/),
  ),
};

/**
 * Returns the country of the currency if the text names the currency of only one country. Otherwise, the language
 * decides. If the language is unclear too, returns GB.
 */
export function countryOfText(text: string): Country {
  const words = splitThousands(tokenize(text)).map((token) => token.text);
  const homes = words.flatMap((word) => HOME[SIGNS[word] ?? CURRENCY_WORDS[word] ?? word] ?? []);
  const [home] = homes;
  if (home && homes.every((other) => other === home)) return home;
  const count = (country: Country): number => words.filter((word) => WORDS[country].has(word)).length;
  const accents = text.match(/[àâçèéêëîïôùûœ]/giu)?.length ?? 0;
  return count('FR') + accents > count('GB') ? 'FR' : 'GB';
}

/** Returns the only country that has the place. If both countries have it, or neither, the text decides. */
export function countryOfPlace(text: string): Country {
  const known = (['GB', 'FR'] as const).filter((country) => resolvePlace(text, country) !== null);
  return known.length === 1 ? (known[0] as Country) : countryOfText(text);
}
