import { fold } from '../../lib/text.ts';
import type { Contract, Hours } from '../../../schemas/index.ts';

/** What an advert says of its contract and hours, in the order in which its parts are believed. */
export interface ContractSources {
  /** The source's own words on them, as a field has them: "CDI - Temps plein", "FULL_TIME". */
  stated: string;
  title: string;
  description: string;
}

/** What an advert is by its words, and the words. */
export interface ContractReading<Value> {
  value: Value | 'unknown';
  /** The words that said it, as they stand in the advert; "" where nothing did. */
  words: string;
}

/** Longer texts say it before that. */
const LOOKED_AT = 6_000;

/** A form of words for a kind. In a field or a title a bare word is enough, in running text it is not. */
interface Form<Kind> {
  kind: Kind;
  words: RegExp;
  /** Also where the text is a sentence: it says it of this job. */
  inText?: boolean;
}

const FULL_OR_PART = '(?:(?:full|part)[ -]?time|temps (?:plein|partiel|complet))';
const ROLE =
  '(?:role|position|post|job|contract|opportunity|vacancy|basis|employment|appointment|hire|placement|assignment|poste|offre|emploi)';
/** What stands between a kind and the noun: "permanent, full-time role". */
const AND_MORE = `(?:[ ,/&-]{1,3}(?:and |et )?${FULL_OR_PART})?[ ,/-]{1,3}(?:[a-z]{3,14} )?`;
const FIELD =
  '(?:(?:contract|job|employment|position|vacancy|role|work)(?: type| term| length| duration| status)?|type(?: of (?:contract|employment|job))?|term|duration|tenure|basis|type de contrat|contrat|nature du contrat|statut|duree(?: du contrat)?) ?[:=|–-] ?';
const MONTHS =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|dix-huit)(?:[ -]{1,3}(?:month|months|mth|mths|mois|year|years|an|ans|week|weeks|semaines?))';

function form(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u');
}

