import type { Country } from '../../../schemas/index.ts';

export const COUNTRY_NAMES: Readonly<Record<Country, string>> = { GB: 'Great Britain', FR: 'France' };

/** Words that are removed from the name of a place: "city centre", "arrondissement", "hybrid". */
export const NOISE =
  /\b(?:cedex(?: \d+)?|remote|hybrid|hybride|teletravail|home based|on site|sur site|metropolitan region|metro area|area|region of|city centre|town centre|centre ville|city center|and surrounding areas?|surrounding areas?|et (?:sa )?(?:region|peripherie|environs)|et alentours|metropole|metropolitan|arrondissement|arrdt|arr|united kingdom|uk|france)\b/gu;

/** Words before a name that do not change the place: "near Leeds", "ville de Lyon". */
export const LEADING =
  /^(?:the|across|throughout|all over|grand|greater|near|nr|central|agglomeration|(?:royal |london |metropolitan )?borough of|district of|city and county of|(?:university|council|hospitals?|college|port) of|(?:departement|dept|region|ville|city|county|town|metropole|agglomeration|communaute|secteur|bassin|pays|peripherie|banlieue|environs|universite|chu) (?:de la|de l|de|du|des|d|of)) /u;

/**
 * Words beside a name that do not change the place: "Leeds General Infirmary" is in Leeds. Words for streets are
 * missing, because "York Road" may be anywhere.
 */
const AROUND: Readonly<Record<Country, readonly string[]>> = {
  GB: 'airport|hospital|hospitals|infirmary|university|college|school|schools|academy|campus|council|office|offices|head|headquarters|hq|branch|store|depot|site|docks|harbour|nhs|trust|foundation|teaching|general|royal|international|north|south|east|west|northern|southern|eastern|western|northeast|northwest|southeast|southwest|ne|nw|se|sw|central|centre|center|city|town|inner|outer|greater|borough|district|county|metropolitan|region|based|business park|science park|retail park|industrial estate|trading estate|enterprise zone|shopping centre|and|of|in|the|near'.split(
    '|',
  ),
  FR: 'aeroport|hopital|chu|universite|campus|agence|siege|site|magasin|depot|port|technopole|zone industrielle|zone d activites|za|zi|zac|nord|sud|est|ouest|centre|ville|agglomeration|agglo|rive droite|rive gauche|presqu ile|secteur|banlieue|proche|et|de|du|des|la|le|les|a|en|ou'.split(
    '|',
  ),
};

export const AROUND_WORDS: Readonly<Record<Country, ReadonlySet<string>>> = {
  GB: new Set(AROUND.GB),
  FR: new Set(AROUND.FR),
};

/** Whole parts of a location that mean anywhere in the country: "Nationwide", "various locations". */
export const NATIONWIDE_PARTS: ReadonlySet<string> = new Set(
  'nationwide|national|nationally|anywhere|any location|uk wide|all of the uk|all over the uk|england wide|all locations|multiple locations|multiple sites|various|various locations|various sites|several locations|countrywide|flexible location|location flexible|france entiere|toute la france|partout en france|plusieurs villes|plusieurs lieux|plusieurs localisations|multi sites|multisites|tout le territoire|territoire national|national france|deplacements nationaux'.split(
    '|',
  ),
);
/** Phrases for anywhere in the country that count among other words: "sites across the UK". */
export const NATIONWIDE_PHRASES =
  /\b(?:nationwide|uk wide|(?:throughout|across|all over|anywhere in|all of) (?:the )?(?:uk|united kingdom|country|england|great britain)|uk (?:and|or) (?:ireland|europe|eu|roi)|multiple uk locations|(?:multiple|various|all) (?:uk )?locations|france entiere|toute la france|partout en france|tout le territoire)\b/u;

export const WHOLE_COUNTRY: Readonly<Record<Country, RegExp>> = {
  GB: /^(?:the )?(?:uk|u k|gb|united kingdom|great britain|britain)$/u,
  FR: /^(?:france|france metropolitaine|metropole)$/u,
};
