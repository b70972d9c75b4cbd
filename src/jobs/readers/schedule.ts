/** A timetable of `hours` to `atMost` hours a week, with its position in the text. */
export interface ScheduledHours {
  hours: number;
  atMost: number;
  from: number;
  to: number;
}

const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const FRENCH_DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];
const DAY = `(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|${FRENCH_DAYS.map((day) => `${day}s?`).join('|')}`;
const DAYS = new RegExp(
  `(?<![a-z])(?:(${DAY}) ?(?:to|-|through|until|au|a) ?(${DAY})|(${DAY})|(?:each |every )?weekdays?|daily|every day|chaque jour|tous les jours|en semaine)(?![a-z])`,
  'g',
);
const UNTIL = '(?:to|-|until|till?|through to)';
/**
 * "9am to 5.30pm", "9-5", "07:30-16:15", "7.30 start, finish at 4". A range without am and pm counts only if both times
 * have minutes and are more than SHORTEST_SHIFT hours apart, if the range goes from the morning to the afternoon, or if
 * the sentence has a word such as "evenings".
 */
const ENGLISH_TIMES = new RegExp(
  `(?<![0-9.,£:-]|h ?)(\\d{1,2})(?:[.:](\\d{2}))? ?(am|pm)? ?(?:${UNTIL}|starts?[^;.\\n]{0,60}? (?:finish(?:ing)?(?: at| by)?|(?:home|back|done) by|${UNTIL})) ?(\\d{1,2})(?:[.:](\\d{2}))? ?(am|pm)?(?![0-9a-z%:]|[.,]\\d)`,
  'g',
);
/** "de 9h à 17h", "prise de poste 4h, fin vers 11h" */
const FRENCH_TIMES =
  /(?<![0-9.,])(\d{1,2}) ?h(?: ?(\d{2})(?! ?h|\d))? ?(?:-|a|\/|jusqu'a|,? ?(?:et |pour une? )?(?:fin|debauche|depart|sortie)(?: de (?:poste|service|journee))?(?: a| vers)? ?:?) ?(\d{1,2}) ?h(?: ?(\d{2})(?! ?h|\d))?(?![0-9])/g;
/** "0900-1730" */
const FOUR_DIGITS = /(?<![0-9.,£€])([01]\d|2[0-3])([0-5]\d) ?(?:-|to|until|till) ?([01]\d|2[0-3])([0-5]\d)(?![0-9])/g;
const COUNTS = ['two', 'three', 'four', 'five', 'six'];
const DAY_COUNT = new RegExp(
  `(?<![a-z0-9.,-])([2-6]|${COUNTS.join('|')})[ -](?:x )?(?:\\d{1,2}[ -]?(?:hours?|hrs?|h) )?(?:(?:days?|nights?|shifts?)(?![a-z])(?! (?:in the office|from home|on site|off|holiday))|(?:jours|nuits|soirs)(?![a-z]))`,
);
const HOURS_EACH =
  /(?<![0-9.,£-])(\d{1,2})(?:[.,]5)?[ -]?(?:hours?|hrs?|heures|h)(?: (?:each|a|per|every) (?:weekday|day|evening|morning|night)| each| shifts?| days?| par jour)(?![a-z])|(?<=(?:postes?|equipes?|journees?|shifts?) (?:de|of) *)(\d{1,2}) ?(?:h|heures|hours)(?![a-z0-9])/g;
/** Times that add up to more than this are several shifts, of which each person works one. */
const LONGEST_DAY = 13;
/**
 * The working days of a week, even if an advert names six or seven days, because each person probably works on five of
 * them.
 */
const WORKING_DAYS = 5;
const FULL_WEEK = 35;
const SHORT_WEEK = 28;

/** If a sentence is longer, only its end is read, because such a text is a list without full stops. */
const LONGEST_SENTENCE = 400;

/** Words in sentences about other times: when to call, opening hours, interviews. */
const NOT_OF_THE_JOB =
  /(?<![a-z])(?:forum|salon|job ?dating|recruitment (?:day|event)|portes ouvertes|open|opens|opening|call|tel|phone|ring|contact|e-?mail|reply|respond|interviews?|assessment|lines|helpline|meetings?|amplitudes?|entre|between|creneaux?|plages?|permanences?|standard|hotline|fonctionne|reunions?|fermee?s?|appelez|appeler|joindre|joignable|contactez|(?<!par )telephone|ouverte?s?|ouverture|entretiens?|accueil du public)(?![a-z])/;

/** Words for core hours, which are only a part of the hours unless they fill the day. */
const CORE = /(?<![a-z])(?:core|plages? fixes?)(?![a-z])/;

/** Words about a break: "9am to 5pm with an hour for lunch". Any times in them are not working times. */
const BREAK =
  /(?:[,(-]|(?<![a-z])(?:avec|with|including|dont|less|plus|moins|and|et)(?![a-z]))(?:(?!\d ?(?:[ap]m|h\d{0,2}) ?(?:to|-|a)|(?:avec|with|dont|less)(?![a-z]))[^,;.\n()]){0,30}(?<![a-z])(?:breaks?|pauses?|lunch|dejeuner|unpaid)(?![a-z])[^,;.\n()]*/g;
const HAS_BREAK = /breaks?|pauses?|lunch|dejeuner|unpaid/;
/** The length of a break in hours, by the words for it. A break without a stated length counts as half an hour. */
const BREAK_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/(?<!un)paid|paye/, 0],
  [/half|demi/, 0.5],
  [/(?<![a-z])(?:an|one|1|une) ?-?(?:hours?|heure|h)(?![a-z])/, 1],
  [/(?:2|two|deux) ?(?:hours?|heures|h)(?![a-z])/, 2],
];
const USUAL_BREAK = 0.5;

