import type { HTMLElement } from 'node-html-parser';
import { stripInvisible } from '../../lib/hidden-text.ts';
import { fold, squeeze } from '../../lib/text.ts';
import { AdapterFault } from '../../reading/answer.ts';
import { unreadRows } from './result-page.ts';

const RESULTS = {
  en: '(?:jobs?|results?|match(?:es)?|vacanc(?:y|ies)|adverts?|roles?|positions?|opportunit(?:y|ies))',
  fr: "(?:offres?|resultats?|annonces?|emplois?|postes?)(?: d'emplois?)?",
} as const;
/** Words that may stand between "no" and the results: "no current live jobs". */
const WHICH = {
  en: '(?:(?:matching|current|live|more|further|other|exact|suitable|such|new|open|search|job) ){0,3}',
  fr: '(?:autres? |nouvelles? |nouveaux? )?',
} as const;

/** Sentences which say that a search found nothing. "You have no jobs in your shortlist" does not match. */
const SENTENCES: readonly RegExp[] = [
  // "No results", "Sorry, there are currently no live jobs that match your search", "0 jobs found in Leeds"
  new RegExp(
    `^(?:(?:sorry|unfortunately|oops)[ ,!]*)?(?:(?:your search|this search)(?: for .{1,200}?)? (?:has )?(?:returned|found|produced|gave|got|has) |there (?:are|were) |we(?: have|'ve)? (?:currently )?(?:found|have|got) )?(?:currently )?(?:no|0|zero) ${WHICH.en}${RESULTS.en}(?: (?:(?:(?:were|was|have been|has been) )?(?:found|returned)|(?:that |which )?(?:match|matches|matched|matching|meet|meets|fit|fits)|for|in(?! your)|near|with|available (?:for|in)|to (?:show|display))\\b.*)?$`,
  ),
  // "We couldn't find any jobs for …", "Sorry, we were unable to find any matching results"
  new RegExp(
    `^(?:(?:sorry|unfortunately|oops)[ ,!]*)?(?:we )?(?:could not|couldn't|cannot|can't|did not|didn't|were unable to|are unable to|haven't been able to) find any ${WHICH.en}${RESULTS.en}\\b.*$`,
  ),
  // "Your search "falconer" did not match any jobs"
  new RegExp(
    `^(?:.{0,200}\\b)?(?:search|criteria|filters?|keywords?|terms?|words|query)\\b.{0,200} (?:did not|didn't|does not|doesn't|do not|don't) (?:match|return) any ${WHICH.en}${RESULTS.en}\\b.*$`,
  ),
  // "Aucune offre ne correspond à vos critères", "0 offre trouvée", "Il n'y a aucun résultat pour …"
  new RegExp(
    `^(?:desolee?[ ,!]*)?(?:il n'y a (?:actuellement )?|nous n'avons (?:actuellement )?(?:trouve )?|(?:votre|cette) recherche n'a (?:donne|retourne|renvoye|trouve) )?(?:aucune?|0|zero) ${WHICH.fr}${RESULTS.fr}(?: (?:(?:n'a ete |n'est |n'ont ete )?trouvee?s?|(?:ne |qui )?correspond|pour|a |en |dans |disponibles? (?:pour|a|en|dans))\\b.*)?$`,
  ),
  // "Nous n'avons pas trouvé d'offre pour …", "Votre recherche n'a pas donné de résultat"
  new RegExp(
    `^(?:desolee?[ ,!]*)?(?:nous n'avons|(?:votre|cette) recherche n'a|il n'y a) pas (?:trouve |donne |retourne |renvoye )?(?:d'|de )${WHICH.fr}${RESULTS.fr}\\b.*$`,
  ),
];
/** A number of results that is not 0: "2,571 jobs", "1 234 offres". */
const SOMETHING_FOUND =
  /\b[1-9]\d{0,2}(?:[ ,.]?\d{3})* (?:jobs?|offres?|vacancies|results|resultats)(?: d'emplois?)?\b/;

/** Only this many characters are examined, because a page without results is short. */
const PAGE_TEXT = 200_000;
/** A sentence with more characters does not state the result of a search. */
const LONGEST_SENTENCE = 400;

/**
 * Yields the sentences of the visible text in lower case without accents, except questions ("What if there are no
 * results?") and long sentences. The end of a block element ends a sentence. Removes the elements that are never
 * visible, such as scripts, from the document.
 */
function* sentencesOf(document: HTMLElement): Generator<string> {
  for (const hidden of document.querySelectorAll('script, style, noscript, template')) hidden.remove();
  for (const block of document.structuredText.slice(0, PAGE_TEXT).split('\n')) {
    const text = fold(squeeze(stripInvisible(block)));
    for (const [sentence] of text.matchAll(/[^.!?]{1,2000}(?:[.!?](?!\s|$)[^.!?]{0,2000})*[.!?]?/g)) {
      if (sentence.endsWith('?') || sentence.length > LONGEST_SENTENCE) continue;
      yield sentence.replace(/[.!]$/, '').trim();
    }
  }
}

interface EmptyPage {
  /** Selector of links that may lead to adverts. `isAdvert` decides which of them do; if it is undefined, all do. */
  links: string;
  isAdvert?: (link: HTMLElement) => boolean;
  /** Selector of elements that would be cards in a format that the adapter cannot read. */
  cards?: string;
}

/**
 * Throws "changed" unless the page says that nothing was found. Also throws if the page has a link to an advert, a card
 * in an unknown format or a heading with a number of results. May remove the elements that are never visible, such as
 * scripts and `<noscript>`, from the document.
 */
export function assertNothingFound(document: HTMLElement, { links, isAdvert, cards }: EmptyPage): void {
  if (document.querySelectorAll(links).some((link) => isAdvert?.(link) ?? true)) throw unreadRows();
  if (cards !== undefined && document.querySelector(cards) !== null) throw unreadRows();
  const headings = document.querySelectorAll('h1').map((heading) => fold(squeeze(heading.text)));
  if (headings.some((heading) => SOMETHING_FOUND.test(heading)))
    throw new AdapterFault('changed', 'the page states results and holds none that can be read');
  for (const sentence of sentencesOf(document)) if (SENTENCES.some((pattern) => pattern.test(sentence))) return;
  throw new AdapterFault('changed', 'the page holds no list of adverts, and does not say that there are none');
}
