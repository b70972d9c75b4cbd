import type { Hours } from '../../../schemas/index.ts';
import {
  type ContractReading,
  type ContractSources,
  foldInPlace,
  type Form,
  form,
  type Found,
  kindsIn,
  NOTHING,
  partsOf,
  reading,
} from './advert-words.ts';
import { scheduledHours } from './schedule.ts';

const COUNT = '(?:[1-6]|one|two|three|four|five|six|une?|deux|trois|quatre|cinq|six)';

/** "Three days a week in the office" says where, not how long. */
const NOT_WHERE =
  '(?<!(?:office|site|home|remot|hybrid|teletravail|bureau|presentiel)[^.;\\n]{0,80})(?![^.;\\n]{0,80}(?:office|site|home|remot|hybrid|campus|teletravail|bureau|presentiel|distance))';

const HOURS_FORMS: readonly Form<Hours>[] = [
  {
    kind: 'part_time',
    words: form(
      'part[- _]?time',
      'temps? ?:? ?partiel',
      'p[/]t',
      'temps non complet',
      '(?<=temps (?:plein|complet) (?:ou|et|\\/) (?:a temps )?)partiel',
      'mi[- ]temps',
      'job[- ]?share',
      '(?:0?[.,][1-9]\\d?)(?: ?(?:to|-|a) ?1(?:[.,]0{1,2})?)? ?(?:fte|etp|wte)',
      '(?:fte|etp|wte) ?[:=(]? ?0[.,][1-9]\\d?',
      '[1-4](?: jours?)? (?:jours )?sur (?:5|cinq)(?: jours)?',
      '(?:[1-4]|one|two|three|four) days?(?: (?:a|per) week)?(?= \\(part)',
      `${COUNT} (?:mornings|afternoons|evenings|matinees|apres-midis?|matins|soirs|demi-journees|half[- ]days)(?: (?:a|per|each|par) (?:week|semaine|mois|month))`,
      '0?[.,][1-9]\\d?(?= or full)',
      '(?:mornings|afternoons|evenings|weekends?|(?:satur|sun|mon|tues|wednes|thurs|fri)days?) only',
    ),
  },
  {
    kind: 'full_time',
    words: form(
      'full[- _]?time',
      'full(?= (?:and|or|\\/|&) part[- ]time)',
      '(?<=temps partiel (?:ou|et|\\/) (?:a temps )?)(?:plein|complet)',
      'temps? ?:? ?(?:plein|complet)',
      'plein[- ]temps',
      'forfait[- ]jours?',
      '1(?:[.,]0{1,2})? ?(?:fte|etp|wte)',
      '(?:fte|etp|wte) ?[:=] ?1(?:[.,]0{1,2})?(?![.,\\d])',
      '1[0-2] ?pas?(?= per week)',
      '(?:4|four) on[ ,/&-]{0,3}(?:4|four) off',
      '(?:9|nine)[- ]day fortnight',
      'f[/]t',
      'full(?= ?[/] ?part)',
      'forfait (?:de )?\\d{3} jours',
    ),
  },
  {
    kind: 'part_time',
    isTerm: true,
    words: form(`(?:[2-4]|two|three|four|deux|trois|quatre) (?:days|jours) (?:a|per|par) (?:week|semaine)${NOT_WHERE}`),
  },
];

