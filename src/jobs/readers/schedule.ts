/** The hours of a week that a timetable makes, and where it stands. */
export interface ScheduledHours {
  hours: number;
  from: number;
  to: number;
}

const ENGLISH_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const FRENCH_DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'];
const DAY = `(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?|${FRENCH_DAYS.map((day) => `${day}s?`).join('|')}`;
const DAY_RANGE = new RegExp(`(?<![a-z])(${DAY}) ?(?:to|-|through|until|au|a) ?(${DAY})(?![a-z])`, 'g');
const DAY_NAME = new RegExp(`(?<![a-z])(?:${DAY})(?![a-z])`, 'g');
/** "9am to 5.30pm", "9-5"; without am or pm a morning's hour and an afternoon's. */
const ENGLISH_TIMES =
  /(?<![0-9.,£:-])(\d{1,2})(?:[.:](\d{2}))? ?(am|pm)? ?(?:to|-|until|till) ?(\d{1,2})(?:[.:](\d{2}))? ?(am|pm)?(?![0-9a-z%:]|[.,]\d)/g;
const FRENCH_TIMES = /(?<![0-9.,])(\d{1,2}) ?h ?(\d{2})? ?(?:-|a|\/) ?(\d{1,2}) ?h ?(\d{2})?(?![0-9])/g;
const COUNTS = ['two', 'three', 'four', 'five'];
const DAY_COUNT = new RegExp(
  `(?<![a-z0-9.,-])([2-5]|${COUNTS.join('|')})[ -](?:(?:days?|nights?|shifts?)(?![a-z])(?! (?:in the office|from home|on site|off|holiday))|(?:jours|nuits|soirs)(?![a-z]))`,
);
/** "10 hours each", "10 hour shifts". */
const HOURS_EACH = /(?<![0-9.,£-])(\d{1,2})(?:[.,]5)?[ -]?(?:hours?|hrs?|h)(?: each| shifts?| days?)(?![a-z])/g;
/** More a day are shifts, of which each person has one. */
const LONGEST_DAY = 13;

/** Of a longer one the end is read: it is a list without stops. */
const LONGEST_SENTENCE = 400;

/** Times at which somebody can be called, a shop is open, people are interviewed. */
const NOT_OF_THE_JOB =
  /(?<![a-z])(?:open|opens|opening|call|phone|ring|contact|e-?mail|reply|respond|interviews?|assessment|amplitudes?|entre|between|appelez|appeler|joindre|joignable|contactez|telephone|ouverte?s?|ouverture|entretiens?|accueil du public)(?![a-z])/;

/** Timetables in lower-case text without accents, by sentence: "Monday to Friday, 9am to 3pm" makes thirty hours. */
export function scheduledHours(plain: string): ScheduledHours[] {
  return [...plain.matchAll(/[^;\n!?]+?(?:\.(?=\s|$)|[;\n!?]|$)/g)].flatMap((sentence) => {
    const text = sentence[0].slice(-LONGEST_SENTENCE);
    if (NOT_OF_THE_JOB.test(text)) return [];
    const times = timesIn(text);
    const days = countIn(text) || daysIn(text);
    const [first] = times;
    // A single day is an exception to the others, or one of several.
    if (days < 2 || !first) return [];
    const whole = times.reduce((sum, { hours }) => sum + hours, 0);
    const daily = whole > LONGEST_DAY ? first.hours : whole;
    const begins = sentence.index + sentence[0].length - text.length;
    return [{ hours: daily * days, from: begins + first.from, to: begins + first.to }];
  });
}

/** Days of a week that a sentence names; 0 for none. */
function daysIn(sentence: string): number {
  const days = new Set<number>();
  for (const [, from = '', to = ''] of sentence.matchAll(DAY_RANGE))
    for (let day = indexOf(from), left = 7; left > 0; day = (day + 1) % 7, left -= 1) {
      days.add(day);
      if (day === indexOf(to)) break;
    }
  for (const [name] of sentence.matchAll(DAY_NAME)) days.add(indexOf(name));
  return days.size;
}

/** "3 nights", "a four-day week"; 0 for none. */
function countIn(sentence: string): number {
  const [, count = ''] = DAY_COUNT.exec(sentence) ?? [];
  return Number(count) || (COUNTS.includes(count) ? COUNTS.indexOf(count) + 2 : 0);
}

function indexOf(name: string): number {
  const french = FRENCH_DAYS.findIndex((day) => name.startsWith(day));
  return french < 0 ? ENGLISH_DAYS.indexOf(name.slice(0, 3)) : french;
}

function timesIn(sentence: string): ScheduledHours[] {
  const english = [...sentence.matchAll(ENGLISH_TIMES)].flatMap((match) => {
    const [, hour, minutes, half, endHour, endMinutes, endHalf] = match;
    const from = at(hour, minutes, half ?? (endHalf === 'am' ? 'am' : undefined));
    let to = at(endHour, endMinutes, endHalf);
    if (!half && !endHalf && !(from >= 6 && to < from)) return [];
    // Past noon, or past midnight.
    while (to <= from) to += 12;
    return [{ match, hours: to - from }];
  });
  const french = [...sentence.matchAll(FRENCH_TIMES)].map((match) => ({
    match,
    hours: at(match[3], match[4]) - at(match[1], match[2]),
  }));
  const each = [...sentence.matchAll(HOURS_EACH)].map((match) => ({ match, hours: Number(match[1]) }));
  return [...english, ...french, ...each].flatMap(({ match, hours }) =>
    hours > 0 && hours <= LONGEST_DAY ? [{ hours, from: match.index, to: match.index + match[0].length }] : [],
  );
}

/** Of the day, in hours. */
function at(hour: string | undefined, minutes = '0', half?: string): number {
  const twelve = Number(hour) + Number(minutes) / 60;
  return half === 'pm' && twelve < 12 ? twelve + 12 : twelve;
}
