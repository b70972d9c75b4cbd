import { companyKey, placeKey, titleKey } from './dedup-hash.ts';
import type { Contract, Hours } from '../../schemas/index.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { readContract } from './readers/contract.ts';
import { readHours } from './readers/hours.ts';
import { contractOf, hoursOf } from './terms.ts';
import { locate } from './places/locate.ts';
import { fold } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';

/** Words per shingle. Shorter runs are often common phrases, which different texts share. */
const SHINGLE_WORDS = 4;
/**
 * Two texts are the same if they share at least `SURE` of the shorter text's shingles, and different if they share less
 * than `OTHER_TEXT`.
 */
const SURE = 0.8;
const OTHER_TEXT = 0.3;
/** An equal text with fewer shingles proves nothing: it may be a teaser, or an agency's usual first sentence. */
const LEAST_SHINGLES = { sameCompany: 25, otherCompany: 40 };
/** Words of an advert that are compared; more cost time without adding certainty. */
const MAXIMUM_WORDS = 600;

/** Words of a title that are ignored in `block`: function words, and words about place, contract and pay. */
const TITLE_NOISE: ReadonlySet<string> = new Set(
  'a an the of for in at to and or de du des la le les un une en et ou au aux pour h f m w d x n remote hybrid home based onsite site teletravail hybride distanciel permanent contract temporary temp perm cdi cdd interim stage full part time fulltime parttime temps plein partiel urgent new job role position poste vacancy opportunity opportunite immediate start asap salary up k per annum pa gbp eur uk france'.split(
    ' ',
  ),
);

interface Fingerprint {
  description: string;
  /** Normalised title, company and towns. Adverts with equal names are the same job unless a fact contradicts it. */
  name: string;
  /** Towns, and the title without noise words. Adverts with equal blocks are the same job if their texts are alike. */
  block: string;
  company: string;
  districts: readonly string[];
  shingles: () => ReadonlySet<number>;
  grades: () => readonly string[];
  contract: () => Contract | 'unknown';
  hours: () => Hours | 'unknown';
}

const fingerprints = new WeakMap<NormalizedJob, Fingerprint>();

function fingerprintOf(job: NormalizedJob): Fingerprint {
  let known = fingerprints.get(job);
  if (!known) {
    let shingles: ReadonlySet<number> | undefined;
    let grades: readonly string[] | undefined;
    let contract: Contract | 'unknown' | undefined;
    let hours: Hours | 'unknown' | undefined;
    // In a comparison, the title's contract and hours count more than the source's field.
    const inTitle = { stated: '', title: job.words?.terms || job.codes ? job.title : '', description: '' };
    const title = titleForm(job.title);
    const towns = townsOf(job);
    const company = companyKey(job.company);
    known = {
      description: job.description,
      name: `${title}\n${company}\n${towns}`,
      block: blockOf(title, towns),
      company,
      districts: districtsOf(job),
      shingles: () => (shingles ??= shinglesOf(`${job.title} ${job.description}`)),
      grades: () => (grades ??= gradesOfJob(job)),
      contract: () => (contract ??= [readContract(inTitle), contractOf(job)].find(isSaid)?.value ?? 'unknown'),
      hours: () => (hours ??= [readHours(inTitle), hoursOf(job)].find(isSaid)?.value ?? 'unknown'),
    };
    fingerprints.set(job, known);
  }
  return known;
}

function blockOf(title: string, towns: string): string {
  const away = new Set(titleForm(towns).split(' '));
  const words = title
    .split(' ')
    .filter((word) => word !== '' && !TITLE_NOISE.has(word) && !away.has(word) && !/^\d+k$|^\d{5,}$/.test(word));
  return towns === '' || words.length === 0 ? '' : `${towns}\n${[...new Set(words)].sort().join(' ')}`;
}

/**
 * The grades in the title and pay, or else the one grade in the description. Several grades in a description may belong
 * to other posts.
 */
function gradesOfJob({ title, salary_text: pay, description }: NormalizedJob): readonly string[] {
  const stated = gradesOf(`${title} ; ${pay}`);
  if (stated.length > 0) return stated;
  const inText = gradesOf(description);
  return inText.length === 1 ? inText : [];
}

/** Normalised title, company and towns; equal for adverts of the same job. */
export function nameOf(job: NormalizedJob): string {
  return fingerprintOf(job).name;
}

/** `companyKey` of a job, cached. */
export function companyOf(job: NormalizedJob): string {
  return fingerprintOf(job).company;
}

/** The block in which a job's near-duplicates are searched; "" if company, town or title is missing. */
export function nearBlock(job: NormalizedJob): string {
  const { block, company } = fingerprintOf(job);
  return company === '' ? '' : block;
}

/**
 * True if two adverts of one block are the same job, even if reworded. Nearly all of the shorter text must be in the
 * longer one, and no stated fact may contradict; in doubt, the result is false.
 */