function lengthOfBreak(words: string): number {
  const [, minutes] = /(?<!\d)(\d\d) ?-?(?:min|mn)/.exec(words) ?? [];
  if (minutes) return Number(minutes) / 60;
  return BREAK_LENGTHS.find(([length]) => length.test(words))?.[1] ?? USUAL_BREAK;
}

/** A timetable over several lines is one sentence: "- Monday to Thursday: 8-5", "- Friday: 8-12". */
const BEGINS_WITH_DAY = `[ *•-]*(?:du |on |from |le |les )?(?:${DAY})(?![a-z])`;
const NEXT_LINE = new RegExp(
  `\\n(?=${BEGINS_WITH_DAY}[^\\n]{0,30}\\d)(?<=(?:^|\\n)${BEGINS_WITH_DAY}[^\\n]{0,60}\\n)`,
  'g',
);

const NOON_TIMES: Readonly<Record<string, string>> = {
  midnight: '12am',
  midday: '12pm',
  noon: '12pm',
  midi: '12h',
  minuit: '24h',
};
const NOON = new RegExp(`(?<![a-z]|apres-|d[eu] )(?:${Object.keys(NOON_TIMES).join('|')})(?![a-z])`, 'g');

/** A place that closes on two days is staffed on five: "fermé dimanche et lundi". */
const TWO_DAYS_OFF = new RegExp(
  `(?<![a-z])(?:ferme(?:ture|s)?|repos|conges?|closed|off)(?: hebdo\\w*)?:? (?:les? |on )?(?:${DAY}) (?:et|and) (?:les? )?(?:${DAY})(?![a-z])`,
  'g',
);

export function scheduledHours(text: string): ScheduledHours[] {
  const plain = text
    .replace(NOON, (word) => (NOON_TIMES[word] as string).padEnd(word.length))
    .replace(NEXT_LINE, ',')
    .replace(TWO_DAYS_OFF, (words) => 'weekdays'.padEnd(words.length));
  return [...plain.matchAll(/[^;\n!?]+?(?:\.(?=\s|$)|[;\n!?]|$)/g)].flatMap((sentence) => {
    const whole = sentence[0].slice(-LONGEST_SENTENCE);
    if (!/\d/.test(whole) || NOT_OF_THE_JOB.test(whole)) return [];
    let rest = 0;
    const worked = !HAS_BREAK.test(whole)
      ? whole
      : whole.replace(BREAK, (words) => {
          rest += lengthOfBreak(words);
          return ' '.repeat(words.length);
        });
    const times = timesIn(worked);
    const [first] = times;
    if (!first) return [];
    const begins = sentence.index + sentence[0].length - whole.length;
    const week = weekOf(daysIn(worked), times, countIn(worked)) ?? ofOneDay(worked, times);
    const atRest = rest * WORKING_DAYS;
    return week && !(CORE.test(whole) && week.hours < LEAST_DAY * WORKING_DAYS)
      ? [
          {
            hours: Math.max(FEW, week.hours - atRest),
            atMost: Math.max(FEW, week.atMost - atRest),
            from: begins + first.from,
            to: begins + first.to,
          },
        ]
      : [];
  });
}

