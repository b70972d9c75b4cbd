import type { Contract } from '../../../schemas/index.ts';
import { type Form, form, FULL_OR_PART, MONTH, MONTHS } from './advert-words.ts';

/**
 * Words for a kind, by their role in a sentence: `job` describes the post ("a freelance role"), `person` names the
 * worker ("we seek freelancers"), and `thing` names the contract ("portage salarial").
 */
interface Vocabulary {
  kind: Contract;
  job: string;
  person: string;
  thing: string;
}

const VOCABULARY: readonly Vocabulary[] = [
  {
    kind: 'apprenticeship',
    job: 'apprenticeship|apprentice|trainee apprentice',
    person: 'apprentices?|apprentie?s?|alternante?s?',
    thing: 'apprenticeship|alternance|apprentissage|contrat (?:pro|de professionnalisation)',
  },
  {
    kind: 'internship',
    job: 'internship|intern',
    person: 'interns?|stagiaires?|placement students?',
    thing:
      'internship|stage(?! (?:manager|management|crew|door|hand|technician|of|\\d))|(?:industrial|summer|student|year-long|sandwich) placement|placement year',
  },
  {
    kind: 'freelance',
    job: 'freelance|self[- ]employed|subcontract|sub-contract',
    person:
      'freelancers?|freelances?|independent contractors?|self[- ]employed [a-z-]{3,14}|owner[- ]drivers?|auto-?entrepreneurs?|sub-?contractors?|[a-z-]{3,16} (?:liberale?s?|independante?s?)|agents? commercia(?:l|ux)(?: independants?)?|mandataires?(?: independants?)?',
    thing: 'freelance|portage salarial|liberal',
  },
  {
    kind: 'fixed_term',
    job: 'fixed[- ]term|ftc|time[- ]limited|secondment|contractuelle?',
    person: 'saisonniers?|contractuelle?s?',
    thing:
      'secondment|cdd|(?:maternity|paternity|parental|adoption)(?: leave)? cover|post-?doctorat|contrat (?:aide|doctoral|saisonnier|de projet)',
  },
  {
    kind: 'temporary',
    job: 'temporary|temp|casual|seasonal|zero[- ]hours?|interim|ad[- ]hoc|sessional|relief|as and when|interimaire',
    person:
      'temps(?! (?:plein|partiel|complet|de|libre|non))|temp|casuals|interim [a-z-]{3,14}|interimaires?|vacataires?|extras|harvest(?:ers| workers)|fruit pickers|festive [a-z]{3,12}|relief (?:staff|workers?|cooks?|drivers?)|bank (?:staff|nurses|doctors|shos|hcas|midwives|workers)|locums?|supply (?:teachers?|staff)',
    thing: 'temp pool|casual pool|interim',
  },
  {
    kind: 'permanent',
    job: 'permanent|perm|substantive|open-ended|indefinite',
    person: 'permanent [a-z-]{3,14}',
    thing: 'cdi',
  },
];

/** "Roles" is missing, because it may mean all posts of the company. */
const JOB =
  '(?:role|position|post|job|contract|vacancy|vacancies|opportunity|opportunities|basis|employment|employee|appointment|hire|placement|assignment|work|shifts|terms|pool)';
const STOP =
  'who|that|which|to|the|of|in|with|for|at|on|our|your|is|are|and|or|will|not|no|de|du|des|les|aux?|et|ou|pour|dans|avec|vos|nos';
const BEFORE = `(?:(?!(?:${STOP}) )[a-z0-9'/-]{1,16} ){0,3}?`;
const BETWEEN = `(?:[ ,/&-]{1,3}(?:and )?(?:${FULL_OR_PART}|\\d{1,2}(?:[.,]\\d{1,2})?[ -]?(?:hours?|hrs?)(?: (?:per|a) week)?))?[ ,/-]{1,3}(?:(?!(?:${STOP}|this|ce) )[a-z0-9-]{2,14},? ){0,2}?`;
const SEEKING =
  "(?:looking for|seek|seeks|seeking|recruiting(?: for)?|hiring|need|needs|require|requires|want|wants|recrut(?:e|ons|ent)|(?:re)?cherch(?:e|ons|ent)|accueill(?:e|ons|ent)|appel a|besoin d[e'])";
const ARTICLE = "(?:an?|our|some|several|two|three|\\d{1,2}|une?|d'une?|des|deux|trois|son|sa|ses|notre|nos) ";
const IS =
  '(?:this|it|all|everybody|everyone|arrangement|role|position|post|job|vacancy|opportunity|contract|(?<!our |other |their )(?:roles|positions|posts|jobs|vacancies))(?: here| on offer| advertised)? (?:is|are|will be|would be) (?:all |both |offered |available |being |initially )?(?:as |on )?(?:an? )?';

