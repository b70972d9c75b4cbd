import type { HTMLElement } from 'node-html-parser';
import { asObject, asObjects, asText, readHtml, textOf, type Answer, type JsonObject } from '../../reading/answer.ts';
import { findArrayAfter } from '../../reading/embedded.ts';
import { htmlToText } from '../../reading/entities.ts';
import { advertUrl, companyName } from './france-travail-advert.ts';
import { assertNothingFound } from './nothing-found.ts';
import type { Listing } from './platform.ts';

/** Reads the adverts from the cards of the result page, or else from the data of its map. */
export function readCards(answer: Answer): Listing[] {
  const document = readHtml(answer);
  const cards = document.querySelectorAll('li[data-id-offre]');
  if (cards.length > 0) return cards.map(cardListing);
  const embedded = embeddedListings(answer.body);
  if (embedded) return embedded;
  assertNothingFound(document, { links: 'a[href*="/offres/recherche/detail/"]', cards: 'li.result' });
  return [];
}

function cardListing(card: HTMLElement): Listing {
  const id = card.getAttribute('data-id-offre') ?? '';
  const subtext = card.querySelector('p.subtext');
  const place = textOf(subtext?.querySelector('span'));
  const whole = textOf(subtext);
  return {
    id,
    title:
      textOf(card.querySelector('.media-heading-title')) ||
      textOf(card.querySelector('h2.t4')) ||
      textOf(card.querySelector('h2')),
    company: companyName(
      (place !== '' && whole.endsWith(place) ? whole.slice(0, -place.length) : whole).replace(/\s*-\s*$/, ''),
    ),
    location: place,
    url: advertUrl(id),
    description: textOf(card.querySelector('p.description')),
    teaser: true,
    termsText: textOf(card.querySelector('p.contrat')),
    postedText: textOf(card.querySelector('p.date')),
  };
}

function embeddedListings(html: string): Listing[] | undefined {
  const text = findArrayAfter(html, 'rechercheoffres/recherche-offres:initOver"');
  if (text === undefined) return undefined;
  let entries: JsonObject[] | undefined;
  try {
    entries = asObjects(JSON.parse(text));
  } catch {
    return undefined;
  }
  const contents = entries?.map((entry) => asObject(entry['content'])).filter((content) => content !== undefined);
  if (!contents || contents.length === 0) return undefined;
  return contents.map((content) => {
    const id = asText(content['id']);
    return {
      id,
      title: htmlToText(asText(content['title'])),
      company: companyName(htmlToText(asText(content['subtitle']))),
      location: htmlToText(asText(content['address'])),
      url: advertUrl(id),
      description: htmlToText(asText(content['description'])),
      teaser: true,
    };
  });
}
