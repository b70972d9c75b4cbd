/** Figures of an employer in a text; null where the text states none. */
export interface Figures {
  rating: number | null;
  /** The number of reviews that stands with the rating; else any that the text states. */
  count: Count | null;
}

/** A number of reviews; `rounded` for "2.3K". */
export interface Count {
  value: number;
  rounded: boolean;
}

/** Stands in the text where the company's name stood: its digits and words are no figures. */
export const NAME_MARK = '\u{e000}';
/** Stands where the rating of something else stood: an aspect, an industry, another company. */
const OTHER_MARK = '\u{e001}';

/** Group marks only where the last group has three digits; groups of two are Indian ("1,01,182"). */
const NUMBER = String.raw`(?<![\d.,/]|\d\s?[-–])(?:(\d{1,3}(?:[ ,.']\d{2,3})*[ ,.']\d{3})(?!\d)|(\d{1,4}(?:[.,]\d{1,2})?) ?(k|m)(?![a-z])|(\d{1,7})(?!\d|[.,]\d))`;
const REVIEW_WORD =
  '(?:reviews?|avis|ratings?|votes?|evaluations?|temoignages?|bewertungen|evaluaciones|opiniones|valoraciones|resenas|recensioni|beoordelingen|avaliacoes)';
/** Words that may stand between a number and "reviews" without changing what is counted. */
const FILLER = `(?:company|employee|employer|employees|staff|worker|total|anonymous|anonymously|submitted|verified|glassdoor|indeed|global|globaux|left|anonymes|salaries|d'employes|de salaries|de|and|et|${NAME_MARK})`;
const COUNT = new RegExp(
  String.raw`${NUMBER}\+?(?: ?: ?| )(?:${FILLER} ){0,3}${REVIEW_WORD}(?![\p{L}\d])(.{0,60})`,
  'gu',
);
/** "Reviews (1,204)", "Reviews: 1,204". */
const BRACKETED_COUNT = new RegExp(
  String.raw`(?<!\p{L})(?:${REVIEW_WORD} ?\( ?${NUMBER} ?\)|(?:reviews|avis) ?: ?${NUMBER})`,
  'u',
);
/** After the count: it is of a part of the reviews. */
const PART_AFTER =
  /^(?: |\.(?! ))(?:(?:on|sur|for) (?:le |la |les |the |its )?(?:salaire|salary|salaries|pay|interview|entretien|ceo)|mention|say|citent|parlent|in the (?:last|past)|this (?:year|month)|(?:over|during|from) the (?:last|past)|au cours|ces derni|depuis|since|in (?!the \w+ industry)\p{L}|a (?!propos)\p{L}+$|for (?!the employer)\p{L}+ (?:role|job|position)|par (?:mois|an)\b|per (?:month|year)|a (?:month|year)|about (?:the )?(?:interview|salar))/u;
/** Before the count: "7 of 20 reviews". */
const PART_BEFORE = /\d\s?(?:of|sur|de|out of|\/)\s?(?:the )?(?:over )?$/u;
const PAGED_BEFORE = /(?:viewing|showing|affichage|results?)[^.]{0,25}$/u;

