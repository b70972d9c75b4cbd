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
import { kindsMentioned, mayMention, termsMentioned } from './contract-mentions.ts';
import { withoutOtherPermanents } from './not-permanent.ts';
import { NOT_THIS_CONTRACT, OF_STATUTE_OR_CONTRACT } from './not-this-contract.ts';

const KINDS: readonly Contract[] = [
  'apprenticeship',
  'internship',
  'freelance',
  'fixed_term',
  'temporary',
  'permanent',
];
/** Narrower kinds come first, because an apprenticeship under a CDI is an apprenticeship. */
const FORMS = [...CONTRACT_FORMS, ...CONSTRUCTED].toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
const NAMES = FORMS.filter(({ isTerm }) => !isTerm);
const TERMS = FORMS.filter(({ isTerm }) => isTerm);

const STATED = 0;
const TITLE = 1;

/** Returns the kind of contract; "unknown" if the advert states none or leaves a choice between several (SPEC §3). */
export function readContract(sources: ContractSources): ContractReading<Contract> {
  const { title, description } = sources;
  for (const [index, [text, isField]] of partsOf(sources).entries()) {
    const found = statedIn(text, isField, title);
    if (found.length === 0) continue;
    if (!isField && beginsWithTraining(found) && !OF_TRAINING.test(foldInPlace(title))) return NOTHING;
    const one = isField ? onlyOne(found) : onlyOne(beyondTraining(found));
    if (!one) return NOTHING;
    // The field may give only the duration of a contract that the title calls an apprenticeship.
    if (index === STATED && !isNarrow(one.kind)) {
      const ofTitle = readContract({ stated: '', title, description: '' });
      if (isNarrow(ofTitle.value)) return ofTitle;
    }
    if (index === TITLE) {
      if (isNarrow(one.kind) && isOtherOf(text, one)) return NOTHING;
      if (one.kind === 'temporary' && OF_BANK.test(foldInPlace(text))) return reading(one.kind, text, one);
      const ofText = readContract({ stated: '', title: '', description });
      // In a title, "Locum" or "Christmas" is the reason for the job. The text may state another kind of contract.
      if (one.kind === 'temporary' && (ofText.value === 'fixed_term' || ofText.value === 'freelance'))
        return EXTRA.test(foldInPlace(text)) && !CONTRACT_OF_TERM.test(foldInPlace(ofText.words))
          ? reading(one.kind, text, one)
          : ofText;
      // In "Relief Manager" and "Apprenticeship Coach", the title names the work, and the text states the contract.
      if (NAMES_THE_WORK.has(one.kind) && ofText.value === 'permanent')
        return ITSELF.test(foldInPlace(text)) ? (isNarrow(one.kind) ? reading(one.kind, text, one) : NOTHING) : ofText;
    }
    return reading(one.kind, text, one);
  }
  return NOTHING;
}

/**
 * True for "Boulanger ou apprenti boulanger", which offers a job or training, so that the kind is open. False for
 * "stage ou alternance", where both kinds are training.
 */
function isOtherOf(title: string, { from }: Found<Contract>): boolean {
  const before = foldInPlace(title).slice(0, from);
  return / (?:ou|or) (?:une? |an? )?$/.test(before) && !kindsIn(before, NAMES, true).some(({ kind }) => isNarrow(kind));
}

/**
 * Titles of jobs that train or place apprentices. In their adverts, apprenticeships are often mentioned before the
 * job's own contract.
 */
const OF_TRAINING =
  /(?<![a-z])(?:formation|alternance|apprenticeships?|assessor|trainer|tutor|format(?:eur|rice))(?![a-z])/;
const NAMES_THE_WORK: ReadonlySet<Contract | 'unknown'> = new Set([
  'temporary',
  'apprenticeship',
  'internship',
  'freelance',
]);
/** Extras are hired for single days, so a number of months in their advert is not the duration of the contract. */
const EXTRA = /(?<![a-z])extras?(?![a-z])/;
const CONTRACT_OF_TERM = /cdd|contrat|determinee|saisonni/;
/** Work for a staff bank, and "temp to perm", count as temporary, even if the text mentions other posts. */
const OF_BANK =
  /(?<![a-z])bank (?:staff|worker|nurse|midwife|hca|porter|chef|cook|healthcare)|(?<![a-z])temp(?:orary)?[- ]to[- ]perm(?![a-z])/;