function constructed({ kind, job, person, thing }: Vocabulary): Form<Contract> {
  return {
    kind,
    inText: true,
    stem: new RegExp(`(?<![a-z])(?:${[job, person, thing].join('|')})`),
    words: form(
      // "a permanent, full-time NHS role"
      `(?:${job})${BETWEEN}${JOB}`,
      // "we are looking for an apprentice", "recherche un freelance"
      `${SEEKING} (?:${ARTICLE})?${BEFORE}(?:${person}|(?:${job})(?=,? [a-z]))`,
      // "this is a self-employed opportunity", "the post is fixed-term"
      `${IS}${BEFORE}(?:${job}|(?:an? )?(?:${thing}))`,
      // "on a casual basis", "as a temp", "in our casual pool"
      `(?:on|in|as|through) (?:an? |our )${BEFORE}(?:${person}|${thing}|(?:${job}) (?:basis|contract|terms))`,
      // "you will be engaged as an independent contractor"
      `you(?:'ll| will)? (?:be )?(?:engaged|employed|hired|working|work|taken on|join us|start)? ?(?:as |on )(?:an? )?${BEFORE}(?:${person})`,
      // "festive temps wanted", "an interim head of finance is needed"
      `(?:${person})(?: [a-z-]{2,14}){0,3}? (?:is |are )?(?:wanted|required|needed|sought|recherchee?s?)`,
      // "A three-month paid internship in our office"
      `(?<=(?:^|[.;:!?\\n•] ?)(?:an? )?)(?:(?!(?:${STOP}|we|you|they|this|there|if|when|after|during|since|nous|vous|un|une|on|previous|prior|recent) )[a-z0-9'/-]{1,16} ){1,4}(?:${thing})(?= (?:with|in|at|for|from|to|based|lasting|starting|leading|programme|chez|a|de)(?![a-z])|,|[.])`,
      // "we are offering a 15 month apprenticeship"
      `(?:offer|offering|have|opportunity for|arisen for|opportunities for|propos(?:e|ons)|offr(?:e|ons)) ${ARTICLE}${BEFORE}(?:${thing}|${person}|(?:${job})${BETWEEN}${JOB})`,
      // "dans le cadre de votre stage", "vous êtes vacataire", "statut : agent commercial"
      `dans le cadre (?:d'une? |de votre |de ce |de cette |du )(?:${thing})`,
      `(?:vous|tu) (?:etes|serez|es|seras) (?:embauchee? |recrutee? |salariee? |employee? )?(?:en |comme )?(?:${person}|${thing})`,
      `(?:statut|status) ?:? ?(?:d'|de )?(?:${person}|${thing})`,
      `(?:contrat|poste|offre|emploi|mission)(?: propose| a pourvoir)? est (?:(?:propose|offert|a pourvoir|un|une|en|dans le cadre d'un|au statut d') ?){0,3}(?:${thing}|${job}|${person})`,
      `recrutement d'une? ${BEFORE}(?:${person})`,
      // "join our relief team"
      `(?:join|joining) (?:our|the) ${BEFORE}(?:${job}) (?:team|pool|bank|network|staff)`,
      // "this apprenticeship lasts", "the internship runs"
      `(?:this|the|our|cette?|votre) ${BEFORE}(?:${thing}) (?:is|lasts|runs|will|offers|starts|begins|includes|takes|dure|commence|debute)`,
    ),
  };
}

const POST =
  '(?:post|role|position|contract|appointment|job|vacancy|assignment|project|opportunity|poste|contrat|emploi)';
const DATE = `(?:(?:the )?(?:end of |fin )?(?:\\d{1,2}(?:st|nd|rd|th|er)? )?${MONTH}(?: 20\\d\\d)?|\\d{1,2}[/.]\\d{1,2}[/.](?:20)?\\d\\d)`;

