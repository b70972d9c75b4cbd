import { companyKey, placeKey, titleKey } from './dedup-hash.ts';
import type { Contract, Hours } from '../../schemas/index.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import { readContract } from './readers/contract.ts';
import { readHours } from './readers/hours.ts';
import { contractOf, hoursOf } from './terms.ts';
import { locate } from './places/locate.ts';
import { fold } from '../lib/text.ts';
import { findPlatform } from '../sources/platforms/index.ts';

/** A shingle is a run of this many words. Texts that share many shingles have much wording in common. */
const SHINGLE_WORDS = 4;
/**
 * Shares of the shorter text's shingles that the other text also has. From SURE on, the texts are the same. Below
 * OTHER_TEXT, they are different.
 */
const SURE = 0.8;
const OTHER_TEXT = 0.3;
/** Equal texts with fewer shingles prove nothing, because they may be teasers or an agency's usual first sentence. */
const LEAST_SHINGLES = { sameCompany: 25, otherCompany: 40 };
const MAXIMUM_WORDS = 600;

const TITLE_NOISE: ReadonlySet<string> = new Set(
  'a an the of for in at to and or de du des la le les un une en et ou au aux pour h f m w d x n remote hybrid home based onsite site teletravail hybride distanciel permanent contract temporary temp perm cdi cdd interim stage full part time fulltime parttime temps plein partiel urgent new job role position poste vacancy opportunity opportunite immediate start asap salary up k per annum pa gbp eur uk france'.split(
    ' ',
  ),
);

interface Fingerprint {
  description: string;
  /**
   * Normalised title, company and towns. Adverts of different platforms with equal names are the same job unless they
   * contradict each other or name no company.
   */
  name: string;
  /**
   * The towns, and the title without noise words. Adverts with equal blocks are the same job if their texts are alike
   * and no fact contradicts.
   */
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
    // When adverts are compared, the contract and hours in the title count more than those in the source's field.
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
 * Returns the grades in the title and pay, or else the only grade in the description. Several grades in a description
 * may belong to other posts.
 */
function gradesOfJob({ title, salary_text: pay, description }: NormalizedJob): readonly string[] {
  const stated = gradesOf(`${title} ; ${pay}`);
  if (stated.length > 0) return stated;
  const inText = gradesOf(description);
  return inText.length === 1 ? inText : [];
}

export function nameOf(job: NormalizedJob): string {
  return fingerprintOf(job).name;
}

export function companyOf(job: NormalizedJob): string {
  return fingerprintOf(job).company;
}

/**
 * Returns the block in which near-duplicates of the job are searched; "" if the company or the town is unknown, or if
 * the title has only words that say nothing about the work.
 */
export function nearBlock(job: NormalizedJob): string {
  const { block, company } = fingerprintOf(job);
  return company === '' ? '' : block;
}

/**
 * True if two adverts are the same job, even if reworded: the longer text must contain most of the shorter one, and no
 * stated fact may contradict. In doubtful cases, the result is false.
 */
export function isSameJob(a: NormalizedJob, b: NormalizedJob): boolean {
  if (contradict(a, b)) return false;
  const [first, second] = [fingerprintOf(a), fingerprintOf(b)];
  const least = first.company === second.company ? LEAST_SHINGLES.sameCompany : LEAST_SHINGLES.otherCompany;
  if (Math.min(first.shingles().size, second.shingles().size) < least) return false;
  return sharedText(first, second) >= SURE;
}

function sharedText(first: Fingerprint, second: Fingerprint): number {
  const [small, large] = [first.shingles(), second.shingles()].sort((x, y) => x.size - y.size) as [
    ReadonlySet<number>,
    ReadonlySet<number>,
  ];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared += 1;
  return small.size === 0 ? 0 : shared / small.size;
}

/** True if what two adverts state rules out that they are the same job (SPEC §3). */
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

/**
 * Adverts for jobs with these contracts are expected to name the contract, so an advert that does not counts as one for
 * another job.
 */
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

function employersContradict(a: NormalizedJob, b: NormalizedJob): boolean {
  if (mayBeOneEmployer(a.company, b.company)) return false;
  return ![a, b].some(({ company }) => isAgencyName(company));
}

/**
 * Amounts that differ by at most this factor count as the same, because one may be rounded or calculated from an hourly
 * rate (SPEC §3).
 */
const PAY_TOLERANCE = 1.1;

function payContradicts(a: NormalizedJob, b: NormalizedJob): boolean {
  if (a.salary_unlisted || b.salary_unlisted) return false;
  const low = (job: NormalizedJob): number => job.salary_min ?? 0;
  const high = (job: NormalizedJob): number => job.salary_max ?? Number.POSITIVE_INFINITY;
  return low(a) > high(b) * PAY_TOLERANCE || low(b) > high(a) * PAY_TOLERANCE;
}

/**
 * True if two texts have little in common. The result is false if the shorter text is too short to tell, or if the
 * longer text is an extract ("…"), because the shorter one may show another part of the text.
 */
function textsContradict(first: Fingerprint, second: Fingerprint): boolean {
  const [short, long] = first.description.length <= second.description.length ? [first, second] : [second, first];
  if (long.description.endsWith('…')) return false;
  if (short.shingles().size < LEAST_SHINGLES.sameCompany) return false;
  return sharedText(short, long) < OTHER_TEXT;
}

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

function titleForm(title: string): string {
  const neutral = fold(title).replace(REFERENCE, ' ').replace(FEMININE_ENDING, '$1').replace(FEMININE_WORD, '$1$2');
  return titleKey(neutral)
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? (/[^s]s$/u.test(word) && word.length > 3 ? word.slice(0, -1) : word))
    .join(' ');
}