/** The narrower kinds first: an apprenticeship under a CDI is an apprenticeship. */
const CONTRACT_FORMS: readonly Form<Contract>[] = [
  {
    kind: 'apprenticeship',
    words: form(
      'apprenticeships?|apprentice|apprentie?s?(?:·e)?|apprentissage|alternances?|alternante?s?|contrat (?:pro|de professionnalisation)|professionnalisation',
    ),
  },
  {
    kind: 'apprenticeship',
    inText: true,
    words: form(
      `(?:contrat|poste|offre|recrut\\w{1,6}|recherch\\w{1,6}|formation|mission) (?:[\\p{L}']{1,12} ){0,4}(?:en|d')[ ']?(?:alternance|apprentissage)|contrat (?:pro|de professionnalisation|d'apprentissage)|(?:this|our|the|an|a) (?:[a-z0-9-]{1,14} ){0,4}apprenticeship (?:role|programme|program|position|scheme|will|is|offers|provides|lasts)|${FIELD}(?:[a-z]{1,12}[ ,/]{1,3}){0,3}(?:apprenticeship|alternance|apprentissage)`,
    ),
  },
  {
    kind: 'internship',
    words: form(
      '^stages?|internships?|interns?|stagiaires?|offre de stage|stage (?:de|en|\\d)[^,;]{1,40}|en stage|placement (?:year|student)|(?:summer|industrial|year in industry) placement|year in industry|convention de stage',
    ),
  },
  {
    kind: 'internship',
    inText: true,
    words: form(
      `(?:this|our|the|an|a) (?:[a-z0-9-]{1,14} ){0,3}internship (?:role|programme|program|position|is|will|offers|lasts|starts)|(?:dans le cadre d'un|recherch\\w{1,6} une?|offre de|nous proposons un|ce) stage\\b|convention de stage|stage (?:conventionne|de fin d'etudes|de \\d|d'une duree)|${FIELD}(?:internship|stage|stagiaire)`,
    ),
  },
  {
    kind: 'freelance',
    words: form(
      'freelances?|freelancers?|independante?s?|self[- ]employed|contractors?|outside ir35|inside ir35|portage(?: salarial)?|auto[- ]?entrepreneurs?|micro[- ]?entrepreneurs?|day rate contract|associate \\(self employed\\)',
    ),
  },
  {
    kind: 'freelance',
    inText: true,
    words: form(
      `(?:inside|outside|within)(?: of)? (?:the )?(?:scope of )?ir35|ir35 ?[:=] ?(?:inside|outside)|(?:mission|poste|contrat|statut) (?:en |de )?(?:freelance|independante?|portage)|en (?:freelance|portage salarial)|(?:this is|we are (?:looking for|seeking)) (?:an? )?(?:freelance|self[- ]employed|contractor)|(?:freelance|self[- ]employed)${AND_MORE}${ROLE}|on an? (?:freelance|self[- ]employed) basis|${FIELD}(?:freelance|independant|self[- ]employed|contractor)|tjm ?[:=]? ?\\d{2}`,
    ),
  },
  {
    kind: 'fixed_term',
    words: form(
      `fixed[- ]?term(?:[- ]contract)?|ftc|cdd(?:i|u)?|duree determinee|contractuel(?:le)?|maternity (?:leave )?cover|mat(?:ernity)? cover|parental leave cover|secondments?|${MONTHS}[ ,-]{1,3}(?:fixed[ -]term|ftc|contract|secondment)|contract[ ,:(-]{1,4}${MONTHS}|remplacement de conge maternite`,
    ),
  },
  {
    kind: 'fixed_term',
    inText: true,
    words: form(
      `fixed[- ]?term[ -]{1,3}(?:contract|role|position|post|basis|appointment|employment|opportunity|vacancy|for|until|to)|fixed[- ]?term ?[(,]|(?:on|for) a fixed[- ]?term|${FIELD}(?:[a-z-]{1,12}[ ,/]{1,3}){0,2}fixed[- ]?term|(?:contrat a )?duree determinee|cdd|${MONTHS}[ ,-]{1,3}(?:initial )?(?:fixed[ -]term|ftc|contract|secondment)|maternity (?:leave )?cover|(?:on )?secondment (?:role|opportunity|post)|contract (?:length|duration) ?[:=-] ?${MONTHS}`,
    ),
  },
  {
    kind: 'temporary',
    words: form(
      "temporary|temp|temps?(?= (?:role|job|work|assignment))|seasonal|saisonni(?:er|ere)s?|saison|interim|interimaires?|vacataires?|vacations?(?= )|casual|bank(?= (?:staff|worker|nurse|hca|porter|healthcare|support|contract|shifts?|role|post)| ?[-,)/]| ?$)|locums?|mission d'interim|travail temporaire|christmas|agency worker|relief|supply(?= teacher| ta| staff)",
    ),
  },
  {
    kind: 'temporary',
    inText: true,
    words: form(
      `temporary${AND_MORE}${ROLE}|(?:on|for) an? (?:[a-z]{3,12} )?temporary (?:basis|contract)|temp ${ROLE}|(?:this is|we are (?:looking for|seeking|recruiting)) (?:an? )?(?:temporary|seasonal|casual)|seasonal${AND_MORE}${ROLE}|mission (?:d'|en )?(?:interim|interimaire)|contrat (?:d'|en )?interim|en interim|contrat (?:de travail )?temporaire|contrat (?:de mission|saisonnier)|${FIELD}(?:[a-z-]{1,12}[ ,/]{1,3}){0,2}(?:temporary|temp|interim|interimaire|seasonal|saisonnier|casual|locum)`,
    ),
  },
  {
    kind: 'permanent',
    words: form('permanent|perm|permanente?|cdi(?: interimaire| de chantier)?|duree indeterminee|titulaire'),
  },
  {
    kind: 'permanent',
    inText: true,
    words: form(
      `permanent${AND_MORE}${ROLE}|permanent[ ,/&-]{1,3}${FULL_OR_PART}|${FULL_OR_PART}[ ,/&-]{1,3}(?:and )?permanent|(?:on|for) an? (?:[a-z-]{3,12} )?permanent (?:basis|contract)|(?:this is|it is|role is|position is|offering) (?:an? )?permanent|${FIELD}(?:[a-z-]{1,12}[ ,/]{1,3}){0,3}(?:permanent|perm|cdi)|cdi|(?:contrat a )?duree indeterminee|perm ${ROLE}`,
    ),
  },
];

