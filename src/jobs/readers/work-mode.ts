import type { WorkMode } from '../../../schemas/index.ts';
import { fold, squeeze } from '../../lib/text.ts';

/** Longer than any advert that says it at all. */
const MAXIMUM_TEXT = 30_000;

const TELEWORK = String.raw`tele[- ]?travail(?:ler)?`;
const HOME = String.raw`(?:home(?:[- ](?:work(?:ing)?|office|based))?|remote(?:ly)?|wfh|${TELEWORK}|tt|a distance|(?:a la |de la )?maison|a domicile|domicile|distanciel)`;
const OFFICE = String.raw`(?:(?:the |our |your )?(?:[a-z]+ )?office|bureaux?|on[- ]?site|in[- ]?office|sur (?:le )?site|presentiel|in person|hub|office attendance|au siege)`;
const NUMBER = String.raw`(?:\d|one|two|three|four|five|six|un|une|deux|trois|quatre|cinq|1\.5|2\.5)`;

/** Things, not work, that carry a word of work mode; and clauses about interviews, teams and training. */
const FALSE_FRIENDS: readonly RegExp[] = [
  // hybrid vehicles, clouds, places
  /\bhybrid(?:e?s)?\b(?=[^.;]{0,4}(?:\s(?:and|or|et|ou|&|\/)\s(?:electric|ev|electriques?|diesel|petrol)\b))/gu,
  /\bhybrid\s(?:and ev\s)?(?:or electric\s|electric\s|ev\s)?(?:vehicles?|cars?|vans?|cloud|infrastructures?|engines?|bikes?|training|events?|technolog\w+|systems?|powertrains?|environments?|networks?|seeds?|meetings?|apps?|mobile|it|identity|data ?cent\w+)\b/gu,
  /\b(?:vehicules?|voitures?|moteurs?|cloud|infrastructures?|lieux?|architectures?|environnements?|technologies|motorisations?|reseaux?|evenements?|solutions?|systemes?|semences?|profils?|banques?)\s(?:[a-z]+\s)?hybrides?\b/gu,
  /\b(?:poste|role)\shybrid(?:e)?\s(?:allie|melant|combining|alliant|entre\s(?!teletravail))[^.;]*/gu,
  // remote places, tools, customers
  /\bremote(?:ly)?\s(?:and rural\s|or rural\s|desktop\s|access\s)?(?:locations?|areas?|support|sites?|tools?|access|monitor\w*|sensing|control\w*|servers?|desktop|customers?|clients?|communit\w+|islands?|regions?|villages?|diagnos\w+|assistance|teams?|offices?|infrastructure|environments?|managed|management|patient|consultations?|training|learning|interviews?|devices?|systems?|hands|users?|operat\w+ (?:vehicles?|aircraft)|deposition|meetings?|stakeholders?|workers?|employees|staff|depots?)\b/gu,
  /\b(?:remote|on[- ]?site|hybrid)\s(?:or\s(?:remote|on[- ]?site|in[- ]person)\s)?interviews?\b/gu,
  // on-site things
  /\b(?:free\s|secure\s|ample\s)?on[- ]?site\s(?:car\s?park\w*|parking|support|gym|canteen|nursery|restaurants?|cafe|facilit\w+|accommodation|visits?|customers?|clients?|training|meetings?|interviews?|catering|shop|creche|physio\w*|maintenance|installations?|engineers?|teams?|inspections?|activit\w+|events?|surveys?|assessments?|services?|repairs?|showers?|security|pharmacy|contractors?|management)\b/gu,
  /\b(?:[a-z]+\s)?(?:team|staff|colleagues|bank|equipe)\s(?:is\s|are\s|based\s)?(?:on[- ]?site|sur site)\b/gu,
  /\bparking\s(?:is\s)?(?:available\s)?(?:on[- ]?site|sur site)\b/gu,
  /\b(?:deplacements?|visites?|interventions?)\b[^.;]{0,25}\bsur (?:le )?sites?\b(?:\sclients?)?|\bsur sites? clients?\b/gu,
  // at a distance: customers, repairs, teaching
  /\b(?:relations?|clienteles?|clients?|conseils?|conseillers?|conseilleres?|depannages?|support|assistance|reparations?|prospections?|ventes?|formations?|accompagnements?|gestion|maintenance|suivi|enseignement|soins?|prise en main|commande|surveillance|controle|animation|managements?|encadrement|equipes?|intervenir|interventions?|diagnostics?|telesurveillance|achat|service|banque|teleconseil\w*|vendre|conseiller|accompagner|assister|rdv|rendez-vous|consultations?)\s(?:[a-z']+\s){0,3}?(?:a distance|en distanciel|en presentiel|sur site|en ligne)(?:\s(?:et|ou)\s(?:sur le terrain|sur site|en presentiel|en agence|a distance))?/gu,
  /\b(?:cours|formations?|ateliers?|seminaires?|reunions?|trainings?|onboarding|integration|inductions?|examens?|classes|webinars?)\b[^.;,]{0,30}\b(?:distanciel|presentiel|a distance|remote(?:ly)?|online|hybrid[e]?|sur site|on[- ]?site)\b(?:\spossibles?)?/gu,
  /\b(?:entretiens?|interviews?|recrutement|selection|assessments?)\b[^.;]{0,60}\b(?:visio\w*|presentiel|distanciel|a distance|remote(?:ly)?|in person|on[- ]?site|in the office|video)\b/gu,
];

const NEGATED: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:no|non|without|not\s(?:a\s|an\s|for\s)?(?:fully\s)?)[- ]?(?:remote|hybrid|home|wfh|work(?:ing)? from home|flexible location)\b`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:remote(?:ly)?|hybrid|home|wfh|from home|home[- ]based)\b[^.;,]{0,30}\b(?:is|are|isn't|aren't|will|can|cannot|can't)?\s?(?:not|n't|never|cannot)\s?(?:be\s)?(?:currently\s)?(?:available|possible|offered|an option|permitted|allowed|supported|considered|suitable|provided|be possible)`,
    'u',
  ),
  /\b(?:cannot|can't|can not|unable to|not able to|unfortunately not)\b[^.;]{0,40}\b(?:remote(?:ly)?|hybrid|from home|home working|home-working)\b/u,
  /\b(?:not eligible|ineligible|not open|not suitable|do not offer|don't offer|does not offer|doesn't offer|not offering)\b[^.;]{0,30}\b(?:remote|hybrid|home)\b/u,
  /\b(?:this is|it is|role is|position is|post is)\s(?:not|n't)\b[^.;]{0,20}\b(?:remote|hybrid|home)\b/u,
  new RegExp(
    String.raw`\b(?:pas|aucune?|sans|ni|jamais)\s(?:de |d'|en |eligible au |ouvert au |possibilite de |possible en |du )*(?:possibilite de |jour de |accord de )?${TELEWORK}`,
    'u',
  ),
  new RegExp(
    String.raw`\b${TELEWORK}\b[^.;,]{0,25}\b(?:non (?:autorise|possible|eligible|envisage\w*|applicable|propose|prevu|accessible)|pas (?:possible|autorise|prevu|envisage\w*|propose|applicable|de mise|accessible)|impossible|exclu|interdit|:\s?non\b|:\s?aucun)`,
    'u',
  ),
  new RegExp(
    String.raw`\b(?:non|pas|in)[- ]?\s?(?:eligible|ouvert|adapte|propice|compatible)\s(?:au|a la|avec le|avec du|a du)\s${TELEWORK}`,
    'u',
  ),
  new RegExp(String.raw`\b${TELEWORK}\s?:\s?(?:non|no|0)\b`, 'u'),
  /\b(?:non|pas)[- ](?:\w+\s)?tele-?travaillable\b/u,
  /\b(?:remote|hybrid|wfh|home)(?:[- ]work(?:ing)?)?\s?[:=]\s?(?:no|none)\b/u,
  /\bno\s(?:option|possibility|opportunity|scope|provision|ability)\b[^.;]{0,25}\b(?:remote(?:ly)?|home|hybrid|wfh)\b/u,
  /\b(?:ne (?:peut|permet|se prete) pas|n'est pas)\b[^.;]{0,40}\b(?:teletravail|tele-travail|a distance|teletravaillable|realisable a distance)\b/u,
];

/** A negation, or an attendance, that ends. */
const TEMPORARY =
  /\b(?:pendant|durant|au cours|lors|les\s(?:\w+\s)?premiers? (?:mois|semaines?)|periode d'(?:essai|integration)|for the first|during|first (?:\w+\s)?(?:months?|weeks?)|until|initially|initial|while (?:you )?train|jusqu'a la fin|avant|au debut|apres)\b/u;

const DAYS = String.raw`(?<![\d.,])(?:up to |minimum |min\.? |at least |jusqu'a |environ |about |around )?(${NUMBER})(?:\s?(?:-|to|or|a|ou|\/|&|and)\s?(${NUMBER}))?\s?(?:x\s)?(?:full\s)?(?:j\b|jrs?\b|jours?\b|days?\b)(?:'|’)?`;
/** Not over a clause about leave. */
const NEAR = String.raw`(?:(?!\b(?:holidays?|leave|annual|conges?|rtt|notice|training|formation|shifts?|sick|paid)\b)[^.;\n]){0,45}?`;
const DAYS_THEN_PLACE = new RegExp(`${DAYS}${NEAR}\\b(${OFFICE}|${HOME})\\b`, 'gu');
const PLACE_THEN_DAYS = new RegExp(`\\b(${OFFICE}|${HOME}|hybrid[e]?)\\b${NEAR}${DAYS}`, 'gu');
const TIMES_A_WEEK = new RegExp(
  `\\b(?:${OFFICE}|${HOME})\\b[^.;]{0,30}\\b(?:once|twice|one day|a day|une fois|deux fois|three times) (?:a|per|par) (?:week|month|fortnight|semaine|mois)|\\b(?:once|twice|une fois|deux fois) (?:a|per|par) (?:week|month|fortnight|semaine|mois)\\b[^.;]{0,30}\\b(?:${OFFICE}|${HOME})\\b`,
  'u',
);
const IS_OFFICE = new RegExp(`^(?:${OFFICE})$`, 'u');
const COUNTS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
};

const TOTAL: readonly RegExp[] = [
  /\b(?:fully|100 ?%|entirely|completely|totally|permanently|exclusively|purely|full(?:y)?[- ]?time)[- ]?(?:\s)?(?:remote(?:ly)?|home[- ]?based|work(?:ing)? from home|wfh|from home|virtual)\b/u,
  /\bremote(?:ly)?[ -]?(?:first|only|100 ?%|\(100 ?%\))|\b(?:remote|home)\b[^.;,]{0,12}100 ?%|\bwork from anywhere\b|\banywhere in the (?:uk|world|united kingdom)\b/u,
  /\bfull[- ]?remote\b|\bfull (?:tele-?travail|tt)\b|\b(?:remote|teletravail|tele-travail) (?:complet|total|integral|permanent|exclusif)\w*\b|\btotal possible\b/u,
  new RegExp(
    String.raw`\b(?:100 ?%|full|total(?:ement)?|entierement|integralement|exclusivement)\s(?:en |a )?(?:${TELEWORK}|distance|a distance|remote|distanciel)`,
    'u',
  ),
  new RegExp(String.raw`\b${TELEWORK}\b[^.;]{0,14}\b100 ?%`, 'u'),
  new RegExp(String.raw`\b${TELEWORK} (?:a plein temps|a temps plein|a temps complet|complete)`, 'u'),
];

/** "40% remote", "50 % télétravail", "office attendance: 60%": a share that is not the whole. */
const SHARE = new RegExp(
  String.raw`(?<![\d.,])[1-9]\d? ?%\s(?:of (?:the |your )?(?:time|week)\s)?(?:in |from |at |en |de |sur )?(?:${OFFICE}|${HOME})|\b(?:${OFFICE}|${HOME})(?: (?:attendance|working))?\s?[:(]?\s?(?:a |a hauteur de |up to |jusqu'a )?[1-9]\d? ?%`,
  'u',
);

const PARTIAL: readonly RegExp[] = [
  /\bhybrid(?:e|es|ally)?\b/u,
  /\b(?:blended|agile|smart|flexible location|dynamic) working\b/u,
  /\bpart(?:ly|ially|iel\w*)?[- ](?:home|remote|office)\b|\bpart[- ](?:home|remote|office)\b/u,
  /\b(?:mix|combination|blend|split|balance|mixture)\b[^.;]{0,30}\b(?:home|office|remote|on[- ]?site)\b/u,
  /\b(?:home|remote(?:ly)?)\s?(?:and|&|\/|or|\+)\s?(?:from\s|in\s|at\s)?(?:the\s|our\s|your\s)?(?:\w+\s)?(?:office|on[- ]?site)\b|\b(?:office|on[- ]?site)\s?(?:and|&|\/|or|\+)\s?(?:from\s)?(?:home|remote)\b/u,
  /\b(?:remote(?:ly)?|home[- ]based)\b[^.;]{0,30}\b(?:occasional|some|regular|weekly|fortnightly|monthly|quarterly|ad[- ]hoc)\b[^.;]{0,30}\b(?:office|hq|headquarters|site|travel|attendance|visits?|meetings?)\b/u,
  /\b(?:occasional|regular|weekly|fortnightly|monthly|quarterly)\b[^.;]{0,12}\b(?:office|hq|headquarters|site)\b[^.;]{0,30}\b(?:remote(?:ly)?|home)\b/u,
  SHARE,
  /\b(?:occasional|some|partial|flexible|ad[- ]hoc|option(?:al)? (?:of|for|to)|possibility of|opportunity (?:to|for)|ability to|scope (?:to|for)|potential (?:to|for))\s(?:\w+\s)?(?:remote|home[- ]?work\w*|work\w* (?:from home|remotely)|wfh)\b/u,
  /\b(?:remote|home)[- ]?(?:work\w*\s)?(?:is\s)?(?:possible|negotiable|considered|friendly|flexib\w+|available on occasion|occasionally|partiel|ponctuel|occasionnel)\b/u,
  /\b(?:remote(?:ly)?|home)\b[^.;]{0,25}\bafter\b[^.;]{0,25}\b(?:probation|training|induction|months?|weeks?)\b/u,
  /\bpartiel possible\b|\bponctuel autorise\b|\bpartial\b[^.;]{0,10}\bremote\b/u,
  /\b(?:presentiel|site|bureau)\s?(?:et|ou|\/|\+)\s?(?:a\s|en\s)?(?:distanciel|distance|teletravail|domicile)\b/u,
];

const POST_IN_TELEWORK = new RegExp(
  String.raw`\b(?:poste|emploi|mission|travail|cdi|cdd|role)\s(?:\w+\s)?(?:en|en full) ${TELEWORK}(?!\s(?:partiel|possible|ponctuel|occasionnel|hybride|flexible|\w+ jours?))`,
  'u',
);
const TELEWORK_ANY = new RegExp(String.raw`\b${TELEWORK}\b|\btele-?travaillable\b|\bhome[- ]office\b`, 'u');
/** A skill, not an offer. */
const TELEWORK_SKILL = new RegExp(
  String.raw`\b(?:capacite|autonomie|aptitude|habitue|experience)\b[^.;]{0,50}\b${TELEWORK}\b`,
  'gu',
);

/** Travelling work that starts from home is none of the modes. */
const HOME_BASED = /\bhome[- ]?based\b/u;
const TRAVELLING =
  /\b(?:inspect\w*|visit\w*|driv(?:e|er|ing)\b|field[- ]based|travel\w* (?:to|between) (?:customers?|clients?|sites?|homes)|your patch|territory|company (?:car|van)|on the road|mobile engineer|surveyor)\b/u;

const REMOTE: readonly RegExp[] = [
  /\bremote(?:ly)?\b/u,
  /\b(?:work(?:ing)?|based|role|job|position|contract)?\s?(?:from|at) home\b/u,
  /\bhome[- ]?(?:based|work(?:ing|er)?)\b|\bwfh\b|\btele-?commut\w*\b|\btelework\w*\b/u,
  /\b(?:travail(?:ler|lez)?|poste|emploi|mission|job|100 ?%)\s(?:\w+\s)?a distance\b/u,
];

const ON_SITE: readonly RegExp[] = [
  /\bon[- ]?site\b|\bin[- ]?office\b|\boffice[- ]based\b|\bsite[- ]based\b|\bin[- ]person\b/u,
  /\b(?:based|work(?:ing)?|role|located|present|attend\w*)\b[^.;]{0,12}\b(?:in|at|from) (?:the|our) [a-z]*\s?office\b|\bin the office (?:full[- ]time|every day|daily|monday)/u,
  /\b(?:en|100 ?%|poste|travail)\s?(?:en\s)?presentiel\b|\bpresentiel\b|\b(?:100 ?%\s)?sur site\b|\bau bureau\b|\bsur place\b/u,
  /\bno remote\b/u,
];

/**
 * Where the work is done, as phrases of either language say it. Order (SPEC
 * §12): negation, day counts, all remote, partly, on-site words, unknown.
 */
export function readWorkMode(source: string): WorkMode {
  let text = fold(squeeze(source)).slice(0, MAXIMUM_TEXT);
  for (const pattern of FALSE_FRIENDS) text = text.replace(pattern, ' ; ');
  text = text.replace(TELEWORK_SKILL, ' ; ');

  const negated = readNegation(text);
  if (negated) return negated;
  const counted = readDayCounts(text);
  if (counted) return counted;
  if (TOTAL.some((pattern) => pattern.test(text))) return 'remote';
  if (PARTIAL.some((pattern) => pattern.test(text))) return 'hybrid';
  if (POST_IN_TELEWORK.test(text)) return 'remote';
  if (TELEWORK_ANY.test(text)) return 'hybrid';
  const homeBased = HOME_BASED.test(text);
  if (homeBased && TRAVELLING.test(text)) text = text.replace(new RegExp(HOME_BASED, 'gu'), ' ; ');
  const remote = REMOTE.some((pattern) => pattern.test(text));
  const onSite = ON_SITE.some((pattern) => pattern.test(text));
  if (remote) return onSite ? 'hybrid' : 'remote';
  return onSite ? 'on-site' : 'unknown';
}

function readNegation(text: string): WorkMode | undefined {
  for (const pattern of NEGATED) {
    const match = pattern.exec(text);
    if (!match) continue;
    const clause = clauseAround(text, match.index, match[0].length);
    return TEMPORARY.test(clause) ? 'hybrid' : 'on-site';
  }
  return undefined;
}

function clauseAround(text: string, index: number, length: number): string {
  const start = Math.max(text.lastIndexOf('.', index), text.lastIndexOf(';', index)) + 1;
  const ends = ['.', ';'].map((mark) => text.indexOf(mark, index + length)).filter((end) => end >= 0);
  return text.slice(start, Math.min(text.length, ...ends, index + length + 120));
}

/** Fewer than five days at either place is hybrid; five are that place. */
function readDayCounts(text: string): WorkMode | undefined {
  let five: WorkMode | undefined;
  for (const match of text.matchAll(DAYS_THEN_PLACE)) {
    const mode = modeOfCount(match[1], match[2], match[3], text.slice(match.index, match.index + match[0].length + 12));
    if (mode === 'hybrid') return mode;
    five ??= mode;
  }
  for (const match of text.matchAll(PLACE_THEN_DAYS)) {
    const mode = modeOfCount(match[2], match[3], match[1], text.slice(match.index, match.index + match[0].length + 12));
    if (mode === 'hybrid') return mode;
    five ??= mode;
  }
  return TIMES_A_WEEK.test(text) ? 'hybrid' : five;
}

function modeOfCount(
  low: string | undefined,
  high: string | undefined,
  place: string | undefined,
  phrase: string,
): WorkMode | undefined {
  const days = Math.max(
    ...[low, high].filter((word) => word !== undefined).map((word) => COUNTS[word] ?? Number(word)),
  );
  const perMonth = /(?:per|a|par|\/)\s?(?:month|mois)\b/u.test(phrase);
  if (perMonth || days < 5) return days > 0 ? 'hybrid' : undefined;
  if (days > 7) return undefined;
  return IS_OFFICE.test(place ?? '') ? 'on-site' : 'remote';
}
