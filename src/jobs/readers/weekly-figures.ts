import type { Hours } from '../../../schemas/index.ts';
import type { Found } from './advert-words.ts';
import { inDigits, type InDigits } from './in-digits.ts';
import { mayReckon, type ReckonedHours, reckonedHours } from './reckoned-hours.ts';
import { scheduledHours } from './schedule.ts';

const WEEK = '(?:week|wk|p\\/?w|semaine|sem|hebdo\\w*)(?![a-z])';
const LEARNT = '(?:formation|induction|training|course|cours|cpd|stage)[^.;!?\\n]{0,20}';
const CLOCK = "(?:(?<![a-z])(?:a|to|at|by|des|vers|until|till|jusqu'a|dernier|premier)|[-–]) ?\\d{1,2}";
const COUNT = '[1-6]|one|two|three|four|five|six|une?|deux|trois|quatre|cinq';
const TURNS =
  'shifts?|days?|nights?|mornings|afternoons|evenings|sessions?|jours|journees?|nuits?|matins|matinees|soirs|soirees|apres-midis?|demi-journees?|vacations?|gardes?|services';
const BOUND = '(?:(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:h|hrs?|hours?)? ?(?:-|to|and|or|a|et|ou) ?)?';
/**
 * Patterns that recognise weekly hours by the words beside the figure. Group 2 is the figure. If there are two figures,
 * group 1 is the first one.
 */