interface Group {
  days: Set<number>;
  at: number;
  times: number[];
}

interface Times {
  hours: number;
  from: number;
  to: number;
}

/**
 * Returns the weekly hours of days with times: "Monday to Thursday 8-5, Friday 8-12". `count` is a number of days that
 * is stated without their names, or 0. Returns undefined if the days and times do not describe a week.
 */
function weekOf(
  groups: Group[],
  times: readonly Times[],
  count: number,
): { hours: number; atMost: number } | undefined {
  if (count > 0 || groups.length === 0) {
    const week = count * dayOf(times.map(({ hours }) => hours));
    return count > 0 ? { hours: week, atMost: week } : undefined;
  }
  for (const { hours, from } of times) {
    const before = groups.filter(({ at }) => at < from).at(-1);
    (before ?? (groups[0] as Group)).times.push(hours);
  }
  const all = new Set(groups.flatMap(({ days }) => [...days]));
  // Times on a single day are an exception, or those of one of several days from which to choose.
  if (all.size < 2) return undefined;
  const told = groups.filter((group) => group.times.length > 0);
  const daily = dayOf((told[0] as Group).times);
  const week =
    told.length === 1 ? all.size * daily : told.reduce((sum, { days, times: own }) => sum + days.size * dayOf(own), 0);
  // A week of fewer than five days and 35 hours counts as short, even if the days are long.
  if (all.size < WORKING_DAYS && week < FULL_WEEK)
    return { hours: Math.min(week, SHORT_WEEK), atMost: Math.min(week, SHORT_WEEK) };
  return { hours: told.length === 1 ? Math.min(all.size, WORKING_DAYS) * daily : week, atMost: week };
}

/**
 * Returns the weekly hours if the times are not those of several named days. "Hours: 9 to 5" means five days, "Every
 * Friday, 9-5" means one day, and a short day ("10am to 2pm in term time") means five or six. Returns undefined for
 * other times, because the number of days is unknown.
 */
function ofOneDay(sentence: string, times: readonly Times[]): { hours: number; atMost: number } | undefined {
  const daily = dayOf(times.map(({ hours }) => hours));
  if (WHOLE_DAY.test(sentence) && !IN_TURNS.test(sentence) && daily >= LEAST_DAY && daily <= LONG_DAY)
    return { hours: daily * WORKING_DAYS, atMost: daily * WORKING_DAYS };
  if (NOT_EACH_WEEK.test(sentence)) return undefined;
  const days = daysIn(sentence);
  if (days.length > 0)
    return EACH_WEEK.test(sentence) ? { hours: Math.max(daily, FEW), atMost: Math.max(daily, FEW) } : undefined;
  return daily <= SHORT_DAY
    ? {
        hours: Math.max(daily * WORKING_DAYS, FEW),
        atMost: Math.max(Math.min(daily * (WORKING_DAYS + 1), SHORT_WEEK), FEW),
      }
    : undefined;
}