/** What is promised for later, or denied, says nothing of this contract; other meanings of the words neither. */
const NOT_THIS_CONTRACT = new RegExp(
  [
    "(?:evolutif|evolution|evoluer|debouch\\w{1,5}|transform\\w{1,5}|possibilite|perspective|promesse|opportunite|suivi|pouvant|puis|avant)[^.;:\\n]{0,40}?(?:en|sur|vers|d'un|de|un|une|d')[ ']?(?:contrat (?:en |a )?)?(?:cdi|duree indeterminee|embauche|pre-?embauche)",
    "vue d'(?:un cdi|une? embauche)|cdi (?:a la cle|possible|envisage(?:able)?)|pre-?embauche",
    '(?:temp(?:orary)?|contract|ftc)[ -](?:to|2)[ -]perm(?:anent)?|(?:leading|lead|view|going|converted?|potential|possibility|possible|chance|opportunity|scope|could|may|might|option)\\b[^.;:\\n]{0,50}?\\b(?:permanent|perm)\\b(?: (?:role|position|contract|job|employment|staff))?|permanent (?:role|position|job|contract)? ?(?:after|upon|following|once)',
    '(?:not|no|isn.t|non|pas(?: de| d.| en| un)?|sans|rather than|instead of|ni)(?: (?:an?|un|une))? (?:permanent|fixed[- ]term|temporary|cdi|cdd|interim|freelance\\w{0,2}|stage|alternance|apprenti\\w{0,7}|contractors?|internships?|agency)(?: (?:role|position|contract))?',
    'perm(?:anent)? (?:right|residen\\w{1,6}|leave|health|staff|member|team|way|make-?up|marker|magnet|placements?|recruitment|recruiter|recruit\\w{1,5}|consultant|division|desk|roles across|exhibition|collection|base|site|supply|secretary|night|nights|days?)|formation permanente|en permanence',
    'temp(?:orary)? (?:recruitment|recruiter|staff|staffing|workers|desk|consultant|division|cover for|absence|works?|accommodation|event)|temporary works',
    "agences? d'interim|entreprises? de travail temporaire|agence (?:d'emploi|interim\\w*)|acteur de l'interim|interim (?:et|,|/) (?:cdi|cdd|recrutement)[^.;\\n]{0,40}|travail temporaire,? (?:et|de) [^.;\\n]{0,40}|interimaires? (?:beneficient|profitent)|(?:nos|des|les|vos) (?:interimaires|alternants|stagiaires|apprentis|freelances)",
    '(?:supervis\\w{1,4}|mentor\\w{0,4}|manag\\w{1,4}|train\\w{0,4}|support\\w{0,4}|line manag\\w{1,4}|encadr\\w{1,6}|form\\w{1,6}|tuteur|tutorat|accompagn\\w{1,6})[^.;:\\n]{0,30}?(?:apprentices?|interns?|contractors?|stagiaires?|alternante?s?|apprentie?s?)',
    '(?:previous|prior|as an?|experience|experiences?|stages? et alternances?|premiere experience)[^.;:\\n]{0,40}?(?:internships?|intern|apprentice(?:ship)?s?|stages?|alternances?|apprentissage)(?: (?:comprise?s?|inclus\\w{0,2}|acceptee?s?))?',
    'completed? (?:an? )?(?:[a-z0-9-]{1,14} ){0,3}apprenticeships?|apprenticeships? (?:levy|training provider|trained|qualified|served|standard|assessor|tutor|coach|delivery|recruitment|manager|team|officer|coordinator|adviser|advisor)|apprentice (?:support|recruitment|coordinator|manager|mentor)|internships? (?:coordinator|manager|officer)|time[- ]served apprentic\\w{1,6}',
    '(?:sub-?|main |principal |electrical |building |roofing |external |our |the |by |of |and |with )contractors?(?! (?:role|position|rate|basis))|contractors? (?:manage\\w{1,4}|coordinat\\w{1,4}|liaison|on site|and suppliers)|independent(?:ly)?|bank holidays?',
    'key stage|early stage|late[- ]stage|stage (?:manager|management|technician|hand|crew|door|school|\\d)|each stage|next stage|first stage|backstage|intern(?:al|ational)\\w*',
    '(?:charge\\w{0,2}|conseill\\w{1,4}|responsable|gestionnaire|coordinat\\w{1,5}|developpeu\\w{1,3}|referente?)[^.;\\n(-]{0,30}(?<!en )(?<!- )(?:alternance|apprentissage)',
    "(?:formation|prise? en charge|financ\\w{1,4}|possible|possibilite|via|soit|ou) [^.;\\n]{0,80}?contrat (?:d'apprentissage|de professionnalisation)(?: ou (?:d'apprentissage|de professionnalisation))?",
    "casual (?:dining|dress|wear|clothing)|titulaires? (?:du|de|d'un|des)",
    'career secondments?|secondment opportunities|(?<=cdi |cdi-)interimaires?',
  ].join('|'),
  'gu',
);

