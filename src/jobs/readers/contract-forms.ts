import type { Contract } from '../../../schemas/index.ts';
import { type Form, form, FULL_OR_PART } from './advert-words.ts';

const ROLE =
  '(?:role|position|post|job|contract|contracts|vacancies|opportunity|vacancy|headcount|employee|basis|employment|appointment|hire|placement|assignment|work|poste|offre|emploi)s?';
/** What stands between a kind and the noun: "permanent, full-time NHS role"; never a word that begins another clause. */
const AND_MORE = `(?:[ ,/&-]{1,3}(?:and |et )?${FULL_OR_PART})?[ ,/-]{1,3}(?:(?!who|that|which|to |the|of |in |with|for|at |on |our|your|is |are |and )[a-z0-9-]{2,14} ){0,2}`;
/** "we are looking for a", "recherche des": what follows is hired. */
const SEEKING =
  "(?:looking for|seek(?:ing|s)?|recruit(?:ing|s)?|hiring|needs?|requires?|wants?|recrut\\w{1,6}|(?:re)?cherch\\w{1,6}|appel a|besoin de|besoin d')(?: (?:an?|our|some|of|several|two|three|\\d{1,2}|un|une|des|deux|trois|son|sa|ses))? ?(?:(?!les |nos |vos |the )[a-z-]{2,16} ){0,3}?";
/** "The post is permanent and home-based." */
const IS = `(?:${ROLE}|it|this|cdi|vacancies|roles|positions|posts) (?:is|are|will be|would be|can be) (?:offered |available |being )?(?:as |on )?(?:an? )?(?:[a-z-]{2,14} ){0,2}?`;
export const MONTH =
  '(?:jan(?:uary|vier)?|feb(?:ruary)?|fevrier|mar(?:ch|s)?|apr(?:il)?|avril|may|mai|june?|juin|july?|juillet|aug(?:ust)?|aout|sept?(?:ember|embre)?|oct(?:ober|obre)?|nov(?:ember|embre)?|dec(?:ember|embre)?)';
const FIELD =
  '(?:(?:contract|job|employment|position|vacancy|role|work)(?: type| term| length| duration| status)?|type(?: of (?:contract|employment|job))?|term|duration|tenure|basis|type de contrat|contrat|nature du contrat|statut|duree(?: du contrat)?) ?[:=|–-] ?';
export const MONTHS =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|dix-huit)(?:[ -]{1,3}(?:month|months|mth|mths|mois|year|years|an|ans|week|weeks|semaines?))';