const ITSELF =
  /(?<![a-z])(?:temp|temporary|casual|zero[- ]hours?|interimaire|vacataire|apprentice|apprentie?|alternante?|stagiaire|stage|intern|en alternance|internship|freelance|self[- ]employed|independante?|liberale?|auto-?entrepreneur|micro-?entrepreneur)(?![a-z])/;

/**
 * Returns the kinds that a text states. Form lines count more than sentences, and names of kinds more than durations.
 * If certain words show that the text leaves a choice ("either is possible"), the result is CHOICE; otherwise `onlyOne`
 * decides between several kinds.
 */
function statedIn(text: string, isField: boolean, title: string): readonly Found<Contract>[] {
  // A quick check, because most texts do not mention the contract.
  const folded = foldInPlace(text);
  const trade = isField ? '' : foldInPlace(title);
  const isMentioned =
    kindsBesideTheTrade(folded, trade).length > 0 ||
    [NAMES, TERMS].some((forms) => kindsIn(folded, forms, isField, 1).length > 0);
  if (!isMentioned && (isField || !mayMention(folded))) return [];
  const about = aboutTheJob(folded, NOT_THIS_CONTRACT);
  const plain = isField ? about : withoutOtherPermanents(about, folded);
  if (!isMentioned) {
    const mentioned = mentionedIn(plain);
    return mentioned.some(({ kind }) => kind === 'permanent') && OTHER_POST.test(plain) ? CHOICE : mentioned;
  }
  const lines = isField ? [] : formLines(plain);
  const sentences = lines.length > 0 ? [] : [...kindsIn(plain, NAMES, isField), ...kindsBesideTheTrade(plain, trade)];
  const ofOthers = isField ? undefined : permanentOfOthers(sentences, plain, title);
  const stated =
    lines.length > 0 ? lines : sentences.filter((one) => !ofOthers || !inOneSentence(plain, one, ofOthers));
  const needsTerms = stated.every(({ yieldsTo }) => yieldsTo !== undefined);
  const all = needsTerms ? [...stated, ...kindsIn(plain, TERMS, isField)] : stated;
  const named = stated.filter(({ yieldsTo }) => all.every(({ kind }) => kind !== yieldsTo));
  const known = named.length > 0 ? named : byTerms(all);
  const found = known.length > 0 || isField ? known : mentionedIn(plain);
  if (!isField && lines.length === 0 && !onlyOne(beyondTraining(found))) {
    const mentioned = kindsMentioned(plain);
    if (mentioned.length === 1) return mentioned;
  }
  // "Type d'emploi : CDI, Apprentissage" lists contracts from which an applicant can choose.
  const isList = lines.some(({ kind }) => isNarrow(kind)) && lines.some(({ kind }) => kind === 'permanent');
  const isOneOfPosts =
    !isField && lines.length === 0 && found.some(({ kind }) => kind === 'permanent') && OTHER_POST.test(plain);
  return isList ||
    isOneOfPosts ||
    (!isField && OWN_OR_EMPLOYED.test(plain)) ||
    found.some((one) => isPermanentPost(folded, one)) ||
    found.some((one) => isOneOfTwo(plain, one))
    ? CHOICE
    : found;
}

/**
 * Returns the kinds that single words mention, or else durations and end dates. It is for texts in which no
 * construction states a contract.
 */
function mentionedIn(plain: string): readonly Found<Contract>[] {
  const mentioned = kindsMentioned(plain);
  return mentioned.length > 0 ? mentioned : termsMentioned(plain);
}

/**
 * A second post with another contract ("A permanent herdsman and two casual milkers", "English: permanent. Art: for one
 * year"), or a choice between two contracts ("either is possible").
 */