const HOURS_FORMS: readonly Form<Hours>[] = [
  {
    kind: 'part_time',
    words: form(
      'part[- _]?time|temps partiel|mi[- ]temps|job[- ]?share|term[- ]time(?: only)?|zero[- ]hours?(?: contract)?',
    ),
  },
  {
    kind: 'part_time',
    inText: true,
    words: form(
      `(?:0?[.,][1-9]\\d?|0[.,][1-9]\\d?) ?(?:fte|etp|wte)|(?:fte|etp|wte) ?[:=(]? ?0[.,][1-9]\\d?|[1-4](?: jours?)? (?:jours )?sur (?:5|cinq)(?: jours)?|(?:[1-4]|one|two|three|four) days?(?: (?:a|per) week)?(?= \\(part)|zero[- ]hours? contract|term[- ]time(?: only)? (?:role|position|contract|post)`,
    ),
  },
  { kind: 'full_time', words: form('full[- _]?time|temps (?:plein|complet)|plein[- ]temps') },
  {
    kind: 'full_time',
    inText: true,
    words: form('1(?:[.,]0{1,2})? ?(?:fte|etp|wte)|(?:fte|etp|wte) ?[:=] ?1(?:[.,]0{1,2})?(?![.,\\d])'),
  },
];

/** "full time equivalent" is a measure; "full-time education", "part-time study" are no job's. */
const NOT_THESE_HOURS =
  /full[- ]time (?:equivalents?|education|stud\w{1,5}|students?|salary|pay|rate)|\bfte (?:salary|pay|equivalent|of £|£)|equivalents? temps plein|part[- ]time (?:stud\w{1,5}|students?|education|course|masters?|degree|mba)|(?:full|part)[- ]time (?:and|or|\/|&) (?:full|part)[- ]time (?:roles|positions|staff|workers) (?:across|throughout)|job ?share(?:rs)? (?:considered|welcome|requests?|will be|applications?)|flexible working[^.;\n]{0,60}?(?:part[- ]time|job ?share)/gu;

const WEEKLY =
  /(?<![\p{N}.,£€-])(\d{1,2})(?:h\d{2}|(?:[.,:]\d{1,2})? ?(?:h|hrs?|hours?|heures?))(?![\p{L}\p{N}]) ?(?:\/|per|a|par|each|of work (?:per|a))? ?(?:week|wk|semaine|sem|hebdo\w*)(?!\p{L})/gu;
