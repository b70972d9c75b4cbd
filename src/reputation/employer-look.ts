import type { Clock } from '../lib/clock.ts';
import { stripInvisible } from '../lib/hidden-text.ts';
import { shorten, squeeze } from '../lib/text.ts';
import type { ReputationStore } from '../store/types.ts';
import type { Failures } from './failures.ts';
import type { Gate } from './gate.ts';
import { extractInsights } from './insights.ts';
import type { ModelInsights } from './model-insights.ts';
import { languageOf, type Depth, type SiteLook, type Sought } from './site-look.ts';
import type { SitePages } from './site-pages.ts';
import { requireReviewSite } from './sites/index.ts';
import type { Review, ReviewSite } from './sites/site.ts';
import type { SnippetSearch } from './snippet-search.ts';
import { toRow, type FoundRecord, type SiteRecord } from './stored-records.ts';

export interface LookParts {
  store: ReputationStore;
  clock: Clock;
  snippets: SnippetSearch;
  pages: SitePages;
  model: ModelInsights | undefined;
  /** Nothing is configured for light mode: the sites' own pages are its last resort. */
  keyless: boolean;
  onModelFault(reason: string): void;
}

/** What must be found out of one employer. */
export interface Errand {
  sought: Sought;
  companyKey: string;
  depth: Depth;
  sites: readonly ReviewSite[];
}

/** What came of it; the records are in the store already. */
export interface EmployerLook {
  records: SiteRecord[];
  failures: { site: ReviewSite; reason: string }[];
  /** Insights were extracted by the extractor that the operator set up (SPEC §7). */
  extracted: boolean;
}

const NAME_CHARACTERS = 200;
const FAILURES_BEFORE_SKIP = 2;
/** Kept back from the looks for the model's answer, and for what comes after them at any rate. */
const MODEL_MS = 12_000;
const SETTLE_MS = 1_000;

/** What an errand has of the call that began it. */
export interface Surroundings {
  /** One a site: where one keeps its callers waiting, the other's answers come all the same. */
  gates: Readonly<Record<ReviewSite, Gate>>;
  failures: Failures;
  /** Somebody still waits for it. */
  isWanted(): boolean;
}

/** Looks one employer up at the sites asked for, and stores what was found and what was not. */
export async function lookUpEmployer(
  errand: Errand,
  parts: LookParts,
  { gates, failures, isWanted }: Surroundings,
): Promise<EmployerLook> {
  const { depth } = errand;
  // A site that keeps its callers waiting must not take the time of what the other's reviews are read for.
  const spareMs = depth === 'deep' && parts.model ? MODEL_MS : SETTLE_MS;
  const sought: Sought = { ...errand.sought, deadlineAt: errand.sought.deadlineAt - spareMs };
  const lookAt = async (site: ReviewSite): Promise<SiteLook> => {
    if (!isWanted()) return { outcome: 'failed', reason: 'the call was broken off' };
    return depth === 'deep'
      ? lookAtPages(sought, site, depth, parts, failures)
      : lookLightly(sought, site, parts, failures);
  };
  const looks = await Promise.all(
    errand.sites.map(async (site) => ({ site, look: await gates[site].run(() => lookAt(site)) })),
  );
  const fetchedAt = parts.clock.now();
  const reviews: Review[][] = [];
  const answer: EmployerLook = { records: [], failures: [], extracted: false };
  for (const { site, look } of looks) {
    if (look.outcome === 'failed') {
      answer.failures.push({ site, reason: look.reason });
      continue;
    }
    answer.records.push({ site, fetchedAt, found: look.outcome === 'found' ? toFound(look) : null });
    if (look.outcome === 'found') reviews.push(look.figures.reviews);
  }
  if (depth === 'deep') await addThemes(answer, reviews, errand, parts);
  const { companyKey } = errand;
  await parts.store.put(answer.records.map((record) => toRow(record, { companyKey, scope: sought.scope, depth })));
  return answer;
}

async function lookLightly(sought: Sought, site: ReviewSite, parts: LookParts, failures: Failures): Promise<SiteLook> {
  const look = await parts.snippets.look(sought, site, failures);
  if (look.outcome !== 'failed' || !parts.keyless) return look;
  const page = await lookAtPages(sought, site, 'light', parts, failures);
  return page.outcome === 'failed'
    ? { outcome: 'failed', reason: `${look.reason}; ${site} itself: ${page.reason}` }
    : page;
}

/** A site that refuses one employer's pages after the other is not tried with those that are left. */
async function lookAtPages(
  sought: Sought,
  site: ReviewSite,
  depth: Depth,
  parts: LookParts,
  failures: Failures,
): Promise<SiteLook> {
  if (failures.isHopeless(site, FAILURES_BEFORE_SKIP)) return { outcome: 'failed', reason: 'it kept failing' };
  const look = await parts.pages.look(sought, requireReviewSite(site), depth);
  failures.note(site, look.outcome === 'failed');
  return look;
}

/** Themes of all the reviews together; they lie with the record of the site that has most of them. */
async function addThemes(
  answer: EmployerLook,
  reviews: readonly (readonly Review[])[],
  { sought }: Errand,
  parts: LookParts,
): Promise<void> {
  const found = answer.records
    .map((record) => record.found)
    .filter((record) => record !== null)
    .sort((one, other) => other.reviewCount - one.reviewCount);
  const [bearer] = found;
  if (!bearer) return;
  const extraction = await extractInsights(interleave(reviews), languageOf(sought.scope), {
    model: parts.model,
    deadlineAt: sought.deadlineAt,
    onModelFault: parts.onModelFault,
  });
  if (extraction) {
    bearer.themes = extraction.themes;
    bearer.extractor = extraction.extractor;
    answer.extracted = extraction.asConfigured && extraction.themes.length > 0;
  }
  if (!answer.extracted) {
    // Sub-ratings are the embedded extractor's first source.
    answer.extracted = !parts.model && found.some(({ facts }) => facts.length > 0);
  }
}

/** Site by turns: no site's reviews crowd out the other's, for only so many are read. */
function interleave(reviews: readonly (readonly Review[])[]): Review[] {
  const longest = Math.max(0, ...reviews.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => reviews.flatMap((list) => list.slice(index, index + 1))).flat();
}

function toFound({ figures }: Extract<SiteLook, { outcome: 'found' }>): FoundRecord {
  const { reviews: _, ...kept } = figures;
  const matchedName = shorten(squeeze(stripInvisible(kept.matchedName)), NAME_CHARACTERS);
  return { ...kept, matchedName, themes: [], extractor: '' };
}
