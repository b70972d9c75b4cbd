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
  lasts?: 'permanent' | 'temporary';
}

/** What a text says of hours and term; nothing where it says both ("full or part time"). */
export function readContractTerms(text: string): ContractTerms {
  const words = `${foldWords(text.slice(0, LOOKED_AT))} `;
  const hours = new Set<'full' | 'part'>();
  const lasts = new Set<'permanent' | 'temporary'>();
  for (let at = 0; at < words.length;) {
    const end = words.indexOf(' ', at);
    for (const { rest, row } of BY_FIRST_WORD.get(words.slice(at, end)) ?? []) {
      if (!words.startsWith(`${rest} `, end)) continue;
      if (row.hours) hours.add(row.hours);
      if (row.lasts) lasts.add(row.lasts);
    }
    at = end + 1;
  }
  return { ...onlyOne('hours', hours), ...onlyOne('lasts', lasts) };
}

function onlyOne<Key extends string, Value>(key: Key, said: ReadonlySet<Value>): Partial<Record<Key, Value>> {
  return said.size === 1 ? ({ [key]: [...said][0] } as Record<Key, Value>) : {};
}

/** Whether both say it, and not the same. */
export function termsContradict(a: ContractTerms, b: ContractTerms): boolean {
  return (
    (a.hours !== undefined && b.hours !== undefined && a.hours !== b.hours) ||
    (a.lasts !== undefined && b.lasts !== undefined && a.lasts !== b.lasts)
  );
}