const OTHER_POST = new RegExp(
  [
    '(?:and|et|[,;])(?: [a-z]+ [a-z]+,)? (?:an?|one|two|three|four|une?|deux|trois|quatre|\\d) (?:[a-z-]{2,14} ){0,2}?(?:casual|temporary|seasonal|relief|fixed[- ]term|freelance|apprenti|apprentice|saisonni|alternante?|stagiaire|cdd|interim)(?![a-z]* (?:sit|work|help|share|report|who|beside|alongside))',
    '(?:etudions|acceptons) les deux|les deux (?:nous )?(?:conviennent|possibles)|(?:either|both) (?:is|are|would be|will be) (?:fine|possible|considered)',
    `(?:permanent|cdi),? (?:or|ou) (?:for |pour |en |d'|de )?${MONTHS}`,
    '(?:and|et|[,;]) (?:one|the other|another|l.autre|une?) (?:is |est )?(?:for(?![a-z])|until|pour|jusqu)',
    `(?:^|[.;\\n] ?)[a-z ]{3,20}: [^.;:!?\\n]{0,60}permanent[^.:!?\\n]{0,20}[.;\\n] ?(?!probation|notice|training|experience)[a-z ]{3,20}: [^;:!?\\n]{0,40}(?:${MONTHS}|fixed[- ]term|temporary|casual)`,
  ].join('|'),
);

const STATUTE_OR_CONTRACT = new RegExp(`(?<![a-z])(?:${OF_STATUTE_OR_CONTRACT})`);

/**
 * True for a public post that is permanent although its holder's contract may not be: "Emploi permanent, ouvert aux
 * titulaires et contractuels".
 */
function isPermanentPost(folded: string, { kind, from, to }: Found<Contract>): boolean {
  return kind === 'permanent' && !/cdi|indetermine/.test(folded.slice(from, to)) && STATUTE_OR_CONTRACT.test(folded);
}

const EMPLOYED = '(?:salariee?s?|salariat|paye|employed)';
const SELF_EMPLOYED =
  '(?:self[- ]employed|cis|freelance|liberale?s?|independante?s?|facturation|tacheron|auto-?entrepreneurs?)';
const OR_AS = ',? ?(?:(?:or|ou)(?: (?:bien|en|on|as|au|a|an?|une?|statut|exercice|poste))*|/) ?';
/** "PAYE or CIS", "tâcheron ou salarié": the worker may choose the kind of contract. */
const OWN_OR_EMPLOYED = new RegExp(
  `(?<![a-z])(?:${EMPLOYED}${OR_AS}${SELF_EMPLOYED}|${SELF_EMPLOYED}${OR_AS}${EMPLOYED})(?![a-z])`,
);

/**
 * Finds a "permanent" that is about other people's jobs: in an advert for a trade such as recruiting
 * (WORKS_ON_CONTRACTS), or in one that does not offer one permanent job (ONE_PERMANENT). Returns undefined if the words
 * are certainly about this job (OWN_PERMANENT).
 */
function permanentOfOthers(
  found: readonly Found<Contract>[],
  plain: string,
  title: string,
): Found<Contract> | undefined {
  const permanent = found.find(({ kind }) => kind === 'permanent');
  if (!permanent || !OFTEN_OF_OTHERS.test(plain.slice(permanent.from, permanent.to)) || OWN_PERMANENT.test(plain))
    return undefined;
  return WORKS_ON_CONTRACTS.test(foldInPlace(title)) || !ONE_PERMANENT.test(plain) ? permanent : undefined;
}

/**
 * These words are often about other people's jobs. Other words for permanent, such as "contrat sans terme", are not.
 */
const OFTEN_OF_OTHERS = /perm|cdi|duree indeterminee|titulaire|fonctionnaire/;

function inOneSentence(plain: string, one: Found<Contract>, other: Found<Contract>): boolean {
  return !/[.;!?\n]/.test(plain.slice(Math.min(one.from, other.from), Math.max(one.from, other.from)));
}

const WORKS_ON_CONTRACTS =
  /(?<![a-z])(?:jobs?|careers?|employ\w*|recruit\w*|resourc\w*|talent|placements?|staffing|hr|people|payroll|probation|housing|support|emploi|insertion|carriere|recrut\w*|paie|rh|accompagn\w*|conseill\w*|coach|advis[eo]r|juriste|broker|formateur|formatrice|trainer)(?![a-z])/;