/** The narrower kinds first: an apprenticeship under a CDI is an apprenticeship. */
export const CONTRACT_FORMS: readonly Form<Contract>[] = [
  {
    kind: 'apprenticeship',
    words: form('apprenticeships?', 'apprentice', 'apprentie?s?(?:·e)?', 'alternances?', 'alternante?s?'),
  },
  {
    kind: 'apprenticeship',
    inText: true,
    words: form(
      "(?:contrat|poste|offre|recrut\\w{1,6}|recherch\\w{1,6}|formation|mission) (?:[a-z'()]{1,12} ){0,7}(?:en|d')[ ']?(?:alternance|apprentissage)",
      "contrat (?:pro|de professionnalisation|d'apprentissage)",
      'prepar\\w{1,4} [^.;\\n]{1,30}? en (?:alternance|apprentissage)',
    ),
  },
  {
    kind: 'internship',
    words: form(
      '(?<=(?:^|[,/;|]) ?)stages?(?= ?(?:$|[,/;|(–-]))',
      '^stages?',
      'internships?',
      'interns?',
      'stagiaires?',
      'offre de stage',
      'placement (?:year|student)',
      '(?:summer|industrial|year in industry) placement',
      'year in industry',
    ),
  },
  {
    kind: 'internship',
    inText: true,
    words: form(
      'convention de stage',
      'en stage(?= ou (?:en )?alternance)',
      "stage (?:conventionne|de fin d'etudes|de \\d|d'une duree)",
    ),
  },
  {
    kind: 'freelance',
    words: form(
      'freelances?',
      'independante?s?',
      'self[- ]employed',
      'contractors?',
      'portage(?: salarial)?',
      'liberale?s?',
      'sub-?contract(?= (?:[a-z-]{3,12} ){1,3}(?:wanted|needed|required))',
    ),
  },
  {
    kind: 'freelance',
    inText: true,
    words: form(
      '(?:inside|outside|within)(?: of)? (?:the )?(?:scope of )?ir35',
      '(?:mission|poste|contrat|statut) (?:en |de )?(?:freelance|independante?|portage)',
      'en (?:freelance|portage salarial)',
      '(?:on an?|as|must be|be) (?:an? )?(?:freelance|self[- ]employed)',
      '(?:your own|via|through|umbrella or|paye or) (?:a |your )?(?:own )?(?:limited|ltd)(?: company)?',
      'subbies',
      '(?:join|growing|expanding|of) (?:our|the|an?|its) (?:[a-z-]{3,14} )?(?:network|team|pool|panel|bank) of (?:self[- ]employed|freelance)',
      "statut (?:d')?(?:auto-?entrepreneur|micro-?entrepreneur|independant|freelance)",
      'prestataires? independants?',
      'be your own boss',
      '(?:travailleurs?|consultants?|traducteurs?) independante?s?',
      'ltd company',
      'tjm ?[:=]? ?\\d{2,4}',
      '(?<=(?:ou|or|\\/) (?:en |on a )?)(?:freelance|self[- ]employed)',
      "(?:you are|you're|you will be) (?:an? )?(?:freelancer?|self[- ]employed)",
      'cis,? self[- ]employed',
      '(?:hour|day|rate|paid|ph|hr),? cis',
      '(?:en independante?|(?:statut|exercice) liberal|collaborat\\w{3,5} liberale?s?)',
      'auto-?entrepreneurs?',
    ),
  },
  {
    kind: 'fixed_term',
    words: form(
      'fixed[- ]?term(?:[- ]contract)?',
      'saisonni(?:er|ere)s?',
      'cdd(?:i|u)?',
      'contractuel(?:le)?',
      'parental leave cover',
      'secondments?',
    ),
  },
  {
    kind: 'fixed_term',
    inText: true,
    words: form(
      'contrat determine',
      'ftc',
      '(?:contrat a )?duree determinee',
      '(?<=(?:or|and|&|\\/) )fixed[- ]?term',
      'ftc',
      'contrat (?:de projet|doctoral)',
      'suppleance',
      `(?:remplacement|suppleance)s? (?:de|pour|d'une duree de|pendant) ${MONTHS}`,
      'contrats? saisonniers?',
      'fixed[- ]?term[ -]{1,3}(?:contract|role|position|post|basis|appointment|employment|opportunity|vacancy|for|from|until|to)',
      'cdd',
      `${MONTHS}[ ,-]{1,3}(?:initial )?(?:fixed[ -]term|ftc|contract|secondment)`,
      'maternity (?:leave )?cover',
    ),
  },
  {
    kind: 'fixed_term',
    inText: true,
    isTerm: true,
    words: form(
      `du \\d{1,2}(?:er)? ${MONTH}(?: 20\\d\\d)? au \\d{1,2}(?:er)? ${MONTH}`,
      `funded (?:until|to|through to) (?:the end of )?(?:\\d{1,2} )?${MONTH}`,
      `\\d{1,2}(?:st|nd|rd|th)? ${MONTH}(?: 20\\d\\d)? ?(?:to|-|until) ?\\d{1,2}(?:st|nd|rd|th)? ${MONTH}`,
      `(?:d'|de )${MONTH} a (?:fin )?${MONTH}`,
      `for ${MONTHS}(?= (?:while|because|due to|owing to|until|whilst|to cover|as maternity))`,
      `(?:duration|length|duree(?: du contrat| de la mission)?) ?: ?${MONTHS}`,
    ),
  },
  {
    kind: 'temporary',
    words: form(
      'temporary',
      'temp',
      'seasonal',
      'interim',
      'vacataires?',
      'vacations?',
      'casual',
      'zero[- ]hours?(?: contract)?',
      'extras?(?! (?:bank |paid )?(?:day|days|holidays?|help|support|pay|care|income|money|cash|hours|leave|mile|time|benefits?|perks?|cost|curricular))(?= |$)',
      'bank(?= (?:staff|worker|nurse|hca|porter|healthcare|support|contract|shifts?|role|post)| ?[-,)/]| ?$)',
      'locums?',
      'travail temporaire',
      'relief',
      'supply(?= teacher| ta| staff)',
    ),
  },
  {
    kind: 'temporary',
    inField: true,
    words: form(
      'christmas',
      '(?<=^)bank (?=(?!manager|clerk|teller|cashier|holiday|reconcil|branch|account|officer|advis|analyst|customer|audit|and )[a-z]{4})',
    ),
  },
  {
    kind: 'temporary',
    inText: true,
    words: form(
      "mission (?:d[' ]?|en |de )?(?:interim|interimaire|travail temporaire)",
      "contrat (?:d'|en )?interim(?:aire)?",
      'en interim',
      `${SEEKING}(?:casual|vacataires?|bank (?:staff|workers|nurses))`,
      "(?:recrut\\w{1,6}|(?:re)?cherch\\w{1,6}|besoin|vivier|equipe|pool) (?:de |d'|des |nos )?(?:[a-z-]{2,16} ){0,2}?extras?",
      'temporary cover',
      '(?:a la|en|des) vacations?(?! de \\d)',
      '(?:hours|shifts|work|worked|basis|called|employed)[^.;\\n]{0,25} as and when (?:required|needed)',
      'agency (?:work|role|temps?)',
      'vacations? (?:payees?|remunerees?|a la demande|ponctuelles?)',
    ),
  },
  {
    kind: 'temporary',
    inText: true,
    isTerm: true,
    words: form(
      '(?:through|via|by|with|for|from) (?:our|us as your|the|an?) (?:[a-z-]{3,14} )?agency',
      'at the agency',
      'paid (?:weekly|paye) (?:by|through) us',
      '(?:weekly paye|paye weekly|weekly pay through)',
      'no (?:guaranteed|minimum) (?:hours|minimum|commitment)',
    ),
  },
  {
    kind: 'permanent',
    words: form('perm', 'permanente?'),
  },
  {
    kind: 'permanent',
    inField: true,
    words: form('titulaires?', 'fonctionnaires?'),
  },
  {
    kind: 'permanent',
    inText: true,
    words: form(
      '(?:reserve|ouvert)\\w{0,3}(?: exclusivement| uniquement)? aux (?:agents |fonctionnaires )?(?:titulaires|fonctionnaires)',
      `permanent${AND_MORE}${ROLE}`,
      'cdi',
      '(?:contrat a )?duree indeterminee',
      `${IS}permanent`,
      '(?:emploi|poste)s? permanents?',
      '(?:fonctionnaire|agent|poste|emploi) (?:de )?titulaires?(?! (?:du|de|d))',
      '(?:recrut\\w{1,6}|recherche) [^.;\\n]{0,30}fonctionnaires?',
      'permanent from (?:day one|the (?:start|outset|off))',
      '(?:now|made) permanent',
      '(?:paye|employed)[ ,/-]{1,3}permanent',
      'permanent straight away',
      `${FIELD}(?:open[- ]ended|indefinite)`,
    ),
  },
];
