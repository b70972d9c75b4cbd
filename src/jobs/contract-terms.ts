import { foldWords } from '../lib/text.ts';

export type ContractKind = 'permanent' | 'temporary' | 'freelance' | 'apprenticeship' | 'internship';

/** Words of adverts on hours and on the kind of contract. */
const TERMS: readonly { hours?: 'full' | 'part'; lasts?: ContractKind; inTitleOnly?: boolean; words: string }[] = [
  { hours: 'full', words: 'full time|fulltime|temps plein|temps complet|plein temps' },
  { hours: 'part', words: 'part time|parttime|temps partiel|mi temps' },
  { lasts: 'permanent', words: 'permanent|perm|cdi|duree indeterminee' },
  {
    lasts: 'temporary',
    words: 'temporary|temp|fixed term|ftc|maternity cover|interim|interimaire|cdd|duree determinee|seasonal|saisonnier',
  },
  { lasts: 'freelance', inTitleOnly: true, words: 'freelance|freelancer|independant|independante|portage salarial' },
  {
    lasts: 'apprenticeship',
    inTitleOnly: true,
    words:
      'apprenticeship|apprentice|apprenti|apprentie|apprentissage|alternance|alternant|alternante|contrat pro|professionnalisation',
  },
  { lasts: 'internship', inTitleOnly: true, words: 'internship|intern|stagiaire|offre de stage|en stage|stage de' },
];

/** "Stage – Data Analyst", "Data Analyst (stage)"; not "Stage Manager" or "Key Stage 2". */
const INTERNSHIP_TITLE =
  /^stage(?! (?:manager|management|technician|hand|crew|electrician|door|director|carpenter|supervisor|school|\d))\b|(?<!key |early |late |mid )\bstage$/u;

/** The phrases of each row by their first word: what stands behind it, and the row. */
const BY_FIRST_WORD = new Map<string, { rest: string; row: (typeof TERMS)[number] }[]>();
for (const row of TERMS) {
  for (const phrase of row.words.split('|')) {
    const [first = '', ...rest] = phrase.split(' ');
    const phrases = BY_FIRST_WORD.get(first) ?? [];
    phrases.push({ rest: rest.map((word) => ` ${word}`).join(''), row });
    BY_FIRST_WORD.set(first, phrases);
  }
}
/** Terms stand at the beginning of an advert or nowhere that counts. */
const LOOKED_AT = 2_000;

export interface ContractTerms {
  hours?: 'full' | 'part';
  lasts?: ContractKind;
}

/** What a text says of hours and term; nothing where it says both ("full or part time"). */
export function readContractTerms(text: string, { isTitle = false } = {}): ContractTerms {
  const folded = foldWords(text.slice(0, LOOKED_AT));
  const words = `${folded} `;
  const hours = new Set<'full' | 'part'>();
  const lasts = new Set<ContractKind>(isTitle && INTERNSHIP_TITLE.test(folded) ? ['internship'] : []);
  for (let at = 0; at < words.length;) {
    const end = words.indexOf(' ', at);
    for (const { rest, row } of BY_FIRST_WORD.get(words.slice(at, end)) ?? []) {
      if ((row.inTitleOnly && !isTitle) || !words.startsWith(`${rest} `, end)) continue;
      if (row.hours) hours.add(row.hours);
      if (row.lasts) lasts.add(row.lasts);
    }
    at = end + 1;
  }
  // "CDD en alternance", "Stage or CDI": the narrower kind is what the job is.
  for (const kind of ['internship', 'apprenticeship'] as const)
    if (lasts.has(kind)) return { ...onlyOne('hours', hours), lasts: kind };
  return { ...onlyOne('hours', hours), ...onlyOne('lasts', lasts) };
}

function onlyOne<Key extends string, Value>(key: Key, said: ReadonlySet<Value>): Partial<Record<Key, Value>> {
  return said.size === 1 ? ({ [key]: [...said][0] } as Record<Key, Value>) : {};
}

/** Kinds that an advert always states: one that does not is another job. */
const ALWAYS_STATED: ReadonlySet<ContractKind | undefined> = new Set(['internship', 'apprenticeship', 'freelance']);

/** Whether hours or kinds of contract differ. */
export function termsContradict(a: ContractTerms, b: ContractTerms): boolean {
  return (
    (a.hours !== undefined && b.hours !== undefined && a.hours !== b.hours) ||
    (a.lasts !== b.lasts &&
      ((a.lasts !== undefined && b.lasts !== undefined) || ALWAYS_STATED.has(a.lasts) || ALWAYS_STATED.has(b.lasts)))
  );
}
