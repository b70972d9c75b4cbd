import { readContractTerms, termsContradict, type ContractTerms } from './contract-terms.ts';
import { companyKey, placeKey, titleKey } from './dedup-hash.ts';
import type { FoundJob } from './found-job.ts';

/** Words per shingle: long enough that boilerplate of the trade does not count as the same text. */
const SHINGLE_WORDS = 4;
/** Share of the shorter text's shingles that the other must have. */
const SURE = 0.8;
/** Shingles below which a text proves nothing: a teaser, or an agency's opening sentence. */
const LEAST_SHINGLES = { sameCompany: 25, otherCompany: 40 };
/** Of a description; more adds time and no certainty. */
const MAXIMUM_WORDS = 600;

/** What a title says of place, contract and pay, beside what the job is. */
const TITLE_NOISE: ReadonlySet<string> = new Set(
  'a an the of for in at to and or de du des la le les un une en et ou au aux pour h f m w d x n remote hybrid home based onsite site teletravail hybride distanciel permanent contract temporary temp perm cdi cdd interim stage full part time fulltime parttime temps plein partiel urgent new job role position poste vacancy opportunity opportunite immediate start asap salary up k per annum pa gbp eur uk france'.split(
    ' ',
  ),
);

interface Fingerprint {
  /** What it was taken of: a job may be completed from its advert's page later. */
  description: string;
  stated: ContractTerms | undefined;
  /** Place and title without noise: only jobs that share it are compared. */
  block: string;
  company: string;
  shingles: () => ReadonlySet<number>;
  terms: () => ContractTerms;
}

const fingerprints = new WeakMap<FoundJob, Fingerprint>();

function fingerprintOf(job: FoundJob): Fingerprint {
  let known = fingerprints.get(job);
  if (known?.description !== job.description || known.stated !== job.terms) {
    let shingles: ReadonlySet<number> | undefined;
    let terms: ContractTerms | undefined;
    known = {
      description: job.description,
      stated: job.terms,
      block: blockOf(job),
      company: companyKey(job.company),
      shingles: () => (shingles ??= shinglesOf(`${job.title} ${job.description}`)),
      // What the title says counts before the source's field, and that before the text.
      terms: () => (terms ??= { ...readContractTerms(job.description), ...job.terms, ...readContractTerms(job.title) }),
    };
    fingerprints.set(job, known);
  }
  return known;
}

function blockOf(job: FoundJob): string {
  const place = placeKey(job.location);
  const away = new Set(place.split(' '));
  const words = titleKey(job.title)
    .split(' ')
    .filter((word) => word !== '' && !TITLE_NOISE.has(word) && !away.has(word) && !/^\d+k$|^\d{5,}$/.test(word));
  return place === '' || words.length === 0 ? '' : `${place}\n${[...new Set(words)].sort().join(' ')}`;
}

/** `companyKey` of a job, found once. */
export function companyOf(job: FoundJob): string {
  return fingerprintOf(job).company;
}

/** The block that a job's near-duplicates are in; "" where none can be recognised: no company, place or title. */
export function nearBlock(job: FoundJob): string {
  const { block, company } = fingerprintOf(job);
  return company === '' ? '' : block;
}

/**
 * Whether two adverts of one block are the same job in other words, as an
 * agency reposts it: nearly all of the shorter text stands in the other, and
 * pay and terms do not contradict it. In doubt they stay two.
 */
export function isSameJob(a: FoundJob, b: FoundJob): boolean {
  if (contradict(a, b)) return false;
  const [first, second] = [fingerprintOf(a), fingerprintOf(b)];
  const [small, large] = [first.shingles(), second.shingles()].sort((x, y) => x.size - y.size) as [
    ReadonlySet<number>,
    ReadonlySet<number>,
  ];
  const least = first.company === second.company ? LEAST_SHINGLES.sameCompany : LEAST_SHINGLES.otherCompany;
  if (small.size < least) return false;
  let missing = 0;
  for (const shingle of small) {
    if (!large.has(shingle)) missing += 1;
    if (missing > small.size - SURE * small.size) return false;
  }
  return true;
}

/** Whether two adverts state what cannot be one job: pay without a figure in common, other hours, another term. */
export function contradict(a: FoundJob, b: FoundJob): boolean {
  return payContradicts(a, b) || termsContradict(fingerprintOf(a).terms(), fingerprintOf(b).terms());
}

/** Both state a yearly pay, and the ranges have no figure in common: two jobs, however alike. */
function payContradicts(a: FoundJob, b: FoundJob): boolean {
  if (a.salary_unlisted || b.salary_unlisted) return false;
  const low = (job: FoundJob): number => job.salary_min ?? 0;
  const high = (job: FoundJob): number => job.salary_max ?? Number.POSITIVE_INFINITY;
  return low(a) > high(b) || low(b) > high(a);
}

/** 32-bit hashes of every run of words; a collision cannot weigh against the share asked for. */
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