/** Durations, end dates and other signs count only if no word names a kind. */
const TERMS: readonly Form<Contract>[] = [
  {
    kind: 'fixed_term',
    inText: true,
    isTerm: true,
    words: form(
      `${MONTHS}(?: [a-z-]{3,12}){0,2}? (?:post|position|appointment|role|contract|contrat|job(?= (?:with|in|at|from|starting)|[.,]))`,
      `(?:a fixed|(?:vacancy|employment)[^.;!?\\n]{0,30} (?:limited |fixed )?)(?: ?term|period) of ${MONTHS}`,
      `${POST} (?:is |est |will be |will |and |externally |fully |grant[- ]|runs |lasts |ends |end |ending |funded |offered |available |a pourvoir |tenable |initially ){0,6}(?:until|till|to|in|on|jusqu'au|jusqu'a|ending(?: in)?) ${DATE}`,
      `${POST} (?:is |est |will |be |run |last |offered |available |funded |initially |expected to (?:run|last) ){0,3}(?:for |pour |of |d'|de )(?:an? )?(?:initial )?(?:period of |duree de |une duree de )?${MONTHS}`,
      `(?:cover|covering|replac\\w{2,4}|remplacement) [^.;!?\\n]{0,40}?(?:leave|conge|secondment|sabbatical|sickness)[^.;!?\\n]{0,25}?(?:for|of|de|pendant) ${MONTHS}`,
      `be covering (?:an? |the |our )?(?:[a-z0-9-]+ ){0,2}?(?:maternity|paternity|parental|adoption)`,
      `(?:to|will|you'll|vous) (?:cover|replace|remplac\\w{2,4}) [^.;!?\\n]{0,40}?(?:leave|conge|secondment|sabbatical)`,
      `pour une duree de ${MONTHS}`,
      // "24 months; 1.0 FTE", "Twelve months to begin with"
      `${MONTHS}(?<=(?:^|[.;\\n•|] ?)${MONTHS})(?:,? (?:initially|to (?:begin|start)(?: with)?|at first|d'abord|pour commencer|with (?:the|a) (?:hope|possib\\w+)[a-z ]*))?(?=[.,;|\\n]|$)(?! (?:experience|minimum))`,
      `(?:employed|engaged|appointed|hired|taken on|recrutee?|embauchee?|nommee?)[^.;,!?\\n]{0,40} (?:for|pour) ${MONTHS}`,
      `(?:term(?: of (?:contract|appointment|employment))?|(?:contract )?end date|contract|duration|duree(?: du contrat)?) ?[:=] ?(?:(?:to|until|ends?|ending|jusqu'au|au) )?${DATE}`,
      'these cifre|cifre',
      `${POST}, ${MONTHS}(?=[,.])`,
      `${POST} (?:is |offered |initially )?for an? (?:full |school |academic )?year`,
      "(?:hir|recruit|need|seek|look|after)[a-z]* [^.;!?\\n]{0,50} for a year(?! of|'s)",
      "until (?:she|he|they)(?:'s| is|'re| are)? (?:back|returns?)|until (?:her|his|their) return|jusqu'(?:au|a son|a leur) retour",
      "pour (?:la|les) (?:saison|recolte|campagne|cueillette|vendanges?|moissons?)(?: (?:d'(?:ete|hiver)|estivale|hivernale))?",
      // "Contrat moisson de deux mois"
      `contrats? (?:(?!essai|formation|experience|preavis|apres|stage|cdi|duree)[a-z0-9'-]{1,12} ){1,8}?(?:: |de |pour |d')${MONTHS}`,
      `(?:post|poste) non permanent`,
      `post-?doctorat de ${MONTHS}`,
    ),
  },
  {
    kind: 'permanent',
    isTerm: true,
    words: form('(?:poste|emploi|contrat) (?:perenne|stable et durable)'),
  },
  {
    kind: 'temporary',
    inText: true,
    isTerm: true,
    words: form(
      '(?:ongoing|long[- ]term|short[- ]term|new) assignments?',
      'bookings? available',
      '(?:on|join|joining|to) (?:our|the) (?:staff |nurse |nursing )?bank(?! holidays?| of)',
      '(?:holiday|sickness|sick) cover',
      `assignment (?:is |will )?(?:expected to )?(?:run|last)s?`,
      'when work comes up',
      'hours are not guaranteed|(?:not|non)[- ]guaranteed hours',
      'offered as (?:and when )?(?:required|needed)',
      `missions? (?:de ${MONTHS}|de (?:quelques|deux|trois|\\d) (?:jours|heures)|longue|courte|renouvelable)`,
      'day[- ]to[- ]day supply',
      'ifm|iccp',
      '(?:paye|umbrella)(?: or |/)(?:paye|umbrella)',
    ),
  },
  {
    kind: 'freelance',
    inText: true,
    isTerm: true,
    words: form(
      'run your own business',
      '(?:your|votre|vos|ton|tes) (?:own )?(?:monthly |weekly )?(?:invoices?|factures?)',
      'commission only',
      'on invoice|(?:invoice|bill) (?:us|monthly|weekly|parents|directly)|(?:vous|tu) nous factur\\w{1,3}',
      'paid (?:through|via|under|on) cis',
      'b2b contract',
      'statut vdi',
      'a (?:votre|ton|son) compte',
      'factur\\w{2,4} vos prestations',
      'exerc\\w{2,5} en liberal',
    ),
  },
];

export const CONSTRUCTED: readonly Form<Contract>[] = [...VOCABULARY.map(constructed), ...TERMS];
