import type { Contract } from '../../../schemas/index.ts';
import {
  aboutTheJob,
  type ContractReading,
  type ContractSources,
  foldInPlace,
  type Found,
  kindsIn,
  linesOf,
  MONTHS,
  NOTHING,
  partsOf,
  reading,
} from './advert-words.ts';
import { CONSTRUCTED } from './contract-constructions.ts';
import { kindsBesideTheTrade } from './beside-the-trade.ts';
import { CONTRACT_FORMS } from './contract-forms.ts';
import { NOT_THIS_CONTRACT } from './not-this-contract.ts';

const KINDS: readonly Contract[] = [
  'apprenticeship',
  'internship',
  'freelance',
  'fixed_term',
  'temporary',
  'permanent',
];
/** Narrower kinds first: an apprenticeship under a CDI is an apprenticeship. */
const FORMS = [...CONTRACT_FORMS, ...CONSTRUCTED].toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
const NAMES = FORMS.filter(({ isTerm }) => !isTerm);
const TERMS = FORMS.filter(({ isTerm }) => isTerm);

/** Indexes of the field and the title in `partsOf`. */
const STATED = 0;
const TITLE = 1;

/** The kind of contract that an advert states (SPEC §3); "unknown" if it states none or several. */
export function readContract(sources: ContractSources): ContractReading<Contract> {
  const { title, description } = sources;
  for (const [index, [text, isField]] of partsOf(sources).entries()) {
    const found = statedIn(text, isField, title);
    if (found.length === 0) continue;
    if (!isField && beginsWithTraining(found)) return NOTHING;
    const one = isField ? onlyOne(found) : onlyOne(beyondTraining(found));
    if (!one) return NOTHING;
    // The field may give only the duration of a contract that the title calls an apprenticeship.
    if (index === STATED && !isNarrow(one.kind)) {
      const ofTitle = readContract({ stated: '', title, description: '' });
      if (isNarrow(ofTitle.value)) return ofTitle;
    }
    if (index === TITLE) {
      if (isNarrow(one.kind) && isOtherOf(text, one)) return NOTHING;
      const ofText = readContract({ stated: '', title: '', description });
      // "Locum" or "Christmas" in a title names the occasion; the text may state that the contract is fixed-term.
      if (one.kind === 'temporary' && (ofText.value === 'fixed_term' || ofText.value === 'freelance')) return ofText;
      // "Relief Manager", "Apprenticeship Coach": the title names the work, and the text states the contract.
      if (NAMES_THE_WORK.has(one.kind) && ofText.value === 'permanent')
        return ITSELF.test(foldInPlace(text)) ? (isNarrow(one.kind) ? reading(one.kind, text, one) : NOTHING) : ofText;
    }
    return reading(one.kind, text, one);
  }
  return NOTHING;
}

/**
 * "Boulanger ou apprenti boulanger" offers a job or training for it, so the kind is open. In "stage ou alternance" both
 * are training.
 */
function isOtherOf(title: string, { from }: Found<Contract>): boolean {
  const before = foldInPlace(title).slice(0, from);
  return / (?:ou|or) (?:une? |an? )?$/.test(before) && !kindsIn(before, NAMES, true).some(({ kind }) => isNarrow(kind));
}

/** Kinds whose words are also in names of trades: "Relief Manager". */
const NAMES_THE_WORK: ReadonlySet<Contract | 'unknown'> = new Set([
  'temporary',
  'apprenticeship',
  'internship',
  'freelance',
]);
/** Words that mean the contract, even in a title. */
const ITSELF =
  /(?<![a-z])(?:temp|temporary|casual|zero[- ]hours?|interimaire|vacataire|apprentice|apprentie?|alternante?|stagiaire|stage|intern|en alternance|internship|freelance|self[- ]employed|independante?|liberale?|auto-?entrepreneur|micro-?entrepreneur)(?![a-z])/;

/**
 * The kinds that a text states. Form lines count more than sentences, and names of kinds more than durations. If the
 * text leaves a choice, the result is `CHOICE`.
 */