const OWN_PERMANENT = new RegExp(
  [
    '(?:^|[.;!?\\n•|(-] ?)(?:[a-z0-9%-]+,? ){0,3}?permanent',
    '(?:this|it|post|role|position|job|contract|vacancy|both|each|you|appointment) (?:[a-z-]+ ){0,3}?permanent',
    "(?<![a-z])(?:on(?:to)? an?|we (?:are |have |now )?[a-z]+|we're [a-z]+|seek\\w*|offer\\w*|join\\w*|looking for) (?:[a-z0-9'-]+,? ){0,5}?permanent",
    '[,)] (?:and |an? )?permanent',
    'permanently|permanent from|substantive|indefinite|open-ended',
    '(?:poste|contrat|emploi|embauche\\w*|recrut\\w+|recrutement|vous|proposons|propose|offre|offrons|recherch\\w+|cherch\\w+|h\\/f|salarie\\w*|temps plein|mission)[^.;!?\\n]{0,60}? (?:cdi|duree indeterminee|permanent)',
    '(?:^|[.;:,!?\\n•|(-] ?)(?:en |un |a )?(?:cdi|contrat a duree|duree indeterminee)|(?<![a-z])ce cdi',
  ].join('|'),
);

/**
 * "a permanent role", "two permanent posts": this job. Other plurals may be other people's jobs:
 * "they find permanent jobs".
 */
const ONE_PERMANENT = new RegExp(
  [
    "(?<![a-z])(?:an?|your|chacun signe un) (?:[a-z0-9'%/-]+,? ){0,4}?permanent",
    '(?<![a-z])perm(?![a-z])',
    '(?:going|(?:now|been|made|is|are)) permanent',
    'fonctionnaires?|titulaires?',
    '(?:signe|signez|un|votre|ce|le|notre) (?:[a-z-]+ )?(?:cdi|contrat a duree|emploi permanent)',
    '(?:all|posts|roles|jobs|positions|vacancies)[^.;!?\\n]{0,25}? on permanent contracts',
    '(?:two|three|four|five|six|\\d) (?:[a-z-]+,? ){0,2}permanent (?:posts|roles|positions|vacancies|jobs)',
    '\\d (?:permanent|cdi)(?![a-z])|(?<![a-z])cdi (?:de |a )?\\d',
    '(?:needs?|wants?|seeks?|hiring|hire|looking for|(?:all|every|each) [a-z ]{1,30}) (?:[a-z0-9-]+,? ){0,3}permanent',
    '[:=*] ?\\*{0,2} ?(?:en |un |a )?(?:permanent|cdi|contrat a duree)',
    '(?:recrut|recherch|cherch|embauch|integr|propos)[a-z]*(?![a-z])[^.;!?\\n]{0,200} (?:cdi|duree indeterminee)',
  ].join('|'),
);

/** Two kinds that exclude each other, so that `onlyOne` returns undefined. */
const CHOICE: readonly Found<Contract>[] = [
  { kind: 'permanent', from: 0, to: 0 },
  { kind: 'fixed_term', from: 0, to: 0 },
];

function formLines(plain: string): Found<Contract>[] {
  return linesOf(plain, LABEL).flatMap(({ value, from }) =>
    kindsIn(value, NAMES, true).map((one) => ({ ...one, from: from + one.from, to: from + one.to })),
  );
}

