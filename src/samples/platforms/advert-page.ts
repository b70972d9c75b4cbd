import type { SampleAdvert } from '../adverts/advert.ts';
import { escapeHtml, isoDay, payInEnglish, payInFrench, toScriptJson } from './sample-platform.ts';

/** Writes an advert's page, with the same layout for all sample platforms. */
export function writeAdvertPage(advert: SampleAdvert): string {
  const { title, company, town, text, pay, country } = advert;
  const french = country === 'FR';
  const amount = french ? payInFrench(advert) : payInEnglish(advert);
  const posting = {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title,
    datePosted: isoDay(advert),
    hiringOrganization: { '@type': 'Organization', name: company },
    jobLocation: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: town } },
    description: text,
    ...(pay && !pay.predicted
      ? {
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency: french ? 'EUR' : 'GBP',
            value: { minValue: pay.min, maxValue: pay.max, unitText: pay.period.toUpperCase() },
          },
        }
      : {}),
  };
  const facts = [company, town, amount].filter(Boolean).map((fact) => `<li>${escapeHtml(fact)}</li>`);
  return `<!doctype html><html lang="${french ? 'fr' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(title)} - ${escapeHtml(company)}</title>
<script type="application/ld+json">${toScriptJson(posting)}</script></head><body><main><h1>${escapeHtml(title)}</h1><ul>${facts.join('')}</ul><p>${escapeHtml(text)}</p></main></body></html>`;
}