function statedIn(text: string, isField: boolean, title: string): readonly Found<Contract>[] {
  // A quick check, because most texts do not mention the contract.
  const folded = foldInPlace(text);
  const trade = isField ? '' : foldInPlace(title);
  const isMentioned =
    kindsBesideTheTrade(folded, trade).length > 0 ||
    [NAMES, TERMS].some((forms) => kindsIn(folded, forms, isField).length > 0);
  if (!isMentioned) return [];
  const plain = aboutTheJob(text, NOT_THIS_CONTRACT);
  const lines = isField ? [] : formLines(plain);
  const sentences = lines.length > 0 ? [] : [...kindsIn(plain, NAMES, isField), ...kindsBesideTheTrade(plain, trade)];
  const ofOthers = isField ? undefined : permanentOfOthers(sentences, plain, title);
  const stated =
    lines.length > 0 ? lines : sentences.filter((one) => !ofOthers || !inOneSentence(plain, one, ofOthers));
  const needsTerms = stated.every(({ yieldsTo }) => yieldsTo !== undefined);
  const all = needsTerms ? [...stated, ...kindsIn(plain, TERMS, isField)] : stated;
  const named = stated.filter(({ yieldsTo }) => all.every(({ kind }) => kind !== yieldsTo));
  const found = named.length > 0 ? named : byTerms(all);
  // "Type d'emploi : CDI, Apprentissage" lists contracts from which an applicant can choose.
  const isList = lines.some(({ kind }) => isNarrow(kind)) && lines.some(({ kind }) => kind === 'permanent');
  const isOneOfPosts =
    !isField && lines.length === 0 && found.some(({ kind }) => kind === 'permanent') && OTHER_POST.test(plain);
  return isList || isOneOfPosts || found.some((one) => isOneOfTwo(plain, one)) ? CHOICE : found;
}

/**
 * A second post with another contract: "A permanent herdsman and two casual milkers", "English: permanent. Art: for one
 * year".
 */
const OTHER_POST = new RegExp(
  [
    '(?:and|et|[,;])(?: [a-z]+ [a-z]+,)? (?:an?|one|two|three|four|une?|deux|trois|quatre|\\d) (?:[a-z-]{2,14} ){0,2}?(?:casual|temporary|seasonal|relief|fixed[- ]term|freelance|apprenti|apprentice|saisonni|alternante?|stagiaire|cdd|interim)',
    `(?:^|[.;\\n] ?)[a-z ]{3,20}: [^.;:\\n]{0,60}permanent[^.:\\n]{0,20}[.;\\n] ?(?!probation|notice|training|experience)[a-z ]{3,20}: [^;:\\n]{0,40}(?:${MONTHS}|fixed[- ]term|temporary|casual)`,
  ].join('|'),
);

/**
 * Finds "permanent" said of other people's jobs, in adverts for trades such as recruiting; undefined if there is no such
 * statement.
 */
function permanentOfOthers(
  found: readonly Found<Contract>[],
  plain: string,
  title: string,
): Found<Contract> | undefined {
  const permanent = found.find(({ kind }) => kind === 'permanent');
  return permanent && WORKS_ON_CONTRACTS.test(foldInPlace(title)) && !OWN_PERMANENT.test(plain) ? permanent : undefined;
}

function inOneSentence(plain: string, one: Found<Contract>, other: Found<Contract>): boolean {
  return !/[.;!?\n]/.test(plain.slice(Math.min(one.from, other.from), Math.max(one.from, other.from)));
}

/** Trades that deal with other people's contracts, such as recruiters and career advisers. */
const WORKS_ON_CONTRACTS =
  /(?<![a-z])(?:jobs?|careers?|employ\w*|recruit\w*|resourc\w*|talent|placements?|staffing|hr|people|payroll|probation|housing|support|emploi|insertion|carriere|recrut\w*|paie|rh|accompagn\w*|conseill\w*|coach|advis[eo]r|juriste|broker|formateur|formatrice|trainer)(?![a-z])/;
const OWN_PERMANENT = new RegExp(
  [
    '(?:^|[.;!?\\n•|(-] ?)(?:[a-z0-9%-]+,? ){0,3}?permanent',
    '(?:this|it|post|role|position|job|contract|vacancy|both|each|you|appointment) (?:[a-z-]+ ){0,3}?permanent',
    "(?<![a-z])(?:on an?|we (?:are |have |now )?[a-z]+|we're [a-z]+|seek\\w*|offer\\w*|join\\w*|looking for) (?:[a-z0-9'-]+,? ){0,5}?permanent",
    '[,)] (?:and |an? )?permanent',
    'permanently|permanent from|substantive|indefinite|open-ended',
    '(?:poste|contrat|emploi|embauche\\w*|recrut\\w+|recrutement|vous|proposons|propose|offre|offrons|recherch\\w+|cherch\\w+|h\\/f|salarie\\w*|temps plein|mission)[^.;\\n]{0,60}? (?:cdi|duree indeterminee|permanent)',
    '(?:^|[.;:,!?\\n•|(-] ?)(?:en |un |a )?(?:cdi|contrat a duree|duree indeterminee)',
  ].join('|'),
);

