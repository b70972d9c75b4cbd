import { fold, squeeze } from '../../lib/text.ts';
import { readDay } from '../../reading/day.ts';
import type { JobPosting } from '../extract/job-posting.ts';
import { absoluteAddress } from '../markdown/address.ts';
import {
  Dropped,
  hasAncestor,
  isElement,
  textOf,
  walk,
  type ElementNode,
  type PageNode,
  type PageTree,
} from '../tree/nodes.ts';
import { GENERAL_MARKS } from './marks/general.ts';
import type { AdvertMarks } from './marks/marks.ts';
import { SITE_MARKS } from './marks/sites/index.ts';
import { canParseUrl } from '../../lib/can-parse-url.ts';

export interface AdvertReading {
  title: string | null;
  company: string | null;
  /** A date such as `2026-03-01`. Null if the page states no readable date. */
  posted_date: string | null;
  closing_date: string | null;
  /** `validThrough` as the page states it, or "". */
  validThrough: string;
  /** The text or the class that shows that the advert is closed, such as "This job has expired". */
  closedBy: string | undefined;
  /** The text of the button or link to apply, such as "Apply now". */
  applyControl: string | undefined;
}

/** A longer text is a description, not a statement about the advert. */
const MAXIMUM_STATEMENT = 160;
const MAXIMUM_CONTROL = 40;
/** If a box of at most this many characters links to another advert, the box is about that advert. */
const MAXIMUM_CARD = 400;
const MAXIMUM_CARD_LINKS = 20;
const APPLY_CONTROL = new RegExp(
  `^(?:${[
    '(?:easy |quick |one-click |1-click )?apply(?: now| here| online| today| directly)?',
    '(?:easy |quick )?apply(?: now)? (?:for|to) (?:this|the) (?:job|role|position|vacancy|post|opening|opportunity)',
    "apply (?:on|via|at|through) (?:the )?(?:company|employer)(?:'s)? (?:web ?)?site",
    'apply (?:with|via) (?!a )[^.]{2,20}',
    '(?:start|begin|submit|send)(?: an| my| your)? application',
    "i(?:'m| am) interested",
    "postule[rz]?(?: maintenant| en ligne| ici| en 1 clic| (?:a|pour) (?:cette |l'|ce )\\s?(?:offre|annonce|emploi|poste))?",
    "postuler (?:sur le site (?:du |de l'|de )?(?:recruteur|entreprise|employeur)|(?:via|avec) [^.]{2,20})",
    'je (?:postule|candidate)|candidater',
    '(?:deposer|envoyer|soumettre) (?:ma|votre|une) candidature',
    '(?:jetzt |hier )?bewerben',
  ].join('|')})$`,
);

export function isAdvertAddress(url: string): boolean {
  const { hostname, pathname, search } = new URL(canParseUrl(url) ? url : 'about:blank');
  const site = SITE_MARKS.find(({ hosts }) => hosts?.test(hostname));
  return (site ?? GENERAL_MARKS).advertPath.test(pathname + search);
}

/**
 * `hideUnseen` must have run. Returns undefined if the page has no JobPosting, and either the URL is not that of an
 * advert or the page shows neither closure nor a control to apply.
 */
export function readAdvert(
  { root }: PageTree,
  url: string,
  posting: JobPosting | undefined,
  title: string,
): AdvertReading | undefined {
  if (posting === undefined && !isAdvertAddress(url)) return undefined;
  const { hostname } = new URL(canParseUrl(url) ? url : 'about:blank');
  const marks = [GENERAL_MARKS, ...SITE_MARKS.filter(({ hosts }) => hosts?.test(hostname))];
  let closedBy: string | undefined;
  let applyControl: string | undefined;
  walk(root, (node) => {
    if (node.dropped === Dropped.unseen || closedBy !== undefined) return false;
    if (!isElement(node)) {
      if (node.text.length <= MAXIMUM_STATEMENT && statesClosure(node.text, marks) && !isOfAnother(node, url))
        closedBy = squeeze(node.text);
      return false;
    }
    const classes = (node.attributes.get('class') ?? '').split(/\s+/);
    const closedClass = classes.find((name) => marks.some(({ closedClasses }) => closedClasses?.includes(name)));
    if (closedClass !== undefined) closedBy = closedClass;
    if (applyControl === undefined && isControl(node)) {
      const words = squeeze(node.tag === 'input' ? (node.attributes.get('value') ?? '') : textOf(node, 100));
      if (APPLY_CONTROL.test(fold(words).replace(/[^\p{L}\p{N}]+$/u, ''))) applyControl = words;
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

function isControl({ tag, size, attributes }: ElementNode): boolean {
  if (!/^(?:a|button|input)$/.test(tag) || size > MAXIMUM_CONTROL) return false;
  return !attributes.has('disabled') && attributes.get('aria-disabled') !== 'true';
}

/**
 * True if the statement is in a list item, in a link or in the card of another advert, and is therefore not about this
 * page's advert.
 */
function isOfAnother(node: PageNode, url: string): boolean {
  if (hasAncestor(node, 'li', 'a')) return true;
  for (let { parent } = node; parent && parent.size <= MAXIMUM_CARD; parent = parent.parent)
    if (linksToAdvert(parent, url)) return true;
  return false;
}

function linksToAdvert(element: ElementNode, url: string): boolean {
  let found = false;
  let links = 0;
  walk(element, (node) => {
    if (!isElement(node) || found || links > MAXIMUM_CARD_LINKS) return false;
    if (node.tag !== 'a') return true;
    links += 1;
    const address = absoluteAddress(node.attributes.get('href'), url);
    found = address !== undefined && isAdvertAddress(address) && new URL(address).pathname !== new URL(url).pathname;
    return false;
  });
  return found;
}

/** True if one sentence of the text states the closure, as in "Sorry, this vacancy has closed. See others.". */
function statesClosure(text: string, marks: readonly AdvertMarks[]): boolean {
  const sentences = fold(text).split(/[.!;:\n]+|(?:^|\s)(?:oh no|sorry|unfortunately|oups|desole|leider),? ?(?:but )?/);
  return sentences.some((sentence) => {
    const plain = squeeze(sentence).replace(/^[\s,–—-]+|[\s,–—-]+$/g, '');
    return marks.some(({ closedSentences }) => closedSentences?.some((pattern) => pattern.test(plain)));
  });
}
