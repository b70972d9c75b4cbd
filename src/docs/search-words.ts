import { fold } from '../lib/text.ts';
import type { DocsLanguage } from './types.ts';

export const STOP_WORDS: Readonly<Record<DocsLanguage, ReadonlySet<string>>> = {
  en: new Set(
    'a an and are at by can do does for from get how i in is it my of on or the to what when where which with'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'a au aux avec ce ces comment d dans de des du elle en est et il j je l la le les leur ma mes mon n on ou par pour quand que quel quelle qu s sa se ses son sont sur un une y'.split(
      ' ',
    ),
  ),
};

/** Each line is a group of words with the same meaning: words that people search for and words that the pages use. */
const SYNONYMS: Readonly<Record<DocsLanguage, string>> = {
  en: `
    pay salary wage earnings remuneration compensation
    job advert ad vacancy posting position opening listing
    employer company firm business
    cost price fee charge
    invoice bill billing overage
    plan subscription tier
    key credential secret
    error fault failure
    rating review reputation stars
    limit quota cap
    repeat retry resend idempotency
    duplicate dedup deduplication
    remote telework wfh homeworking
    login signin authentication oauth
    signup register registration
    password passphrase
    factor 2fa mfa totp
    install setup deploy
    backup restore dump
    delete remove erase
    cancel abort
    browser chromium chrome headless
    database postgres postgresql sqlite
    metrics prometheus monitoring
    address url link
    scrape crawl fetch
    postcode zip
    sample demo sandbox
    agency recruiter`,
  fr: `
    salaire rémunération paie
    offre poste annonce emploi
    employeur entreprise société boîte
    coût prix tarif
    facture facturation dépassement
    forfait abonnement formule
    clé clef secret
    erreur échec panne faute
    note avis réputation étoiles
    limite quota plafond
    répétition réessayer renvoi idempotence
    doublon dédoublonnage dedup
    télétravail distance remote
    connexion login identification oauth
    inscription compte
    facteur 2fa totp
    supprimer effacer
    annuler interrompre
    navigateur chromium chrome
    base postgres postgresql sqlite
    adresse url lien
    essai démo
    cabinet agence recruteur`,
};

/** `least` is the minimum number of letters before the ending. The first ending that fits is used. */
type Endings = readonly (readonly [ending: string, instead: string, least: number])[];

const ENDINGS: Readonly<Record<DocsLanguage, Endings>> = {
  en: [
    ['ations', '', 4],
    ['ation', '', 4],
    ['ies', 'y', 2],
    ['ied', 'y', 2],
    ['sses', 'ss', 1],
    ['shes', 'sh', 1],
    ['ches', 'ch', 1],
    ['xes', 'x', 1],
    ['ings', '', 3],
    ['ing', '', 3],
    ['ed', '', 3],
    ['us', 'us', 0],
    ['is', 'is', 0],
    ['ss', 'ss', 0],
    ['s', '', 3],
  ],
  fr: [
    ['eaux', 'eau', 2],
    ['aux', 'al', 3],
    ['ations', '', 4],
    ['ation', '', 4],
    ['ements', '', 4],
    ['ement', '', 4],
    ['trices', 'teur', 2],
    ['trice', 'teur', 2],
    ['ees', '', 3],
    ['ee', '', 3],
    ['es', '', 3],
    ['er', '', 3],
    ['ez', '', 3],
    ['s', '', 3],
    ['x', '', 3],
  ],
};

/** Removes a word's ending: "salaries" and "salary" become "salar", and "annonces" and "annoncer" become "annonc". */
export function stemOf(word: string, language: DocsLanguage): string {
  const found = ENDINGS[language].find(
    ([ending, , least]) => word.endsWith(ending) && word.length - ending.length >= least,
  );
  const cut = found ? word.slice(0, -found[0].length) + found[1] : word;
  const bare = cut.length > 3 ? cut.replace(/[ey]$/, '') : cut;
  // "cancelled" has become "cancell" and now becomes "cancel".
  return bare.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}

const lines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => fold(line.trim()).split(' '));

const SAME: Readonly<Record<DocsLanguage, ReadonlyMap<string, ReadonlySet<string>>>> = {
  en: byStem('en'),
  fr: byStem('fr'),
};

function byStem(language: DocsLanguage): Map<string, ReadonlySet<string>> {
  const same = new Map<string, ReadonlySet<string>>();
  for (const line of lines(SYNONYMS[language])) {
    const stems = new Set(line.map((word) => stemOf(word, language)));
    for (const stem of stems) same.set(stem, stems);
  }
  return same;
}

export function meansTheSame(stem: string, other: string, language: DocsLanguage): boolean {
  return SAME[language].get(stem)?.has(other) === true;
}

export function isTypoOf(typed: string, word: string): boolean {
  const [short, long] = typed.length < word.length ? [typed, word] : [word, typed];
  if (long.length - short.length > 1 || short === long) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  return right.length === 1 || (right.length === 2 && left === `${right[1]}${right[0]}`);
}