/** "CDI 35h", "contrat 39h": in French an hour's figure beside the contract is the week's. */
const FRENCH_WEEK =
  /(?<!\p{L})(?:cdi|cdd|contrat|temps (?:plein|partiel|complet)|semaine (?:de )?|base|hebdomadaire ?:?)[ ,:(/-]{1,4}(?:de )?(\d{2})(?:h\d{2}|(?:[.,]\d{1,2})? ?h(?:eures)?)(?!\p{L})/gu;

/** From so many hours a week a job is full time, and below so many it is part of it. */
const FULL_FROM = 35;
const PART_BELOW = 30;

/** The kind of contract that an advert states (SPEC §3); "unknown" where it states none, or more than one. */
export function readContract({ stated, title, description }: ContractSources): ContractReading<Contract> {
  for (const [text, isField] of parts(stated, title, description)) {
    const found = kindsIn(text, CONTRACT_FORMS, NOT_THIS_CONTRACT, isField);
    const narrow = found.find(({ kind }) => kind === 'apprenticeship' || kind === 'internship');
    if (narrow && (isField || found.every(({ kind }) => kind === narrow.kind || kind !== 'internship')))
      return reading(narrow.kind, text, narrow);
    const [first, ...others] = found;
    // A temporary job for a fixed term is the latter; a freelance one may state its months.
    const rest = others.filter(({ kind }) => !GOES_WITH[first?.kind ?? 'unknown']?.includes(kind));
    if (first && rest.length === 0) return reading(first.kind, text, first);
    if (first) return NOTHING;
  }
  return NOTHING;
}

/** Kinds that may be said beside another without contradicting it. */
const GOES_WITH: Partial<Record<Contract | 'unknown', readonly Contract[]>> = {
  freelance: ['fixed_term', 'temporary'],
  fixed_term: ['temporary'],
};

/** The hours that an advert states (SPEC §3); "unknown" where it states none, or both. */
export function readHours({ stated, title, description }: ContractSources): ContractReading<Hours> {
  for (const [text, isField] of parts(stated, title, description)) {
    // In running text too these words say little else.
    const found = [...kindsIn(text, HOURS_FORMS, NOT_THESE_HOURS, true), ...weeklyHours(text, isField)];
    const kinds = new Set(found.map(({ kind }) => kind));
    const [first] = found;
    if (first && kinds.size === 1) return reading(first.kind, text, first);
    if (first) return NOTHING;
  }
  return NOTHING;
}

const NOTHING: ContractReading<never> = { value: 'unknown', words: '' };

interface Found<Kind> {
  kind: Kind;
  from: number;
  to: number;
}

function reading<Value>(value: Value, text: string, { from, to }: Found<Value>): ContractReading<Value> {
  return { value, words: text.slice(from, to).trim() };
}

function parts(stated: string, title: string, description: string): readonly (readonly [string, boolean])[] {
  return [
    [stated.slice(0, LOOKED_AT), true],
    [title.slice(0, LOOKED_AT), true],
    [description.slice(0, LOOKED_AT), false],
  ];
}

/** What a text says, each kind once, in the order of the forms. Folding changes no length, so places are those of the text. */
function kindsIn<Kind>(text: string, forms: readonly Form<Kind>[], nothing: RegExp, isField: boolean): Found<Kind>[] {
  if (text === '') return [];
  const plain = foldInPlace(text).replace(nothing, (words) => ' '.repeat(words.length));
  const found: Found<Kind>[] = [];
  for (const { kind, words, inText = false } of forms) {
    if ((!isField && !inText) || found.some((one) => one.kind === kind)) continue;
    const match = words.exec(plain);
    if (match) found.push({ kind, from: match.index, to: match.index + match[0].length });
  }
  return found;
}

function weeklyHours(text: string, isField: boolean): Found<Hours>[] {
  const plain = foldInPlace(text);
  return [WEEKLY, ...(isField || /\bcd[id]\b/.test(plain) ? [FRENCH_WEEK] : [])].flatMap((pattern) =>
    [...plain.matchAll(pattern)].flatMap((match): Found<Hours>[] => {
      const hours = Number(match[1]);
      const place = { from: match.index, to: match.index + match[0].length };
      if (hours >= FULL_FROM && hours <= 60) return [{ kind: 'full_time', ...place }];
      return hours >= 4 && hours < PART_BELOW ? [{ kind: 'part_time', ...place }] : [];
    }),
  );
}

/** Lower case without accents, unit for unit; other signs of a hyphen, an apostrophe or a space as the plain one. */
function foldInPlace(text: string): string {
  const plain = text.replace(NOT_PLAIN, (unit) => FOLDED.get(unit) ?? foldUnit(unit));
  return plain.toLowerCase();
}

/** All that is not ASCII, and spaces other than the plain one. */
const NOT_PLAIN = /[^\n -~]/g;
const FOLDED = new Map<string, string>();

function foldUnit(unit: string): string {
  const folded = /[‐-―−]/u.test(unit)
    ? '-'
    : /[’‘ʼ`´]/u.test(unit)
      ? "'"
      : /\s/u.test(unit) && unit !== '\n'
        ? ' '
        : fold(unit);
  const one = folded.length === 1 ? folded : (folded[0] ?? ' ');
  FOLDED.set(unit, one);
  return one;
}
