/** Hours a week that follow from an advert's other figures, with their position in the text. */
export interface ReckonedHours {
  hours: number;
  from: number;
  to: number;
}

interface Rule {
  words: RegExp;
  /**
   * Returns the hours a week: several numbers if the advert leaves a choice, none if the figures mean something else.
   */
  hours: (figures: readonly number[]) => readonly number[];
}

const UNIT = '(?:h|hrs?|hours?|heures?)';
/** A number of hours, with decimals or minutes: "1 607 heures", "151h67". */
const HOURS = `(?<![0-9.,£€-]|[0-9] )(\\d[ ,.]?\\d{3}|\\d{1,3})(?:[.,]\\d{1,2})?(?: ?-?${UNIT}(?: ?\\d{2}(?![0-9]))?)`;
const COUNT = '(?<![0-9.,£€-])(\\d{1,2})';
const RANGE = `(?:${COUNT} ?(?:or|to|and|-|ou|a|et) *)?(?<![.,£€])(\\d{1,2})`;
/** Words between a figure and its period, except words for overtime or training: "64 heures de TD au semestre". */
const OF = "(?: (?!suppl|over|sup|form|train|cpd|induction|experience)[a-z']{1,12}){0,2}?";
const EACH = '(?:a|per|each|every|par|chaque)';
const TURNS =
  '(?:shifts?|days?|nights?|evenings?|mornings?|afternoons?|sessions?|jours?|journees?|nuits?|soirs?|soirees?|matins?|matinees?|apres-midis?|demi-journees?|vacations?|gardes?|services)';
const STUDY = '(?:universit|college|school|stud|off-the-job|cfa|ecole|cours(?!ier)|formation|centre|training)';
const DAY = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche)s?';
const AT = '(?:en|on|at|in|of|de|au|a|le|les|du|chaque|every)';
const FULL_WEEK = 40;
const WEEKS_OF_YEAR = 44;

const ofMonth = ([hours = 0]: readonly number[]): number[] => [(hours * 12) / 52];
/** Fewer than 100 hours a year are those of a training course or of single days. */
const ofYear = ([hours = 0]: readonly number[]): number[] => (hours >= 100 ? [hours / WEEKS_OF_YEAR] : []);
/**
 * Multiplies the number of shifts by their length: "two or three 7-hour shifts". A length above 14 hours is not that of
 * a shift: "2 x 20 hours" are two posts.
 */
const ofShifts = (figures: readonly number[]): number[] => {
  const length = figures.at(-1) ?? 0;
  return length > 14 ? [] : figures.slice(0, -1).map((count) => count * length);
};
const sum = ([one = 0, other = 0]: readonly number[]): number[] => [one + other];