const COUNTED_BEFORE = /(?:based on|over|from|of|has|d'apres|base de|de|·|\() ?$/u;
/** Whom others than employees rate: the reviews that follow are theirs. */
const OTHER_RATERS = /(?:trustpilot|google|app store|play store|yelp|\bg2\b|capterra|feefo)(?:[^.;]|\.\d){0,40}$/u;
/** A rating of something else was read here; what counts its reviews follows at once. */
const TIED_TO_OTHER = new RegExp(
  String.raw`${OTHER_MARK}(?: ?(?:stars?|etoiles?))?(?: ?[,(] ?| )(?:(?:based on|from|sur la base de|d'apres|selon|par|by|avec|with|in|for|on|sur|a|at|to|des?)(?: [\p{L}\d${NAME_MARK}-]{1,20}){0,6}? ?\(?)?$`,
  'u',
);

/** The number of reviews that a piece of folded text states. */
export function readCount(text: string): Count | null {
  COUNT.lastIndex = 0;
  for (let match = COUNT.exec(text); match; match = COUNT.exec(text)) {
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const after = match[5] ?? '';
    COUNT.lastIndex = match.index + match[0].length - after.length;
    if (PART_AFTER.test(after) || (PART_BEFORE.test(before) && !PAGED_BEFORE.test(before))) continue;
    // "Tesco 2026 reviews" is a year; sites set marks in four digits.
    if (/^20[12]\d$/.test(match[4] ?? '') && !COUNTED_BEFORE.test(before)) continue;
    if (TIED_TO_OTHER.test(before) || OTHER_RATERS.test(before)) continue;
    const count = toCount(match[1], match[2], match[3], match[4]);
    if (count) return count;
  }
  const bracketed = BRACKETED_COUNT.exec(text);
  if (!bracketed) return null;
  const [, ...groups] = bracketed;
  const from = groups.slice(0, 4).some((group) => group !== undefined) ? 0 : 4;
  return toCount(groups[from], groups[from + 1], groups[from + 2], groups[from + 3]);
}

function toCount(
  grouped: string | undefined,
  decimal: string | undefined,
  unit: string | undefined,
  plain: string | undefined,
): Count | null {
  const rounded = decimal !== undefined;
  const value = rounded
    ? Math.round(Number(decimal.replace(',', '.')) * (unit === 'm' ? 1_000_000 : 1_000))
    : Number((grouped ?? plain ?? '').replace(/\D/g, ''));
  return value > 0 && value < 10_000_000 ? { value, rounded } : null;
}

/** What a rating may be of, other than the employer. */
const ASPECT = String.raw`(?:work[ /-]?life|balance|culture|values|valeurs|career|carriere|opportunit|management|leadership|direction|encadrement|salaire|salary|compensation|remuneration|pay\b|paie\b|benefit|avantages|diversity|diversite|inclusion|interview|entretien|difficult|ceo|pdg|directeur|directrice|president\b|patron|outlook|perspective|recommend|recommand|security|securite|advancement|training|formation|equilibre|vie pro|happiness|bien-etre|wellbeing|location|job title|departments?\b|departement|division|customer|client|trustpilot|google|app store|play store|product|environnement)`;
const OTHERS = String.raw`(?:industry|industrie|sector|secteur|competitors?|concurrents?|concurrence|(?:companies|employers|entreprises|employeurs) (?:like|such as|comme)|also (?:viewed|rated|searched)|egalement consulte|average of all|similar compan|related compan|autres entreprises|entreprises similaires|compared|par rapport|versus|\bvs\b|market average|moyenne du|national average)`;
const AFTER_ASPECT = new RegExp(
  String.raw`^(?: stars?| etoiles?)? ?(?:[-–:,] ?)?(?:for|in|on|pour|en|sur|a propos de|concernant)? ?(?:(?:the|their|its|le|la|les|l'|son|sa) ?)?${ASPECT}`,
  'u',
);
const AFTER_FOR =
  /^(?: stars?| etoiles?)? (?:for|pour|in terms of|en matiere de|by|par)(?! employers?\b)(?! (?:its |their |ses |les |des )?(?:employees|staff|workers|employes|salaries|collaborateurs))(?! (?:over |more than |plus de )?\d)/u;
/** The rating of one place or team: "3.9 out of 5 in Leeds". */
const AFTER_PLACE =
  /^(?: stars?| etoiles?)? (?:in|at|near|on|a|dans|sur)(?: the| la| le)? (?!the |la |le |glassdoor|indeed|base\b|basis|plus de|un total|average|total|all\b|general|overall|employee|company|reviews|moyenne|partir|ce jour|cet? |uk\b|france\b)\p{L}/u;
/** Customers' ratings, and the stars of one review. */
const AFTER_PERSON =
  /^[^.;|]{0,60}(?:\bcustomers?\b|\bclients?\b|google|trustpilot|app store|play store|yelp)|^[^.;|]{0,30}(?:\breview by\b|\bavis (?:de|par) (?!salaries|employes|nos|ses)|\b(?:current|former) employee\b|\bancien(?:ne)? (?:employe|salarie)|\bposted (?:by|on)\b)/u;
const BEFORE_ASPECT = new RegExp(String.raw`(?:${ASPECT})[^.;,|·()\d]{0,40}$`, 'u');
const BEFORE_OTHERS = new RegExp(String.raw`${OTHERS}[^.;|]{0,60}$`, 'u');
const AFTER_OTHERS = new RegExp(String.raw`^[^.;,|\d(]{0,30}(?:industry|sector|secteur)`, 'u');

const SCORE = String.raw`(?<![\d.,/+-])(\d{1,2}(?:[.,]\d{1,2})?)(?![\d%])(?![.,]\d)`;
const STARS = String.raw`(?: ?(?:★|☆|⭐|stars?|etoiles?|sterren|sterne|estrellas|stelle))`;
const SCALE = String.raw`(?: ?/ ?5| ?(?:out of|sur|von|van de|de|su|of) 5)(?![\d.,]\d|\d)`;
const WRONG_SCALE = String.raw`(?! ?(?:/ ?(?!5(?!\d))\d|(?:out of|sur|von|of|de|su) (?!5(?!\d))\d|%|percent|pour ?cent))`;
const LABEL = String.raw`(?:rat(?:ing|ed)|note|notee?s?|average|moyenne|score|scored|evaluation|bewertung|calificacion|valutazione)`;
const LABELLED = String.raw`(?:employee |overall |average |company |employer )?${LABEL}(?: (?:moyenne|globale|generale|average|overall|of|at|is|est|de|a|with|by employees)){0,3} ?:? ?`;
const RATING = new RegExp(
  String.raw`(?<labelled>(?<![\p{L}-])${LABELLED})?${SCORE}(?:(?<scale>${STARS}?${SCALE}${STARS}?)|${WRONG_SCALE}(?<stars>${STARS}{1,6})?)`,
  'gu',
);
/** Numbers that are looked at as ratings: no result of a search states more. */
const MOST_NUMBERS = 60;
const SUBJECT_RATING =
  /([^.;:|·]{1,80}?) (?:has|have|holds|gets|obtient|a|affiche|recoit|is|est) (?:an?|une|l'|la)? ?(?:employee |overall |average |company )?(?:rating|rated|note|notee?)(?: (?:moyenne|globale))?(?: of| de| at| a)? ?$/u;
/** "Beta scored 4.2", "Le centre de Lille obtient 4,4". */
const SUBJECT_SCORE =
  /([^.;:|·]{1,80}?) (?:scored?|scores|averaged?|averages|earns?|earned|gets?|got|obtient|recoit|affiche|is at|est a) (?:an? |une? )?$/u;
/** A part of the employees: "Software engineers gave it 4.6", "Les stagiaires donnent 4,5". */
const PART_OF_STAFF =
  /(?<!\p{L})(?!(?:employees|staff|workers|reviewers|people|they|who|salaries|employes|collaborateurs|ils|qui|glassdoor|indeed|reviews|ratings|avis)(?!\p{L}))(\p{L}+) (?:gave|gives?|rates?|donnent|notent|attribuent|ont (?:donne|attribue|note)) [^.;|]{0,40}$/u;
/** Some of the employees, or one place of many: "Les femmes notent", "Magasin de Nantes : 4,4/5". */
const BEFORE_PART =
  /(?<!\p{L})(?:women|men|interns?|apprentices|graduates|managers?|engineers|(?<!current and )former|teams?|stores?|branch|warehouse|femmes|hommes|cadres|stagiaires|alternants|apprentis|(?<!actuels et )anciens|magasin|agence|entrepot|filiale)(?!\p{L})[^.;,|·()\d]{0,40}$/u;
const BEFORE_PAST =
  /(?:last year|previously|formerly|\bwas|used to be|l'an dernier|auparavant|etait)(?: (?:rated|at|a|de|of))? ?$/u;
/** A part of the company: "Acme Lyon : 4,4/5". */
const PART_OF_COMPANY =
  /\u{e000},? (?!(?:reviews?|avis|ratings?|rated|note|overall|average|employees?|company|glassdoor|indeed|uk|france|globale?|group|groupe|plc|ltd|sa|score|moyenne|evaluations?|is|has|a|est)(?!\p{L}))\p{L}[\p{L}'-]*(?: [\p{L}'-]+){0,2} ?[:–-] ?$/u;
const BRACKETED = new RegExp(
  String.raw`^(?: ?[★☆⭐·•|,-]){0,10} ?\( ?${NUMBER}(?: ${FILLER}){0,2}(?: ${REVIEW_WORD})? ?\)`,
  'u',
);

/**
 * The employer's rating and number of reviews in one piece of folded text with
 * its name marked (`NAME_MARK`). A figure that may be of something else — an
 * aspect, an industry, one review, another scale — is not read at all.
 */
export function readFigures(text: string): Figures {
  let rest = text;
  RATING.lastIndex = 0;
  let looks = 0;
  for (let match = RATING.exec(text); match && looks < MOST_NUMBERS; match = RATING.exec(text)) {
    looks += 1;
    const rating = Number((match[2] ?? '').replace(',', '.'));
    const end = match.index + match[0].length;
    const before = text.slice(startOfSentence(text, match.index), match.index);
    const after = text.slice(end, end + 200);
    const labelled = match.groups?.['labelled'];
    const marked =
      labelled !== undefined || match.groups?.['scale'] !== undefined || match.groups?.['stars'] !== undefined;
    if (isOfSomethingElse(before + (labelled ?? ''), before, after)) {
      if (marked) rest = markOther(rest, match.index, end);
      continue;
    }
    if (!(rating >= 1 && rating <= 5)) continue;
    const tied = readTiedCount(after);
    if (!marked && !(/[.,]\d/.test(match[2] ?? '') && BARE_BEFORE.test(before) && BARE_AFTER.test(after))) {
      // "Beta 4.2 (300 reviews)": what the brackets count is Beta's.
      if (tied && BRACKETED.test(after) && /\p{L} ?$/u.test(before)) rest = markOther(rest, match.index, end);
      continue;
    }
    // Stars alone, and whole stars, may be of one review: only with the count beside them, or a word
    // for the whole, are they the employer's.
    const whole = WHOLE_BEFORE.test(before + (labelled ?? '')) || WHOLE_AFTER.test(after);
    if (!tied && !whole && (Number.isInteger(rating) || (labelled === undefined && !NAMED_BEFORE.test(before))))
      continue;
    return { rating: roundRating(rating), count: tied ?? readCount(rest) };
  }
  return { rating: null, count: readCount(rest) };
}

function markOther(text: string, from: number, to: number): string {
  return `${text.slice(0, from)}${OTHER_MARK.repeat(to - from)}${text.slice(to)}`;
}

/** A rating without label or scale leads its part of the line, and dots, stars or the count follow: "3.9 · 1,204 reviews". */
const BARE_BEFORE = /(?:^|[·|★☆⭐]|(?:overall|globale|generale|glassdoor|indeed))[\s\u{e000}:,-]*$/u;
const BARE_AFTER = /^(?: ?[·|★☆⭐]| ?\(| (?:from|based on|d'apres|sur la base de) \d)/u;
const WHOLE_BEFORE =
  /overall|globale|generale|moyenne|average|(?:employee|company) rating|\u{e000} (?:has|obtient|holds|is rated|est note)/u;
const WHOLE_AFTER = /^ (?:en moyenne|on average|overall|au global)(?!\p{L})/u;
const NAMED_BEFORE = /\u{e000}|rating|note|rated|average|moyenne/u;

function readTiedCount(after: string): Count | null {
  const bracketed = BRACKETED.exec(after);
  if (bracketed) return toCount(bracketed[1], bracketed[2], bracketed[3], bracketed[4]);
  // "3.3★ | 1,111 Reviews": the bar sets apart, the number that follows at once belongs to the rating.
  const rest = after.replace(/^ ?\| ?(?=\d)/u, '');
  return readCount(rest.slice(0, endOfSentence(rest)));
}

function isOfSomethingElse(subject: string, before: string, after: string): boolean {
  if (
    AFTER_ASPECT.test(after) ||
    AFTER_FOR.test(after) ||
    AFTER_OTHERS.test(after) ||
    AFTER_PLACE.test(after) ||
    AFTER_PERSON.test(after)
  )
    return true;
  if (BEFORE_ASPECT.test(before) || BEFORE_OTHERS.test(before)) return true;
  if (
    BEFORE_PART.test(before) ||
    BEFORE_PAST.test(before) ||
    PART_OF_STAFF.test(subject) ||
    PART_OF_COMPANY.test(subject)
  )
    return true;
  const named = (SUBJECT_RATING.exec(subject.trimEnd()) ?? SUBJECT_SCORE.exec(subject))?.[1];
  // "Acme has a rating of 4.1" on the page of another company.
  return (
    named !== undefined &&
    !/(?:\u{e000}|\bit|\bthe company|\bthis company|l'entreprise|elle|\bthey|glassdoor|indeed)\W*$/u.test(named)
  );
}

function startOfSentence(text: string, at: number): number {
  const from = Math.max(0, at - 200);
  const head = text.slice(from, at);
  let start = 0;
  for (const match of head.matchAll(/(?:[.!?](?= )|\||;|\n)/gu)) start = match.index + match[0].length;
  return from + start;
}

function endOfSentence(text: string): number {
  const at = text.search(/[.!?](?: |$)|\||\n/u);
  return at < 0 ? text.length : at;
}

/** One decimal, half up. */
export function roundRating(rating: number): number {
  return Math.round(Number((rating * 10).toFixed(6))) / 10;
}