export function isSameJob(a: NormalizedJob, b: NormalizedJob): boolean {
  if (contradict(a, b)) return false;
  const [first, second] = [fingerprintOf(a), fingerprintOf(b)];
  const least = first.company === second.company ? LEAST_SHINGLES.sameCompany : LEAST_SHINGLES.otherCompany;
  if (Math.min(first.shingles().size, second.shingles().size) < least) return false;
  return sharedText(first, second) >= SURE;
}

/** The share (0 to 1) of the smaller set of shingles that the larger set contains. */
function sharedText(first: Fingerprint, second: Fingerprint): number {
  const [small, large] = [first.shingles(), second.shingles()].sort((x, y) => x.size - y.size) as [
    ReadonlySet<number>,
    ReadonlySet<number>,
  ];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  return small.size === 0 ? 0 : shared / small.size;
}

/** True if two adverts state facts that cannot belong to one job (SPEC §3). */
export function contradict(a: NormalizedJob, b: NormalizedJob): boolean {
  const [first, second] = [fingerprintOf(a), fingerprintOf(b)];
  return (
    payContradicts(a, b) ||
    districtsContradict(first.districts, second.districts) ||
    employersContradict(a, b) ||
    gradesContradict(first.grades(), second.grades()) ||
    textsContradict(first, second) ||
    contractsContradict(a, b) ||
    differ(first.hours(), second.hours())
  );
}

/** Contracts that adverts always mention: an advert that does not mention one is for another job. */
const ALWAYS_STATED: ReadonlySet<Contract | 'unknown'> = new Set(['internship', 'apprenticeship', 'freelance']);

function contractsContradict(a: NormalizedJob, b: NormalizedJob): boolean {
  const [one, other] = [fingerprintOf(a).contract(), fingerprintOf(b).contract()];
  if (one === other) return false;
  return (
    differ(one, other) ||
    [one, other].some((kind) => ALWAYS_STATED.has(kind)) ||
    (a.isForTime === true && other === 'permanent') ||
    (b.isForTime === true && one === 'permanent')
  );
}

function isSaid({ value }: { value: string }): boolean {
  return value !== 'unknown';
}

function differ(one: string, other: string): boolean {
  return one !== other && one !== 'unknown' && other !== 'unknown';
}

/** True if the employers' names differ and neither is an agency's, which may post for the other. */
function employersContradict(a: NormalizedJob, b: NormalizedJob): boolean {
  if (mayBeOneEmployer(a.company, b.company)) return false;
  return ![a, b].some(({ company }) => isAgencyName(company));
}

/** Pay that differs by a smaller factor is the same figure, rounded or calculated from an hourly rate (SPEC §3). */
const PAY_TOLERANCE = 1.1;

function payContradicts(a: NormalizedJob, b: NormalizedJob): boolean {
  if (a.salary_unlisted || b.salary_unlisted) return false;
  const low = (job: NormalizedJob): number => job.salary_min ?? 0;
  const high = (job: NormalizedJob): number => job.salary_max ?? Number.POSITIVE_INFINITY;
  return low(a) > high(b) * PAY_TOLERANCE || low(b) > high(a) * PAY_TOLERANCE;
}

/**
 * True if two texts have little in common. If the longer one is an extract ("…"), the result is false, because the
 * shorter one may show another part of the text.
 */
function textsContradict(first: Fingerprint, second: Fingerprint): boolean {
  const [short, long] = first.description.length <= second.description.length ? [first, second] : [second, first];
  if (long.description.endsWith('…')) return false;
  if (short.shingles().size < LEAST_SHINGLES.sameCompany) return false;
  return sharedText(short, long) < OTHER_TEXT;
}

/** 32-bit hashes of all runs of `SHINGLE_WORDS` words; collisions are too rare to matter. */
function shinglesOf(text: string): ReadonlySet<number> {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MAXIMUM_WORDS) ?? [];
  const hashes = words.map(hashOf);
  const shingles = new Set<number>();
  for (let index = 0; index + SHINGLE_WORDS <= hashes.length; index += 1) {
    let shingle = 0;
    for (let offset = 0; offset < SHINGLE_WORDS; offset += 1)
      shingle = (Math.imul(shingle, 0x01000193) ^ (hashes[index + offset] as number)) | 0;
    shingles.add(shingle);
  }
  return shingles;
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return hash | 0;
}

const SHORT_FORMS: Readonly<Record<string, string>> = {
  sr: 'senior',
  snr: 'senior',
  jr: 'junior',
  jnr: 'junior',
  mgr: 'manager',
  asst: 'assistant',
};