const SOURCES: readonly (readonly [string, Rule['hours']])[] = [
  [
    `${HOURS}${OF} ?(?:(?:a|per|each|every|in the|/) ?(?:calendar )?month|monthly|(?:par |/ ?)?mois|mensuel\\w*)`,
    ofMonth,
  ],
  [`${HOURS}${OF} (?:${EACH} fortnight|fortnightly|over two weeks|par quinzaine)`, ([hours = 0]) => [hours / 2]],
  [
    `${HOURS}${OF} (?:(?:${EACH}|over the|across the) year|per annum|annually|annuelle\\w*|annualisees?|par an|sur l'annee)`,
    ofYear,
  ],
  [
    `(?:annualised|annualise|annual)(?:[ ,:(]{1,2}(?:hours|contract|contrat|de|d'|of|total|volume|horaire)){0,4}[ ,:(]{1,2}(\\d[ ,.]?\\d{3}|\\d{3})(?: ?${UNIT}| (?:a|per) year)|annual(?:ised)? hours(?: of|:|,)? (\\d[ ,.]?\\d{3}|\\d{3})`,
    ofYear,
  ],
  [
    `${HOURS}${OF} (?:(?:au|par|sur le|sur un|chaque) (?:[a-z]{3,8} )?(?:semestre|trimestre)|${EACH} (?:term|semester))`,
    ([hours = 0]) => [hours / 16],
  ],
  // "four 10-hour days", "three 11-hour waking nights", "5 x 7h"
  [`${RANGE} (?:x )?(\\d{1,2}(?:[.,]\\d{1,2})?)[ -]?${UNIT} (?:[a-z]{3,8} )?${TURNS}`, ofShifts],
  // "4 jours de 8 h 45"
  [`${RANGE} ?(?:x|${TURNS} (?:of|de)) *(\\d{1,2}(?: ?h ?\\d{2}|(?:[.,]\\d{1,2})? ?${UNIT}))(?![a-z0-9])`, ofShifts],
  // "12-hour shifts, 3 a week"
  [`()(\\d{1,2})[ -]?${UNIT} ${TURNS},? ${COUNT} (?:${TURNS} )?${EACH} (?:week|semaine)`, ofShifts],
  // "11 days on and 3 off": the length of a day is not stated, so only a rota with few days off is surely full time.
  [
    `${COUNT} (?:days? |nights? |shifts? )?on[ ,/&-]*(?:and |then )?(\\d{1,2}) (?:days? |nights? )?off`,
    ([on = 0, off = 0]) => (on / (on + off) >= 0.7 ? [FULL_WEEK] : []),
  ],
  [
    `${COUNT} (?:days? |nights? |shifts? )?on[ ,/&-]*(?:and |then )?(\\d{1,2}) (?:days? |nights? )?off[^.;\\n]{0,40}?(\\d{1,2})[ -]?${UNIT}`,
    ([on = 0, off = 0, hours = 0]) => (hours <= 14 ? [(on / (on + off)) * 7 * hours] : []),
  ],
  // A doctor's programmed activity is four hours: "10 PAs".
  [
    `(?<!(?:to|additional|extra|of which|for|plus|including|\\+) *)${COUNT} (?:pas?|programmed activities)`,
    ([count = 0]) => (count > 2 && count <= 12 ? [count * 4] : []),
  ],
  // "28 h en rayon et 7 h de cours", "4 hours on a Saturday and 3 on a Sunday"
  [
    `(?<![0-9.,£€-])(\\d{1,2}) ?${UNIT} ${AT} [a-z' ]{2,20}?(?: and| et|,| plus) (\\d{1,2})(?: ?${UNIT})? ${AT} (?:an? )?(?:${STUDY}[a-z]*|${DAY})`,
    sum,
  ],
];
const RULES: readonly Rule[] = SOURCES.map(([source, hours]) => ({
  words: new RegExp(`(?<![a-z])(?:${source})(?![a-z])`, 'g'),
  hours,
}));

/** A quick check, because few texts have such figures. */
const STEM =
  /ann[ue]| (?:de|of) +\d| x ?\d|\d[^.;\n]{0,60}(?:month|mois|mensuel|fortnight|quinzaine|week|year|annu|par an|semestre|trimestre|term|shift|day|night|morning|evening|session|jour|nuit|matin|soir|vacation|garde|service| x |x\d|off|pas?(?![a-z])|programmed|dimanche|cours)/;

/** A quick check for `reckonedHours`. In `plain`, numbers other than those of hours may still be in words. */
export function mayReckon(plain: string): boolean {
  return STEM.test(plain);
}

/** `plain` is folded, with its numbers in digits. */
export function reckonedHours(plain: string): ReckonedHours[] {
  return RULES.flatMap(({ words, hours }) =>
    [...plain.matchAll(words)].flatMap((match) =>
      hours(match.slice(1).filter(Boolean).map(figureOf)).map((week) => ({
        hours: week,
        from: match.index,
        to: match.index + match[0].length,
      })),
    ),
  );
}

/** "1 607" is 1,607, "8 h 45" is 8.75, and "7,5" is 7.5. */
function figureOf(text: string): number {
  const [, hours, minutes] = /^(\d+) ?h ?(\d{2})$/.exec(text) ?? [];
  if (hours) return Number(hours) + Number(minutes) / 60;
  return Number.parseFloat(text.replace(/[ ,.](?=\d{3}$)/, '').replace(',', '.'));
}