const WEEKLY: readonly RegExp[] = [
  `(?<!(?:${TURNS}) (?:of|de) )${BOUND}(\\d{1,2})(?: ?h ?\\d{2}|(?:[.,:]\\d{1,2})?\\+? ?-?(?:h|hrs?|hours?|heures?))(?![a-z0-9]) ?(?:(?:\\/ ?|per|a|par|each|in an? (?:busy|typical|normal|average|usual)|of work (?:per|a)|de travail (?:par|\\/)) ?)?${WEEK}`,
  // "21 hours (Mon, Tue)", "27 hours in three nights", "28 h : quatre jours"
  `()(\\d{1,2})(?<!${LEARNT}|${CLOCK})(?: ?h ?\\d{2}|(?:[.,]\\d{1,2})? ?(?:hours?|hrs?|h|heures))[ ,:(]{1,3}(?:(?:(?:spread|worked|made up|split|divided|reparties?|effectuees|travaillees|faites) )?(?:over|across|in|on|of|as|sur|en|soit) )?(?:(?:le|les|du|chaque) week-ends?|en fin de semaine|(?:${COUNT})(?: et demie?| and a half| (?:or|to|ou|a) (?:${COUNT}))? (?:(?:full|long|short|whole) )?(?:${TURNS})|(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]{0,4}days?|s)?|(?:lun|mar|mercre|jeu|vendre|same)dis?|dimanches?)(?![a-z]|\\)? ?(?:of|de|d'|en) ?[a-z])`,
  `${BOUND}(\\d{1,2})(?:[.,]\\d{1,2})?[ -]?(?:hours?|hrs?) (?:contracts?|role|position|post|week)(?! of)`,
  '(?:contracted (?:to|for)|contract of|minimum of|at least|week of|work) ()(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:hours|hrs)(?= (?:is |are )?guaranteed| (?:a|per|each) |[.,;\\n]| across| over|$)',
  '(?<=(?:^|[.;\\n•] ?))()(\\d{1,2})(?:[.,]\\d{1,2})? (?:per|a) week(?=[,.])',
  '()(3[5-9]|40)(?:[.,]\\d{1,2})? (?:per|a) week(?=[,.;)\\n]|$)',
  '()(3[5-9]|4[0-79]|50)(?:[.,]\\d{1,2})?\\+? ?(?:hours|hrs)(?! (?:of|notice|ago|a day|a year|per year|per annum))(?![a-z0-9])',
  '(?:(?:post|role|position|job|contract|vacancy) (?:of|for|at)|(?:poste|contrat|emploi|temps de travail)(?: (?:est|sera))? (?:de|a)) ()(\\d{2})(?:[.,]\\d{1,2})? ?(?:hours|hrs|heures|h)(?![a-z0-9]| ?[a-]+ \\d)',
  '()(\\d{1,2})-hours?-a-week',
  // "contracts of 8, 12 and 20 hours"
  '(?:contracts|contrats) (?:of|from|de) (?:\\d{1,2}(?: ?h)?, )*(\\d{1,2})(?: ?h)?,? (?:and|or|to|et|ou|a) (\\d{1,2}) ?(?:hours|hrs|heures|h)(?![a-z0-9])',
  `()(\\d{1,2})(?<!${LEARNT})(?:[.,]\\d{1,2})? ?(?:hours|heures|h) (?:in all|in total|altogether|au total|en tout)(?![a-z])`,
  'hours(?: of work)? ?[:=-] ?()(\\d{1,2})(?:[.,]\\d{1,2})?(?! ?(?:am|pm|[:.]\\d|h?\\d|to|-|until|and|on|x|shifts?|days|nights|jours|nuits|soirs|matins|sessions?|hours? (?:per day|shifts)))',
  '(?:role|post|position|job|contract|one) (?:is|are) (?:for )?()(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:hours|hrs)(?! (?:shifts?|a day|per day|days))',
  '(?:averag\\w{1,3}(?: of)?|employed|guaranteed) ()(\\d{1,2})(?:[.,]\\d{1,2})?(?: ?(?:hours|hrs)| (?:a|per) week)',
  '()(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:hpw|h\\/s(?:em)?|h hebdo\\w*)(?![a-z])',
].map((source) => new RegExp(`(?<![0-9.,£€-])${source}`, 'g'));
/** In French, hours written beside the contract are weekly hours: "CDI 35h", "contrat 39h". */
const FRENCH_WEEK =
  /(?<![a-z])(?:cddi?|cdi|pec|contrats?(?: (?:saisonnier|aide|etudiant)s?)?|temps (?:plein|partiel|complet)|semaines? (?:de )?|(?<=€[^.;!?\n]{0,12})pour|base(?: de)?|duree indeterminee|duree determinee|hebdo(?:madaire)? ?:?)()[ ,:(/-]{1,4}(?:de )?(\d{2})(?:h\d{2}|(?:[.,]\d{1,2})? ?h(?:eures)?)(?![a-z])/g;
/** In French, "35h" means weekly hours even without a word such as "semaine", because it cannot be a time of day. */
const FRENCH_FULL =
  /(?<!remunere\w* (?:sur )?|paye\w* (?:sur )?|formation[^.;!?\n]{0,20}|cours[^.;!?\n]{0,20}|stage[^.;!?\n]{0,20}|duree[^.:;!?\n]{0,10}|\d ?h(?:\d{2})? a |sous |moins de |plus de |dans les |[0-9.,£€-])()(3[5-9])(?:[.,]\d{1,2})? ?h(?:eures)?(?:\d{2})?(?![a-z0-9]|[^.;,!?\n]{0,6}(?:formation|de cours))/g;
/**
 * A clause with only a number of hours, or with a word such as "permanent" or "about" beside the number, means hours a
 * week: "Permanent, about 15 hours.", "20, 25 or 30 hours".
 */
const ALONE =
  /(?<=(?:^|[.;:!?\n•|(,]|(?<!\d(?: ?(?:h|hrs|hours|heures))?)\s-\s) *)(?<!\d[.,])(?:(?:soit|about|around|approx(?:imately)?\.?|circa|c\.|averaging|environ|permanent|temporary|cdi|cdd|contrat|etudiant|poste|base|flexible|minimum),? ){0,2}(?:(\d{1,2})(?:[.,]\d{1,2})? ?(?:hours)? ?(?:-|to|or|ou) ?)?(?!24 ?h(?:ours|rs|eures)?(?! [a-z]))(1[3-9]|[2-5]\d|60|(?<=(?:about|around|contrat|etudiant|cdi|cdd|poste) )(?:1[0-2]|\d))(?:[.,]\d{1,2})? ?(?:h|hrs?|hours?|heures?)(?: (?:paid|in total|over (?:two|three|four|five|six|\d) (?:days|nights|shifts|evenings|mornings)|alternate weekends?|environ|or so|approx|contract(?:ed)?|weekly|rota|(?:le|les) (?:week-end|samedi|dimanche)s?|sur \d jours))?(?= ?(?:[.;,\n!?•|)]|\s-\s(?!\d)|$))/g;
/**
 * Two possible numbers of weekly hours: "35h ou 22h", "contrats de 20h à 39h". They are not times of day, because the
 * second figure is at least 25 or a word such as "ou" joins them.
 */
const EITHER =
  /(?<![0-9.,£€-]|\d ?h?(?:\d{2})? ?(?:-|a) ?)(\d{2})(?:[.,]\d{1,2})? ?(?:h(?:eures|\d{2})?|hours|hrs)? ?(?:ou|or|a|to|(?<=(?:between|entre) \d{2} ?(?:h|heures|hours|hrs)? )(?:et|and)) (?=2[5-9]|[34]\d|(?<=(?:ou|or|and|\d et) )[12]\d(?! ?h ?\d))(\d{2})(?:[.,]\d{1,2})? ?(?:h(?:eures|\d{2})?|hours|hrs)(?![a-z0-9]| ?(?:-|a) ?\d)/g;
const OF_WEEK = /(?<![0-9.,])()(\d{1,2})(?:[.,]\d{1,2})? ?\/ ?35(?:e|emes?|h)?(?![0-9])/g;
const SHARE =
  /(?:quotite|taux d'emploi|cdd(?: d'un an| de \d{1,2} mois)?,|cdi,|temps de travail|poste a|contrat a|activite|emploi a|temps)(?: (?:de travail|d'activite))? ?:? ?(?:de |a )?(\d{2,3}) ?%|(?<!(?:jusqu|commission|deplac|voyage|teletravail|rembours|charge|mutuelle|transport|navigo|distance|salaire|remuner)[^.;!?\n]{0,60})(?<!\d )a (?=[5-9]0 ?%)(\d{2}) ?%(?! (?:de|du|des|en(?! c[d]|[ ]contrat| interim)|bio) )|(?<=(?:^|[.;\n] ?))(100|[5-9]0) ?%(?= (?:minimum|au moins|au plus)|, [a-z])|(?<![\d.,])(\d{2}) ?% (?:d'un temps|possible|d'etp|etp|temps|fte|wte|post|contract|role|position|of full)/g;
/**
 * In a title or a field, hours and percentages count even without a word such as "week": "Aide à domicile 24h",
 * "Secrétaire (80%)".
 */
const IN_TITLE = /(?<![0-9.,£€-])()(\d{2})(?:h\d{2}|(?:[.,]\d{1,2})? ?(?:h|hrs|hours|heures))(?![a-z0-9])/g;
const SHARE_IN_TITLE = /(?<![0-9.,])(\d{2,3}) ?%()|(?<=[(,-] ?)0[.,](\d{1,2})(?= ?(?:[),]|$))/g;

const UNITS = [
  'four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  'quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(' '),
].flatMap((list) => list.map((word, index) => [word, index + 4] as const));
const DOZENS = [
  ['dizaine', 10],
  ['douzaine', 12],
  ['quinzaine', 15],
  ['vingtaine', 20],
] as const;
const TENS = [
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['vingt', 20],
  ['trente', 30],
  ['quarante', 40],
] as const;
const ONES = 'one two three four five six seven eight nine un deux trois quatre cinq six sept huit neuf'.split(' ');
const NUMBERS = new Map<string, number>([
  ...UNITS,
  ...DOZENS,
  ...TENS.flatMap(([ten, value]) => [
    [ten, value] as const,
    ...['-', ' '].flatMap((mark) =>
      ONES.map((one, index) => [`${ten}${mark}${one}`, value + (index % 9) + 1] as const),
    ),
  ]),
]);
const SMALL = new Map(
  ['one two three', 'un deux trois', 'une'].flatMap((list) => list.split(' ').map((word, index) => [word, index + 1])),
);
/** "Twenty hours", "thirty-seven hours", "trente cinq heures", "une quinzaine d'heures" */
const NUMBER_WORD =
  /(?<![a-z-])(?:(?:(?:twenty|thirty|forty|vingt|trente|quarante) )?[a-z]{3,9}(?:-[a-z]{2,6})?(?=[ -](?:hours?|hrs|heures)(?![a-z]))|(?:dizaine|douzaine|quinzaine|vingtaine) d'(?=heures))/g;

/** Replaces number words from four on before "hours" with digits: "twenty hours" becomes "20 hours". */
function withFigures(plain: string): InDigits {
  return inDigits(plain, NUMBER_WORD, (words) => {
    const dozen = words.endsWith(" d'");
    const number = NUMBERS.get(dozen ? words.slice(0, -3) : words);
    return number === undefined ? undefined : `${number}${dozen ? ' ' : ''}`;
  });
}

const ANY_NUMBER = new RegExp(
  `(?<![a-z-])(?:${[...SMALL.keys(), ...NUMBERS.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![a-z-])`,
  'g',
);

/** Replaces number words up to forty-nine with digits: "three shifts" becomes "3 shifts". */
function withCounts(plain: string): InDigits {
  return inDigits(plain, ANY_NUMBER, (word) => `${SMALL.get(word) ?? NUMBERS.get(word)}`);
}

/**
 * A job with at least FULL_FROM hours a week is full time. In France, a job with fewer hours is part time by law. In
 * Britain, the hours between the two limits are full time for some employers and part time for others.
 */
const FULL_FROM = 35;
const PART_BELOW = 30;
const FRENCH =
  /(?<![a-z])(?:heures|semaine|hebdo\w*|mois|jours|contrat|cdi|cdd|vous|nous|une|pour|avec|tu|les|\d+h(?:\/| ?sem| ?hebdo|$))(?![a-z])/;
const LEAST_WEEK = 4;
const LONGEST_WEEK = 65;
/**
 * Maximum length of a shift in hours. In "4 x 10 hours a week", 10 may be the length of a shift. In "2 x 20 hours a
 * week", 20 is too long for a shift, so there are two posts with 20 hours a week.
 */
const LONGEST_SHIFT = 14;

/** A quick check, because many adverts have no hours in figures. */
const WORKED = /\d ?-?h|hours|\d (?:a|per) week|\/ ?35|\d p|annu|\d[ a-z]{0,8} on/;

/**
 * Finds hours in figures: "35h", "twenty hours a week". The kind is "between" for hours that may be full or part time.
 */
export function hoursByFigures(text: string, isField: boolean): Found<Hours | 'between'>[] {
  const { text: plain, inSource } = withFigures(text);
  if (!WORKED.test(plain)) return [];
  const limit = limitIn(plain);
  const all = (pattern: RegExp): RegExpExecArray[] => [...plain.matchAll(pattern)];
  const place = (match: RegExpExecArray) => ({ from: match.index, to: match.index + match[0].length });
  const told = [...WEEKLY, OF_WEEK, FRENCH_WEEK, FRENCH_FULL, EITHER]
    .flatMap(all)
    // In "4 x 10 hours a week", the figure is the length of a shift.
    .filter(({ index, 2: hours }) => Number(hours) > LONGEST_SHIFT || !/\d ?x ?$/.test(plain.slice(index - 4, index)));
  // "10 - 14 hrs" may be times of day, so it counts only if weekly hours are not stated in another way.
  const alone = all(isField ? IN_TITLE : ALONE).filter(
    ([, first]) => first === undefined || first === '' || told.length === 0,
  );
  const weekly = [...told, ...alone];
  return [
    ...(mayReckon(plain) ? reckonedWith(withCounts(plain)) : []).flatMap(({ hours, ...span }) =>
      ofWeek(Math.max(hours, LEAST_WEEK), limit, span),
    ),
    ...weekly.flatMap((match) =>
      [match[1], match[2]].filter(Boolean).flatMap((hours) => ofWeek(Number(hours), limit, place(match))),
    ),
  ].map((found) => ({ ...found, ...inSource(found) }));
}

function reckonedWith({ text, inSource }: InDigits): ReckonedHours[] {
  return reckonedHours(text).map((found) => ({ ...found, ...inSource(found) }));
}

/**
 * Rounds, because the decimals of "151.67 hours a month" are not read: 151 hours a month are 34.8 a week, but 35 are
 * meant.
 */
function ofWeek(hours: number, limit: number, place: { from: number; to: number }): Found<Hours | 'between'>[] {
  if (hours < LEAST_WEEK || hours > LONGEST_WEEK) return [];
  if (Math.round(hours) >= FULL_FROM) return [{ kind: 'full_time', ...place }];
  if (hours >= limit) return [{ kind: 'between', ...place }];
  return [{ kind: 'part_time', isTerm: hours >= PART_BELOW, ...place }];
}

const SHARE_SIGN = /\d ?%|0[.,]\d/;

/** Finds shares of full time, such as "80 %". */
export function hoursByShare(text: string, isField: boolean): Found<Hours>[] {
  if (!SHARE_SIGN.test(text)) return [];
  return [SHARE, ...(isField ? [SHARE_IN_TITLE] : [])]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap((match) =>
      ofShare(Number(match[1] || match[2] || match[3]?.padEnd(2, '0') || match[4]), {
        from: match.index,
        to: match.index + match[0].length,
      }),
    );
}

function ofShare(percent: number, place: { from: number; to: number }): Found<Hours>[] {
  if (percent === 100) return [{ kind: 'full_time', ...place }];
  return percent >= 20 && percent <= 90 ? [{ kind: 'part_time', ...place }] : [];
}

const TIMES = /\d ?-?(?:am|pm|h|-|to|until|till|starts?)|hour|heure/;

export function hoursBySchedule(plain: string): Found<Hours>[] {
  if (!TIMES.test(plain)) return [];
  const limit = limitIn(plain);
  const { text, inSource } = withCounts(plain);
  return scheduledHours(text).flatMap(({ hours, atMost, from, to }) => {
    const place = inSource({ from, to });
    const [fewest] = ofWeek(hours, limit, place);
    const [most] = ofWeek(atMost, limit, place);
    const kind = fewest?.kind;
    return kind && kind !== 'between' && kind === most?.kind ? [{ kind, ...place }] : [];
  });
}

function limitIn(plain: string): number {
  return FRENCH.test(plain) ? FULL_FROM : PART_BELOW;
}