/** "(Ref 12345)", "Réf. : AB-123", "(12345)" */
const REFERENCE = /\(?\b(?:ref|reference|job id|req)\b\W*(?=[\w/-]*\d)[\w/-]+\)?|\(\s*[a-z]{0,4}[-/]?\d{3,}\s*\)/gu;
/** "Infirmier·ère", "Développeur(euse)", "Vendeur-se", "Assistant/e" */
const FEMININE_ENDING =
  /(\p{L}{3,})(?:[·•./-]|\s?\()(?:e|ere|iere|euse|rice|trice|ne|enne|se|ve|ive|te|le|elle|re)s?\)?(?:[·•.-]?s)?(?!\p{L})/gu;
/** "Infirmier / Infirmière" */
const FEMININE_WORD = /\b(\p{L}{3})(\p{L}*)\s*\/\s*\1\p{L}*(?:e|es)\b/gu;

/** A title's words, with short forms written out and without gender forms, plurals and reference numbers. */
function titleForm(title: string): string {
  const neutral = fold(title).replace(REFERENCE, ' ').replace(FEMININE_ENDING, '$1').replace(FEMININE_WORD, '$1$2');
  return titleKey(neutral)
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? (/[^s]s$/u.test(word) && word.length > 3 ? word.slice(0, -1) : word))
    .join(' ');
}

/** The towns of a location; districts and postcodes count as their city. If no town is known, the `placeKey`. */
function townsOf({ location, platform }: Pick<NormalizedJob, 'location' | 'platform'>): string {
  const { places } = locate(location, findPlatform(platform)?.country ?? 'GB');
  const towns = places.flatMap(({ town, areas }) => {
    const whole = town?.countedTo ?? town ?? areas[0]?.town;
    return whole ? [`${whole.inside ?? whole.name}, ${whole.areas[0]?.name ?? ''}`] : [];
  });
  return towns.length === 0 ? placeKey(location) : [...new Set(towns)].sort().join('; ');
}

/** The postcode districts ("EC1A") or arrondissements ("11") in a location. */
function districtsOf({ location, platform }: Pick<NormalizedJob, 'location' | 'platform'>): string[] {
  if (findPlatform(platform)?.country === 'FR') {
    const numbers = locate(location, 'FR').places.flatMap(({ arrondissement }) => arrondissement ?? []);
    return [...new Set(numbers)].map(String);
  }
  const codes = location.toUpperCase().matchAll(/\b([A-Z]{1,2}\d[A-Z\d]?)(?: ?\d[A-Z]{2})?\b/gu);
  return [...new Set([...codes].map(([, code = '']) => code))];
}

/** "EC1" contains "EC1A"; "E1" does not contain "E14". */
function isSameDistrict(one: string, other: string): boolean {
  const [short = '', long = ''] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (long.startsWith(short) && /^[A-Z]$/u.test(long.slice(short.length)));
}

function districtsContradict(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length > 0 && other.length > 0 && !one.some((first) => other.some((second) => isSameDistrict(first, second)))
  );
}

/** "Band 5", "Grade 7", "Level 3", "Scale C", "catégorie B" */
const GRADE = /\b(band|grade|level|scale|tier|categorie|niveau|coefficient)s?\s*:?\s*(\d{1,3}[a-d]?|[a-h])\b/gu;

/** The grades in a text, such as "band 5". */
function gradesOf(text: string): string[] {
  const grades = [...fold(text).matchAll(GRADE)].map(([, kind, value]) => `${kind} ${value}`);
  return [...new Set(grades)];
}

/** True if both adverts have grades of one kind ("band") and no grade of that kind is in both. */
function gradesContradict(one: readonly string[], other: readonly string[]): boolean {
  const kindOf = (grade: string): string => grade.slice(0, grade.indexOf(' '));
  return [...new Set(one.map(kindOf))].some((kind) => {
    const [first, second] = [one, other].map((grades) => grades.filter((grade) => kindOf(grade) === kind));
    return !!second?.length && !first?.some((grade) => second.includes(grade));
  });
}

const AGENCY_WORDS =
  /\b(?:recruit\w*|resourcing|staffing|personnel|headhunt\w*|executive search|search (?:and|&) selection|talent|manpower|randstad|adecco|hays|reed|page group|michael page|robert (?:half|walters)|hudson|office angels|brook street|blue arrow|pertemps|kelly services|interim|travail temporaire|synergie|crit|proman|start people|supplay|samsic emploi|expectra|fed (?:finance|supply|legal|it|office)|lhh|sthree|computer futures|huxley|harnham|nigel frank|cabinet|conseil rh|job ?&? ?talents?)\b/u;

function isAgencyName(company: string): boolean {
  return AGENCY_WORDS.test(fold(company));
}

/** True if all words of one name are in the other: "Bupa", "Bupa UK Oakview". */
function mayBeOneEmployer(one: string, other: string): boolean {
  const [first, second] = [companyKey(one), companyKey(other)].map((name) => name.split(' '));
  const [short = [], long = []] = (first?.length ?? 0) <= (second?.length ?? 0) ? [first, second] : [second, first];
  return short.every((word) => long.includes(word));
}
