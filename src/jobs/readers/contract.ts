import type { Contract } from '../../../schemas/index.ts';
import {
  aboutTheJob,
  type ContractReading,
  type ContractSources,
  foldInPlace,
  type Found,
  kindsIn,
  NOTHING,
  partsOf,
  reading,
} from './advert-words.ts';
import { CONSTRUCTED } from './contract-constructions.ts';
import { CONTRACT_FORMS, NOT_THIS_CONTRACT } from './contract-forms.ts';

const KINDS: readonly Contract[] = [
  'apprenticeship',
  'internship',
  'freelance',
  'fixed_term',
  'temporary',
  'permanent',
];
/** The narrower kinds first: an apprenticeship under a CDI is an apprenticeship. */
const FORMS = [...CONTRACT_FORMS, ...CONSTRUCTED].toSorted(
  (a, b) => Number(a.isTerm ?? false) - Number(b.isTerm ?? false) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
);

/** Of the parts of an advert. */
const STATED = 0;
const TITLE = 1;

/** The kind of contract that an advert states (SPEC §3); "unknown" where it states none, or more than one. */
export function readContract(sources: ContractSources): ContractReading<Contract> {
  for (const [index, [text, isField]] of partsOf(sources).entries()) {
    const all = kindsIn(aboutTheJob(text, NOT_THIS_CONTRACT), FORMS, isField);
    const named = all.filter(({ isTerm }) => !isTerm);
    const found = named.length > 0 ? named : byTerms(all);
    if (found.some((one) => isOneOfTwo(text, one))) return NOTHING;
    const [narrow, another] = found.filter(({ kind }) => isNarrow(kind));
    if (another) return NOTHING;
    if (narrow) return reading(narrow.kind, text, narrow);
    // A field may name the term of an apprentice's contract.
    if (index === STATED && found.length > 0) {
      const ofTitle = readContract({ stated: '', title: sources.title, description: '' });
      if (isNarrow(ofTitle.value)) return ofTitle;
    }
    const [first, ...others] = found;
    // A temporary job for a fixed term is the latter; a freelance one may state its months.
    const rest = others.filter(({ kind }) => !GOES_WITH[first?.kind ?? 'unknown']?.includes(kind));
    if (first && rest.length > 0) return NOTHING;
    // "Locum" or "Christmas" in a title names the occasion: the text may state its term.
    if (first?.kind === 'temporary' && index === TITLE) {
      const term = readContract({ stated: '', title: '', description: sources.description });
      if (term.value === 'fixed_term' || term.value === 'freelance') return term;
    }
    if (first) return reading(first.kind, text, first);
  }
  return NOTHING;
}

/** Whether anything in it may be said of the contract, were it denied, promised or another's. */
export function mentionsContract({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return CONTRACT_FORMS.some(({ words }) => words.test(plain));
}

function isNarrow(kind: Contract | 'unknown'): boolean {
  return kind === 'apprenticeship' || kind === 'internship';
}

/** An agency's job for a while is the agency's. */
function byTerms(all: readonly Found<Contract>[]): readonly Found<Contract>[] {
  const ofAgency = all.filter(({ kind }) => kind === 'temporary');
  return ofAgency.length > 0 ? ofAgency : all;
}

/** "PAYE or self-employed", "CDI ou exercice libéral": what is offered beside the kind, which is left open. */
function isOneOfTwo(text: string, { kind, from, to }: Found<Contract>): boolean {
  const plain = foldInPlace(text.slice(Math.max(0, from - REACH), to + REACH));
  const at = Math.min(from, REACH);
  const others = CHOICES.filter((choice) => !choice.of.includes(kind));
  return others.some(({ before, after }) => before.test(plain.slice(0, at)) || after.test(plain.slice(at + to - from)));
}

/** Kinds that may be said beside another without contradicting it. */
const GOES_WITH: Partial<Record<Contract | 'unknown', readonly Contract[]>> = {
  freelance: ['fixed_term', 'temporary'],
  fixed_term: ['temporary'],
};

/** How far beside a kind another is looked for. */
const REACH = 40;
const OR = '(?: ?(?:,? (?:or|ou|and|et)|[/&]) ?)';
const CHOICES: readonly { of: readonly (Contract | 'unknown')[]; before: RegExp; after: RegExp }[] = (
  [
    [['permanent'], 'perm(?:anent)?|cdi'],
    [['fixed_term'], 'fixed[- ]term|ftc|cdd|contract|contractuel(?:le)?s?|secondment'],
    [['temporary'], 'temp(?:orary)?|interim|casual'],
    [['freelance'], 'freelance|self[- ]employed|(?:exercice )?liberale?|independante?|portage'],
    [['permanent', 'fixed_term', 'temporary', 'apprenticeship', 'internship'], 'paye|employed|salariee?s?'],
  ] as const
).map(([of, words]) => ({
  of,
  before: new RegExp(`(?<![a-z])(?:${words})${OR}(?:en |aux |on an? |an? |un |une )?$`),
  after: new RegExp(
    `^(?: (?:role|post|position|contract|basis))?${OR}(?:en |aux |on an? |an? |un |une )?(?:${words})(?![a-z])`,
  ),
}));
