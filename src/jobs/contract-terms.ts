import { foldWords } from '../lib/text.ts';

/** Words of adverts on hours and on how long a job lasts; those of one pair contradict each other. */
const TERMS: readonly { hours?: 'full' | 'part'; lasts?: 'permanent' | 'temporary'; words: string }[] = [
  { hours: 'full', words: 'full time|fulltime|temps plein|temps complet|plein temps' },
  { hours: 'part', words: 'part time|parttime|temps partiel|mi temps' },
  { lasts: 'permanent', words: 'permanent|perm|cdi|duree indeterminee' },
  {
    lasts: 'temporary',
    words: 'temporary|temp|fixed term|ftc|maternity cover|interim|interimaire|cdd|duree determinee|seasonal|saisonnier',
  },
];

const TABLE = TERMS.map(({ hours, lasts, words }) => ({ hours, lasts, words: words.split('|') }));
/** Terms stand at the beginning of an advert or nowhere that counts. */
const LOOKED_AT = 2_000;

export interface ContractTerms {
  hours?: 'full' | 'part';
  lasts?: 'permanent' | 'temporary';
}

/** What a text says of hours and term; nothing where it says both ("full or part time"). */
export function readContractTerms(text: string): ContractTerms {
  const words = ` ${foldWords(text.slice(0, LOOKED_AT))} `;
  const said = TABLE.filter((entry) => entry.words.some((phrase) => words.includes(` ${phrase} `)));
  const [hours, otherHours] = said.flatMap((entry) => entry.hours ?? []);
  const [lasts, otherTerm] = said.flatMap((entry) => entry.lasts ?? []);
  return {
    ...(hours && !otherHours ? { hours } : {}),
    ...(lasts && !otherTerm ? { lasts } : {}),
  };
}

/** Whether both say it, and not the same. */
export function termsContradict(a: ContractTerms, b: ContractTerms): boolean {
  return (
    (a.hours !== undefined && b.hours !== undefined && a.hours !== b.hours) ||
    (a.lasts !== undefined && b.lasts !== undefined && a.lasts !== b.lasts)
  );
}