const LABEL =
  /(?<=^|[\n.;|•*(] ?|[a-z] )\*{0,2}(?:(?:contract|job|employment|position|vacancy|appointment|role|work|engagement) types?|type of (?:contract|employment|job|engagement)|contract|employment|tenure|terms? of (?:employment|appointment|contract)|(?:employment|contract|job) (?:status|terms?|basis|details|duration|length)|(?:nature|form) of (?:contract|employment)|basis|type (?:de |d')(?:contrat|emploi|poste)|(?:nature|forme|statut|modalites) (?:du contrat|de l'emploi|du poste)|contrat(?: propose)?)(?: (?:&|and|\/|et) [a-z' ]{3,20})?\*{0,2} ?[:=] ?\*{0,2} ?/g;

/**
 * Returns the kind that a text states; undefined if it leaves a choice. Training counts more than other kinds, and
 * kinds in GOES_WITH do not contradict each other.
 */
function onlyOne(found: readonly Found<Contract>[]): Found<Contract> | undefined {
  const narrow = found.filter(({ kind }) => isNarrow(kind));
  if (narrow.length > 0) return new Set(narrow.map(({ kind }) => kind)).size === 1 ? narrow[0] : undefined;
  // A temporary job for a fixed term is fixed-term, and a freelance job may state its months.
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
 * Drops training that is mentioned beside a permanent job in running text. It is a benefit or is about someone else,
 * because an advert for an apprentice names the training in its title.
 */
function beyondTraining(found: readonly Found<Contract>[]): readonly Found<Contract>[] {
  return found.some(({ kind }) => kind === 'permanent') ? found.filter(({ kind }) => !isNarrow(kind)) : found;
}

/** True if the advert has any words of `CONTRACT_FORMS`, even if they deny the contract or are about other people. */
export function mentionsContract({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return CONTRACT_FORMS.some(({ words }) => words.test(plain));
}

function isNarrow(kind: Contract | 'unknown'): boolean {
  return kind === 'apprenticeship' || kind === 'internship';
}

/**
 * Chooses between kinds that durations and other signs suggest. Freelance comes first, because self-employed people may
 * also cover for others, and then temporary, because agency work may also have an end date.
 */
function byTerms(all: readonly Found<Contract>[]): readonly Found<Contract>[] {
  const own = all.filter(({ kind }) => kind === 'freelance');
  const ofAgency = all.filter(({ kind }) => kind === 'temporary');
  return [own, ofAgency].find(({ length }) => length > 0) ?? all;
}

function isOneOfTwo(text: string, { kind, from, to }: Found<Contract>): boolean {
  const plain = foldInPlace(text.slice(Math.max(0, from - REACH), to + REACH));
  const at = Math.min(from, REACH);
  const others = CHOICES.filter((choice) => !choice.of.includes(kind));
  return others.some(({ before, after }) => before.test(plain.slice(0, at)) || after.test(plain.slice(at + to - from)));
}

const GOES_WITH: Partial<Record<Contract | 'unknown', readonly Contract[]>> = {
  freelance: ['fixed_term', 'temporary'],
  fixed_term: ['temporary'],
};

const REACH = 40;
const OR = '(?: ?(?:,? (?:or|ou|and|et)|[/&]) ?)';
const CHOICES: readonly { of: readonly (Contract | 'unknown')[]; before: RegExp; after: RegExp }[] = (
  [
    [['permanent'], 'perm(?:anent)?|cdi'],
    [
      ['fixed_term'],
      'fixed[- ]term|ftc|cdd|contrat determine|remplacements?|contract|contractuel(?:le)?s?|secondment|loan',
    ],
    [['temporary'], 'temp(?:orary)?|interim|casual|bank|extras?|long[- ]term'],
    [
      ['freelance'],
      'freelance|day[- ]rate|self[- ]employed|(?:exercice )?liberale?|independante?|portage|facturation|cis|tacheron|agent commercial',
    ],
    [['permanent', 'fixed_term', 'temporary', 'apprenticeship', 'internship'], 'paye|employed|salariee?s?|salariat'],
    [['permanent', 'fixed_term', 'temporary', 'freelance', 'apprenticeship'], 'alternance|apprentissage'],
  ] as const
).map(([of, words]) => ({
  of,
  before: new RegExp(`(?<![a-z])(?:${words})(?: [a-z]{2,10})?${OR}(?:en |aux |on an? |an? |un |une )?$`),
  after: new RegExp(
    `^(?: (?:role|post|position|contract|basis))?${OR}(?:en |aux |on an? |an? |un |une )?(?:exercice |poste |statut )?(?:${words})(?![a-z])`,
  ),
}));