/**
 * Returns the towns of a location, with districts and postcodes counted as their city; the `placeKey` if no town is
 * known.
 */
function townsOf({ location, platform }: Pick<NormalizedJob, 'location' | 'platform'>): string {
  const { places } = locate(location, findPlatform(platform)?.country ?? 'GB');
  const towns = places.flatMap(({ town, areas }) => {
    const whole = town?.countedTo ?? town ?? areas[0]?.town;
    return whole ? [`${whole.inside ?? whole.name}, ${whole.areas[0]?.name ?? ''}`] : [];
  });
  return towns.length === 0 ? placeKey(location) : [...new Set(towns)].sort().join('; ');
}

function districtsOf({ location, platform }: Pick<NormalizedJob, 'location' | 'platform'>): string[] {
  if (findPlatform(platform)?.country === 'FR') {
    const numbers = locate(location, 'FR').places.flatMap(({ arrondissement }) => arrondissement ?? []);
    return [...new Set(numbers)].map(String);
  }
  const codes = location.toUpperCase().matchAll(/\b([A-Z]{1,2}\d[A-Z\d]?)(?: ?\d[A-Z]{2})?\b/gu);
  return [...new Set([...codes].map(([, code = '']) => code))];
}

function isSameDistrict(one: string, other: string): boolean {
  const [short = '', long = ''] = one.length <= other.length ? [one, other] : [other, one];
  return short === long || (long.startsWith(short) && /^[A-Z]$/u.test(long.slice(short.length)));
}

function districtsContradict(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length > 0 && other.length > 0 && !one.some((first) => other.some((second) => isSameDistrict(first, second)))
  );
}

const GRADE = /\b(band|grade|level|scale|tier|categorie|niveau|coefficient)s?\s*:?\s*(\d{1,3}[a-d]?|[a-h])\b/gu;

function gradesOf(text: string): string[] {
  const grades = [...fold(text).matchAll(GRADE)].map(([, kind, value]) => `${kind} ${value}`);
  return [...new Set(grades)];
}

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

function mayBeOneEmployer(one: string, other: string): boolean {
  const [first, second] = [companyKey(one), companyKey(other)].map((name) => name.split(' '));
  const [short = [], long = []] = (first?.length ?? 0) <= (second?.length ?? 0) ? [first, second] : [second, first];
  return short.every((word) => long.includes(word));
}