/** Two kinds, so that `onlyOne` finds none. */
const CHOICE: readonly Found<Contract>[] = [
  { kind: 'permanent', from: 0, to: 0 },
  { kind: 'fixed_term', from: 0, to: 0 },
];

/** "Contract type: Permanent", "Type d'emploi : Temps plein, CDI". */
function formLines(plain: string): Found<Contract>[] {
  return linesOf(plain, LABEL).flatMap(({ value, from }) =>
    kindsIn(value, NAMES, true).map((one) => ({ ...one, from: from + one.from, to: from + one.to })),
  );
}

const LABEL =
  /(?<=^|[\n.;|•*(] ?|[a-z] )\*{0,2}(?:(?:contract|job|employment|position|vacancy|appointment) types?|type of (?:contract|employment)|contract|tenure|type (?:de |d')(?:contrat|emploi)|nature du contrat|contrat(?: propose)?)\*{0,2} ?[:=] ?\*{0,2} ?/g;

/**
 * The kind, if the text states only one. Training counts more than other kinds, and kinds in `GOES_WITH` do not
 * contradict; undefined if a choice is left.
 */
function onlyOne(found: readonly Found<Contract>[]): Found<Contract> | undefined {
  const narrow = found.filter(({ kind }) => isNarrow(kind));
  if (narrow.length > 0) return new Set(narrow.map(({ kind }) => kind)).size === 1 ? narrow[0] : undefined;
  // A temporary job for a fixed term is fixed-term; a freelance job may state its months.
  return found.find(({ kind }) =>
    found.every((other) => other.kind === kind || GOES_WITH[kind as Contract]?.includes(other.kind as Contract)),
  );
}

/**
 * True for "Apprenticeship with day release. A permanent job awaits those who pass", where the contract may be either.
 */
function beginsWithTraining(found: readonly Found<Contract>[]): boolean {
  const permanent = found.find(({ kind }) => kind === 'permanent');
  return permanent !== undefined && found.some(({ kind, from }) => isNarrow(kind) && from < permanent.from);
}

/**
 * Drops training beside a permanent job: in running text it is a benefit or about someone else, because an apprentice's
 * advert says so in its title.
 */
function beyondTraining(found: readonly Found<Contract>[]): readonly Found<Contract>[] {
  return found.some(({ kind }) => kind === 'permanent') ? found.filter(({ kind }) => !isNarrow(kind)) : found;
}

/** True if any words may be about the contract, even if they deny it or are about other people. */
export function mentionsContract({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return CONTRACT_FORMS.some(({ words }) => words.test(plain));
}

function isNarrow(kind: Contract | 'unknown'): boolean {
  return kind === 'apprenticeship' || kind === 'internship';
}

/**
 * Prefers freelance, then temporary: a person with a business may also cover for others, and agency work may also have
 * an end date.
 */
function byTerms(all: readonly Found<Contract>[]): readonly Found<Contract>[] {
  const own = all.filter(({ kind }) => kind === 'freelance');
  const ofAgency = all.filter(({ kind }) => kind === 'temporary');
  return [own, ofAgency].find(({ length }) => length > 0) ?? all;
}

/** True for "PAYE or self-employed" and "CDI ou exercice libéral", which leave the kind open. */
function isOneOfTwo(text: string, { kind, from, to }: Found<Contract>): boolean {
  const plain = foldInPlace(text.slice(Math.max(0, from - REACH), to + REACH));
  const at = Math.min(from, REACH);
  const others = CHOICES.filter((choice) => !choice.of.includes(kind));
  return others.some(({ before, after }) => before.test(plain.slice(0, at)) || after.test(plain.slice(at + to - from)));
}

/** Kinds that can be named beside another without contradicting it. */
const GOES_WITH: Partial<Record<Contract | 'unknown', readonly Contract[]>> = {
  freelance: ['fixed_term', 'temporary'],
  fixed_term: ['temporary'],
};

/** How far from a kind its alternative is searched, in characters. */
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
  before: new RegExp(`(?<![a-z])(?:${words})(?: [a-z]{2,10})?${OR}(?:en |aux |on an? |an? |un |une )?$`),
  after: new RegExp(
    `^(?: (?:role|post|position|contract|basis))?${OR}(?:en |aux |on an? |an? |un |une )?(?:exercice |poste |statut )?(?:${words})(?![a-z])`,
  ),
}));
