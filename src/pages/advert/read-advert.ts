import { fold, squeeze } from '../../lib/text.ts';
import { readDay } from '../../reading/day.ts';
import type { JobPosting } from '../extract/job-posting.ts';
import { Dropped, hasAncestor, isElement, textOf, walk, type PageTree } from '../tree/nodes.ts';
import { GENERAL_MARKS } from './marks/general.ts';
import { LINKEDIN_MARKS } from './marks/linkedin.ts';
import type { AdvertMarks } from './marks/marks.ts';

/** Marks of sites; those of every site are looked for too. */
const SITES: readonly AdvertMarks[] = [LINKEDIN_MARKS];

/** What a page says of itself as a job advert. */
export interface AdvertReading {
  title: string | null;
  company: string | null;
  /** ISO days. */
  posted_date: string | null;
  closing_date: string | null;
  /** `validThrough` as the page writes it. */
  validThrough: string;
  /** The page's statement or class that says it is closed. */
  closedBy: string | undefined;
  /** The words on the control to apply with. */
  applyControl: string | undefined;
}

/** Longer texts describe; they state nothing of the advert's own fate. */
const MAXIMUM_STATEMENT = 160;
const MAXIMUM_CONTROL = 40;
const APPLY_CONTROL =
  /^(?:easy apply|apply(?: now| here| online| today| for (?:this|the) (?:job|role|position|vacancy|post))?|apply on (?:company|employer) (?:web)?site|i'm interested|postuler?(?: maintenant| en ligne| a (?:cette|l')\s?(?:offre|annonce|emploi))?|je postule|deposer ma candidature|candidater|(?:jetzt |hier )?bewerben)$/;

/** Whether an address is that of one advert, by its path. */
export function isAdvertAddress(url: string): boolean {
  const { hostname, pathname } = new URL(URL.canParse(url) ? url : 'about:blank');
  const site = SITES.find(({ hosts }) => hosts?.test(hostname));
  return (site ?? GENERAL_MARKS).advertPath.test(pathname);
}

/**
 * Reads a page as a job advert: one with a single JobPosting, or at an
 * advert's address with a control to apply or a mark that it is closed. What
 * no reader sees must have been dropped. undefined for any other page.
 */
export function readAdvert(
  { root }: PageTree,
  url: string,
  posting: JobPosting | undefined,
  title: string,
): AdvertReading | undefined {
  if (posting === undefined && !isAdvertAddress(url)) return undefined;
  const { hostname } = new URL(URL.canParse(url) ? url : 'about:blank');
  const marks = [GENERAL_MARKS, ...SITES.filter(({ hosts }) => hosts?.test(hostname))];
  let closedBy: string | undefined;
  let applyControl: string | undefined;
  walk(root, (node) => {
    if (node.dropped === Dropped.unseen || closedBy !== undefined) return false;
    if (!isElement(node)) {
      // What a list's item states is said of another advert.
      if (node.text.length <= MAXIMUM_STATEMENT && statesClosure(node.text, marks) && !hasAncestor(node, 'li', 'a'))
        closedBy = squeeze(node.text);
      return false;
    }
    const classes = (node.attributes.get('class') ?? '').split(/\s+/);
    const closedClass = classes.find((name) => marks.some(({ closedClasses }) => closedClasses.includes(name)));
    if (closedClass !== undefined) closedBy = closedClass;
    if (applyControl === undefined && /^(?:a|button|input)$/.test(node.tag) && node.size <= MAXIMUM_CONTROL) {
      const words = squeeze(node.tag === 'input' ? (node.attributes.get('value') ?? '') : textOf(node, 100));
      if (APPLY_CONTROL.test(fold(words))) applyControl = words;
    }
    return true;
  });
  if (posting === undefined && closedBy === undefined && applyControl === undefined) return undefined;
  return {
    title: posting?.title || title || null,
    company: posting?.company || null,
    posted_date: readDay(posting?.posted) || null,
    closing_date: readDay(posting?.validThrough) || null,
    validThrough: posting?.validThrough ?? '',
    closedBy,
    applyControl,
  };
}

/** Whether a sentence of a short text is such a statement: "Sorry, this vacancy has closed. See others." */
function statesClosure(text: string, marks: readonly AdvertMarks[]): boolean {
  const sentences = fold(text).split(/[.!;:\n]+|(?:^|\s)(?:sorry|unfortunately|desole|leider),? ?(?:but )?/);
  return sentences.some((sentence) => {
    const plain = squeeze(sentence).replace(/^[\s,–—-]+|[\s,–—-]+$/g, '');
    return marks.some(({ closedSentences }) => closedSentences.some((pattern) => pattern.test(plain)));
  });
}