/** "full time equivalent" is a measure; "full-time education", "part-time study" and the hours of others are no job's. */
const NOT_THESE_HOURS = new RegExp(
  [
    'full[- ]time (?:equivalents?|education|training|induction|course|stud\\w{1,5}|students?|salary|pay|rate|schools?|nursery|childcare|team|staff|colleagues|employees|members)',
    '\\bfte (?:salary|pay|equivalent|of £|£)',
    'equivalents? temps plein',
    '(?:full|part)[- ]time(?: and (?:full|part)[- ]time)? (?:undergraduates?|postgraduates?|learners?|pupils?|students?|mba)',
    'part[- ]time (?:stud\\w{1,5}|students?|education|course|masters?|degree|mba|staff|team|colleagues|employees|workers)',
    '(?:full|part)[- ]time (?:and|or|\\/|&) (?:full|part)[- ]time (?:roles|positions|staff|workers) (?:across|throughout)',
    'job ?share(?:rs)? (?:considered|welcome|requests?|will be|applications?)',
    'flexible working[^.;\\n]{0,60}?(?:part[- ]time|job ?share)',
    '(?:internes|analystes|techniciens|eleves|etudiants|enfants|patients|residents|salaries|collaborateurs|benevoles)[^.;\\n]{0,30}? (?:a|en) (?:temps (?:plein|partiel|complet)|plein temps)(?: (?:et|ou) a temps (?:plein|partiel))?',
    '(?:care|cares|caring|enrolled|stud\\w{1,5}|degree)(?: for [a-z]{1,10})? (?:full|part)[- ]time',
    '(?:possible|potential|leading to|lead to)[^.;\\n]{0,30}? full[- ]time',
    "(?:possib\\\\w{2,6}|evol\\\\w{2,8}|pouvant|option|passage|perspective)[^.;\\\\n]{0,30}? temps? (?:plein|complet)",
    'part[- ]time[^.;\\n]{0,30}?(?:cannot|not (?:available|possible|considered))',
    '(?:dont|plupart|certains|certaines|les contrats|des contrats)[^.,;\\n]{0,20}? a temps (?:plein|partiel|complet|non complet)',
    '(?:supervis|manag|lead|train|mentor|support|encadr)\\w{0,6}[^.;\\n]{0,30}?(?:full|part)[- ]time [a-z]{3,14}s',
    '(?:open|opening|opens|response|respond|reply|within|under|in the next|moins de|sous) (?:[a-z]{1,8} ){0,3}?\\d{1,3} ?(?:hours|hrs|h|heures)(?: (?:per|a) (?:week|day))?',
    'training [^.;\\n]{0,25}?days? (?:a|per) week',
    '(?:team|staff|equipe) of [^.;\\n]{0,30}?(?:full|part)[- ]time(?: (?:and|&)[^.;\\n]{0,20}?(?:full|part)[- ]time)?',
    '(?:our|their) (?:full|part)[- ]time (?!role|position|post|job|vacanc|team|opportunit)',
    'consider[^.;\\n]{0,20}part[- ]time',
    'up to \\d{1,2}(?:[.,]\\d{1,2})? ?(?:hours|hrs)',
    '(?:encadr|manag|anim|pilot)\\w{1,4} [^.;\\n]{0,40}?temps (?:plein|partiel|complet)',
  ].join('|'),
  'g',
);