/** "Hours: 9 to 5", "Horaires : 8h-12h / 13h-17h": without days, these are the hours of each working day. */
const WHOLE_DAY =
  /^[ •*-]*(?:(?:the |your |working |usual )?hours(?: are| of work)?|horaires?(?: de (?:travail|bureau|journee))?|journees?(?: normale| type| de travail)?|you(?:'ll| will)? work)?[ :=-]{0,3}(?:de |from )? *\d/;
const IN_TURNS =
  /(?<![a-z])(?:shifts?|alternate|rota|roulement|between|entre|equipes?|\dx8|days?|nights?|jours?|nuits?|un|some|starts?)(?![a-z])/;
const LEAST_DAY = 7;
const LONG_DAY = 10.5;
const SHORT_DAY = 5;
const SHORTEST_SHIFT = 1.5;
const TIME_OF_DAY =
  /(?<![a-z])(?:mornings?|afternoons?|evenings?|nights?|lunchtimes?|(?:before|after) school)(?![a-z])/;
/** A shorter week counts as this many hours, because `weekly-figures.ts` ignores shorter weeks. */
const FEW = 4;
const NOT_EACH_WEEK =
  /(?<![a-z])(?:shifts?|alternate|some|occasional\w*|one in|\d in \d|rota|start|starts|starting|finish\w*|flexi\w*|sur (?:deux|trois|2|3)|parfois|certains?|debut\w*|embauche|prise de poste|\dx8|equipes?|coupures?|late|overtime)(?![a-z])/;
const EACH_WEEK = /(?<![a-z])(?:every|each|tous les|les|(?:mon|tues|wednes|thurs|fri|satur|sun)days)(?![a-z])/;

function dayOf(hours: readonly number[]): number {
  const whole = hours.reduce((sum, one) => sum + one, 0);
  return whole > LONGEST_DAY ? (hours[0] as number) : whole;
}

function daysIn(sentence: string): Group[] {
  const groups: Group[] = [];
  let end = -1;
  for (const match of sentence.matchAll(DAYS)) {
    const [text, from, to, single] = match;
    const days = from && to ? range(indexOf(from), indexOf(to)) : single ? [indexOf(single)] : range(0, 4);
    const last = groups.at(-1);
    if (last && !/\d/.test(sentence.slice(end, match.index))) for (const day of days) last.days.add(day);
    else groups.push({ days: new Set(days), at: match.index, times: [] });
    end = match.index + text.length;
  }
  return groups;
}

function range(from: number, to: number): number[] {
  const days = [from];
  for (let day = from; day !== to; days.push(day)) day = (day + 1) % 7;
  return days;
}

function countIn(sentence: string): number {
  const [, count = ''] = DAY_COUNT.exec(sentence) ?? [];
  return Number(count) || (COUNTS.includes(count) ? COUNTS.indexOf(count) + 2 : 0);
}

function indexOf(name: string): number {
  const french = FRENCH_DAYS.findIndex((day) => name.startsWith(day));
  return french < 0 ? ENGLISH_DAYS.indexOf(name.slice(0, 3)) : french;
}

function timesIn(sentence: string): Times[] {
  const isTold = TIME_OF_DAY.test(sentence);
  const english = [...sentence.matchAll(ENGLISH_TIMES)].flatMap((match) => {
    const [, hour, minutes, half, endHour, endMinutes, endHalf] = match;
    let to = at(endHour, endMinutes, endHalf);
    const begins = at(hour, minutes, half ?? (endHalf === 'am' ? 'am' : undefined));
    // "3.45 to 6.15pm" is in the afternoon, and "9 to 5pm" begins in the morning.
    const from = !half && endHalf === 'pm' && begins < 12 && begins + 12 < to ? begins + 12 : begins;
    const isExact = isTold || (minutes !== undefined && endMinutes !== undefined && to > from + SHORTEST_SHIFT);
    if (!half && !endHalf && !isExact && !(from >= 6 && to < from)) return [];
    // An end before the start is after noon or after midnight.
    while (to <= from) to += 12;
    return [{ match, hours: to - from }];
  });
  const french = [...sentence.matchAll(FRENCH_TIMES)].map((match) => {
    const hours = at(match[3], match[4]) - at(match[1], match[2]);
    return { match, hours: hours < 0 ? hours + 24 : hours };
  });
  const military = [...sentence.matchAll(FOUR_DIGITS)].map((match) => {
    const hours = at(match[3], match[4]) - at(match[1], match[2]);
    return { match, hours: hours < 0 ? hours + 24 : hours };
  });
  const each = [...sentence.matchAll(HOURS_EACH)].map((match) => ({ match, hours: Number(match[1] ?? match[2]) }));
  return [...english, ...french, ...military, ...each]
    .filter(({ hours }) => hours > 0 && hours <= LONGEST_DAY)
    .map(({ match, hours }) => ({ hours, from: match.index, to: match.index + match[0].length }))
    .sort((a, b) => a.from - b.from);
}

function at(hour: string | undefined, minutes = '0', half?: string): number {
  const twelve = Number(hour) + Number(minutes) / 60;
  return half === 'pm' && twelve < 12 ? twelve + 12 : twelve;
}
