import { fold } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';
import { companyKey, placeKey, titleKey } from './dedup-hash.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { locate } from './places/locate.ts';

/** Short forms of words in titles. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  sr: 'senior',
  snr: 'senior',
  jr: 'junior',
  jnr: 'junior',
  mgr: 'manager',
  asst: 'assistant',
};

/** "(Ref 12345)", "Réf. : AB-123", "(12345)": an employer's own number. */
const REFERENCE = /\(?\b(?:ref|reference|job id|req)\b\W*(?=[\w/-]*\d)[\w/-]+\)?|\(\s*[a-z]{0,4}[-/]?\d{3,}\s*\)/gu;
/** "Infirmier·ère", "Développeur(euse)", "Vendeur-se", "Assistant/e": the feminine form of a French title. */
const FEMININE_ENDING =
  /(\p{L}{3,})(?:[·•./-]|\s?\()(?:e|ere|iere|euse|rice|trice|ne|enne|se|ve|ive|te|le|elle|re)s?\)?(?:[·•.-]?s)?(?!\p{L})/gu;
/** "Infirmier / Infirmière": the second word repeats the first. */
const FEMININE_WORD = /\b(\p{L}{3})(\p{L}*)\s*\/\s*\1\p{L}*(?:e|es)\b/gu;

/** A title's words, with short forms written out and without gender, plural and reference number. */
export function titleForm(title: string): string {
  const neutral = fold(title).replace(REFERENCE, ' ').replace(FEMININE_ENDING, '$1').replace(FEMININE_WORD, '$1$2');
  return titleKey(neutral)
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? (/[^s]s$/u.test(word) && word.length > 3 ? word.slice(0, -1) : word))
    .join(' ');
}

/** The towns of a location, districts and postcodes counted to their city; as `placeKey` when none is known. */
export function townsOf({ location, platform }: Pick<NormalizedJob, 'location' | 'platform'>): string {
  const { spots } = locate(location, findPlatform(platform)?.country ?? 'GB');
  const towns = spots.flatMap(({ town, areas }) => {
    const whole = town?.countedTo ?? town ?? areas[0]?.town;
    return whole ? [`${whole.inside ?? whole.name}, ${whole.areas[0]?.name ?? ''}`] : [];
  });
  return towns.length === 0 ? placeKey(location) : [...new Set(towns)].sort().join('; ');
}

/** Postcode districts ("EC1A") and arrondissements ("11") that a location states. */
export function districtsOf({ location, platform }: Pick<NormalizedJob, 'location' | 'platform'>): string[] {
  if (findPlatform(platform)?.country === 'FR') {
    const numbers = locate(location, 'FR').spots.flatMap(({ arrondissement }) => arrondissement ?? []);
    return [...new Set(numbers)].map(String);
  }
  const codes = location.toUpperCase().matchAll(/\b([A-Z]{1,2}\d[A-Z\d]?)(?: ?\d[A-Z]{2})?\b/gu);
  return [...new Set([...codes].map(([, code = '']) => code))];
}

/** "EC1" holds "EC1A"; "E1" does not hold "E14". */
function isSameDistrict(one: string, other: string): boolean {
  const [short = '', long = ''] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (long.startsWith(short) && /^[A-Z]$/u.test(long.slice(short.length)));
}

/** Whether both state districts and share none. */
export function districtsContradict(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length > 0 && other.length > 0 && !one.some((first) => other.some((second) => isSameDistrict(first, second)))
  );
}

/** "Band 5", "Grade 7", "Level 3", "Scale C", "catégorie B": the last group is the value. */
const GRADE = /\b(band|grade|level|scale|tier|categorie|niveau|coefficient)s?\s*:?\s*(\d{1,3}[a-d]?|[a-h])\b/gu;

/** The grades that a text states, each as "band 5". */
export function gradesOf(text: string): string[] {
  const grades = [...fold(text).matchAll(GRADE)].map(([, kind, value]) => `${kind} ${value}`);
  return [...new Set(grades)];
}

/** Whether both state a grade of one kind and share none. */
export function gradesContradict(one: readonly string[], other: readonly string[]): boolean {
  const kindOf = (grade: string): string => grade.slice(0, grade.indexOf(' '));
  return [...new Set(one.map(kindOf))].some((kind) => {
    const [first, second] = [one, other].map((grades) => grades.filter((grade) => kindOf(grade) === kind));
    return !!second?.length && !first?.some((grade) => second.includes(grade));
  });
}

/** Words that make an employer's name an agency's. */
const AGENCY_WORDS =
  /\b(?:recruit\w*|resourcing|staffing|personnel|headhunt\w*|executive search|search (?:and|&) selection|talent|manpower|randstad|adecco|hays|reed|page group|michael page|robert (?:half|walters)|hudson|office angels|brook street|blue arrow|pertemps|kelly services|interim|travail temporaire|synergie|crit|proman|start people|supplay|samsic emploi|expectra|fed (?:finance|supply|legal|it|office)|lhh|sthree|computer futures|huxley|harnham|nigel frank|cabinet|conseil rh|job ?&? ?talents?)\b/u;

/** Whether an employer's name is that of an agency, which posts other employers' jobs. */
export function isAgencyName(company: string): boolean {
  return AGENCY_WORDS.test(fold(company));
}

/** Whether two names can be one employer's: equal, or one holds all words of the other ("Bupa", "Bupa UK Oakview"). */
export function mayBeOneEmployer(one: string, other: string): boolean {
  const [first, second] = [companyKey(one), companyKey(other)].map((name) => name.split(' '));
  const [short = [], long = []] = (first?.length ?? 0) <= (second?.length ?? 0) ? [first, second] : [second, first];
  return short.every((word) => long.includes(word));
}