const WEEK = '(?:week|wk|p\\/?w|semaine|sem|hebdo\\w*)(?![a-z])';
const BOUND = '(?:(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:h|hrs?|hours?)? ?(?:-|to|and|or|a|et|ou) ?)?';
/** Hours of a week by the words beside them; the first of two figures is in the first group. */
const WEEKLY: readonly RegExp[] = [
  `(?<!(?:shifts|days|nights|jours) (?:of|de) )${BOUND}(\\d{1,2})(?:h\\d{2}|(?:[.,:]\\d{1,2})? ?-?(?:h|hrs?|hours?|heures?))(?![a-z0-9]) ?(?:(?:\\/|per|a|par|each|of work (?:per|a)|de travail (?:par|\\/)) ?)?${WEEK}`,
  '()(\\d{1,2})(?:[.,]\\d{1,2})? ?hours?,? (?:over|across|spread (?:over|across)|worked over) (?:\\w{1,6}) (?:days|mornings|afternoons|evenings)',
  '()(\\d{1,2})(?:[.,]\\d{1,2})?[ -]?hour (?:contract|role|position|post)',
  '()(3[5-9]|4[0-79]|50)(?:[.,]\\d{1,2})? ?(?:hours|hrs)(?! (?:of|notice|ago|a day))(?![a-z0-9])',
  '()(\\d{1,2})(?:[.,]\\d{1,2})? ?pw(?![a-z])',
  '()(\\d{1,2})-hours?-a-week',
  'hours ?: ?()(\\d{1,2})(?:[.,]\\d{1,2})?(?! ?(?:am|pm|[:.h]|to|-|until|and|hours? per day)|\\d)',
  '(?:averag\\w{1,3}(?: of)?|employed|guaranteed) ()(\\d{1,2})(?:[.,]\\d{1,2})?(?: ?(?:hours|hrs)| (?:a|per) week)',
  '(?<=\\()()(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:hours|hrs)(?=\\))',
  '()(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:hours|hrs) (?:average|on average)',
  '()(\\d{1,2})(?:[.,]\\d{1,2})? ?(?:hpw|h\\/s(?:em)?|h hebdo\\w*)(?![a-z])',
  '(?:contracted|contractual|weekly|working) hours ?(?:are|of|:|-)? ?()(\\d{1,2})(?:[.,]\\d{1,2})?(?! ?(?:am|pm|[:.]\\d|to |-|until))(?!\\d)',
].map((source) => new RegExp(`(?<![0-9.,£€-])${source}`, 'g'));
/** "CDI 35h", "contrat 39h": in French an hour's figure beside the contract is the week's. */
const FRENCH_WEEK =
  /(?<![a-z])(?:cdi|cdd|contrats?|temps (?:plein|partiel|complet)|semaine (?:de )?|base(?: de)?|duree indeterminee|duree determinee|hebdo(?:madaire)? ?:?)()[ ,:(/-]{1,4}(?:de )?(\d{2})(?:h\d{2}|(?:[.,]\d{1,2})? ?h(?:eures)?)(?![a-z])/g;
/** No clock shows "35h", so that in French it is a week's; where nothing else lasts that long. */
const FRENCH_FULL =
  /(?<!remunere\w* (?:sur )?|paye\w* (?:sur )?|formation[^.;\n]{0,20}|cours[^.;\n]{0,20}|stage[^.;\n]{0,20}|duree[^.:;\n]{0,10}|\d ?h(?:\d{2})? a |sous |moins de |plus de |dans les |[0-9.,£€-])()(3[5-9]) ?h(?:eures)?(?:\d{2})?(?![a-z0-9]|[^.;\n]{0,6}(?:formation|de cours))/g;
/** "5 shifts of 8 hours": neither figure is the week's. */
const SHIFTS =
  /(?<![0-9.,])([2-6]) (?:shifts|days|nights|jours|nuits|vacations) (?:of|de) (\d{1,2}) ?(?:h|hrs|hours|heures)(?![a-z])/g;
/** Of the 35 hours of a French week. */
const OF_WEEK = /(?<![0-9.,])()(\d{1,2})(?:[.,]\d{1,2})? ?\/ ?35(?:e|emes?|h)?(?![0-9])/g;
const MONTHLY = /(?<![0-9.,])(\d{2,3})(?:[.,]\d{1,2})? ?h(?:eures)? ?(?:mensuel\w*|par mois|\/ ?mois)/g;
const SHARE =
  /(?:quotite|cdd(?: d'un an| de \d{1,2} mois)?,|cdi,|temps de travail|poste a|contrat a|activite|emploi a|temps)(?: (?:de travail|d'activite))? ?:? ?(?:de |a )?(\d{2,3}) ?%|(?<!(?:jusqu|commission|deplac|voyage|teletravail|rembours|charge|mutuelle|transport|navigo|distance|salaire|remuner)[^.;\n]{0,60})(?<!\d )a (?=[5-9]0 ?%)(\d{2}) ?%(?! (?:de|du|des|en(?! c[d]|[ ]contrat| interim)|bio) )|(?<![\d.,])(\d{2}) ?% (?:d'un temps|possible|d'etp|etp|temps)/g;
/** "Aide à domicile 24h", "Secrétaire (80%)": in a title a figure alone says it. */
const IN_TITLE = /(?<![0-9.,£€-])()(\d{2})(?:h\d{2}|(?:[.,]\d{1,2})? ?(?:h|hrs|hours|heures))(?![a-z0-9])/g;
const SHARE_IN_TITLE = /(?<![0-9.,])(\d{2,3}) ?%()/g;

/** From so many hours a week a job is full time, and below so many it is part of it. */
const FULL_FROM = 35;
const PART_BELOW = 32;
const LEAST_WEEK = 4;
const LONGEST_WEEK = 60;
const FULL_MONTH = 150;
const PART_OF_MONTH = 140;

/** The hours that an advert states (SPEC §3); "unknown" where it states none, or both. */
export function readHours(sources: ContractSources): ContractReading<Hours> {
  for (const [text, isField] of partsOf(sources)) {
    // In running text too these words say little else.
    const words = kindsIn(text, HOURS_FORMS, NOT_THESE_HOURS, true);
    const named = [...words.filter(({ isTerm }) => !isTerm), ...figures(text, isField)];
    const stated = named.length > 0 ? named : words;
    const found = stated.length > 0 ? stated : scheduled(text);
    const [first] = found;
    if (first && new Set(found.map(({ kind }) => kind)).size === 1) return reading(first.kind, text, first);
    if (first) return NOTHING;
  }
  return NOTHING;
}

/** Whether anything in it may be said of the hours, were it denied or another's. */
export function mentionsHours({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return /\d ?(?:h|hours|hrs|heures|%)\b/.test(plain) || HOURS_FORMS.some(({ words }) => words.test(plain));
}

function figures(text: string, isField: boolean): Found<Hours>[] {
  const plain = foldInPlace(text).replace(NOT_THESE_HOURS, (words) => ' '.repeat(words.length));
  const all = (pattern: RegExp): RegExpExecArray[] => [...plain.matchAll(pattern)];
  const place = (match: RegExpExecArray) => ({ from: match.index, to: match.index + match[0].length });
  const weekly = [...WEEKLY, OF_WEEK, FRENCH_WEEK, FRENCH_FULL, ...(isField ? [IN_TITLE] : [])].flatMap(all);
  const shares = [SHARE, ...(isField ? [SHARE_IN_TITLE] : [])].flatMap(all);
  return [
    ...all(SHIFTS).flatMap((match) => ofWeek(Number(match[1]) * Number(match[2]), place(match))),
    ...weekly.flatMap((match) =>
      [match[1], match[2]].filter(Boolean).flatMap((hours) => ofWeek(Number(hours), place(match))),
    ),
    ...all(MONTHLY).flatMap((match) => ofMonth(Number(match[1]), place(match))),
    ...shares.flatMap((match) => ofShare(Number(match[1] || match[2] || match[3]), place(match))),
  ];
}

function ofWeek(hours: number, place: { from: number; to: number }): Found<Hours>[] {
  if (hours < LEAST_WEEK || hours > LONGEST_WEEK) return [];
  if (hours >= FULL_FROM) return [{ kind: 'full_time', ...place }];
  return hours < PART_BELOW ? [{ kind: 'part_time', ...place }] : [];
}

function ofMonth(hours: number, place: { from: number; to: number }): Found<Hours>[] {
  if (hours >= FULL_MONTH) return [{ kind: 'full_time', ...place }];
  return hours < PART_OF_MONTH ? [{ kind: 'part_time', ...place }] : [];
}

function ofShare(percent: number, place: { from: number; to: number }): Found<Hours>[] {
  if (percent === 100) return [{ kind: 'full_time', ...place }];
  return percent >= 20 && percent <= 90 ? [{ kind: 'part_time', ...place }] : [];
}

/** By the days and the times of a timetable. */
function scheduled(text: string): Found<Hours>[] {
  return scheduledHours(foldInPlace(text)).flatMap(({ hours, ...place }) => ofWeek(Math.round(hours), place));
}
