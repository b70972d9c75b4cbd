import { stripInvisible } from '../lib/hidden-text.ts';
import type { FaultKind } from './lookup-fault.ts';
import type { NameAnswer, Provenance } from './merge-records.ts';
import { decimal } from './insights/page-facts.ts';
import type { ReviewLanguage } from './lookup.ts';
import { findReviewSite } from '../sources/review-sites/index.ts';
import { canParseUrl } from '../lib/can-parse-url.ts';

interface Words {
  title: string;
  head: readonly [string, string, string];
  reviews(count: number): string;
  outOf: string;
  none: string;
  several: string;
  without: Readonly<Partial<Record<Provenance['status'], string>>>;
  asOf(day: string): string;
  failed: string;
  noInsights: string;
  insights: string;
  sources: string;
  readOn(day: string): string;
  stale: string;
  partial: string;
  separator: string;
}

const WORDS: Readonly<Record<ReviewLanguage, Words>> = {
  en: {
    title: 'Employer reputation',
    head: ['Employer', 'Rating', 'Reviews'],
    reviews: (count) => `${whole(count, 'en')} ${count === 1 ? 'review' : 'reviews'}`,
    outOf: 'out of 5',
    none: 'Neither site has a rating for this employer.',
    several: 'The name looks like several names: send each as its own entry of the list.',
    without: {
      found_without_figures: 'A page about this employer was found, but no rating with a number of reviews.',
      ambiguous: 'Several employers have this name. Use the name shown on one of these pages.',
    },
    asOf: (day) => `These figures are from ${day}; no newer ones were found.`,
    failed: 'Could not be looked up',
    noInsights: 'No themes were extracted.',
    insights: 'What reviewers say',
    sources: 'Sources',
    readOn: (day) => `read on ${day}`,
    stale: 'A newer look failed; these figures are older than 90 days.',
    partial: 'Not checked',
    separator: ': ',
  },
  fr: {
    title: 'Réputation employeur',
    head: ['Employeur', 'Note', 'Avis'],
    reviews: (count) => `${whole(count, 'fr')} avis`,
    outOf: 'sur 5',
    none: "Aucun des deux sites n'a de note pour cet employeur.",
    several: 'Ce nom semble en réunir plusieurs : envoyez chacun comme un élément distinct de la liste.',
    without: {
      found_without_figures: "Une page de cet employeur a été trouvée, mais aucune note avec son nombre d'avis.",
      ambiguous: "Plusieurs employeurs portent ce nom. Précisez-le d'après l'une de ces pages.",
    },
    asOf: (day) => `Ces chiffres datent du ${day} : aucun chiffre plus récent n'a été trouvé.`,
    failed: "N'a pas pu être consulté",
    noInsights: "Aucun thème n'a été extrait.",
    insights: 'Ce que disent les avis',
    sources: 'Sources',
    readOn: (day) => `lu le ${day}`,
    stale: 'La dernière mise à jour a échoué ; ces chiffres datent de plus de 90 jours.',
    partial: 'Non consulté',
    separator: ' : ',
  },
};

/** Writes the answer as a Markdown document: a table, then each employer. Text from outside is escaped. */
export function writeReputationDocument(names: ReadonlyMap<string, NameAnswer>, language: ReviewLanguage): string {
  const words = WORDS[language];
  const rows = [...names].map(([name, { reputation }]) => {
    const { rating, review_count: count } = reputation;
    return `| ${escapeMarkdown(name)} | ${rating === null ? '–' : `${decimal(rating, language)}/5`} | ${whole(count, language)} |`;
  });
  const table = [`| ${words.head.join(' | ')} |`, '| --- | ---: | ---: |', ...rows].join('\n');
  const sections = [...names].map(([name, answer]) => writeSection(name, answer, language));
  return `${[`# ${words.title}`, table, ...sections].join('\n\n')}\n`;
}

/** Why a site could not be read. Needed only in French, because the provenance already contains English reasons. */
const FAULTS_IN_FRENCH: Readonly<Record<FaultKind, string>> = {
  blocked: 'a refusé de répondre',
  rate_limited: "demande d'attendre",
  timeout: "n'a pas répondu à temps",
  out_of_time: "n'a pas pu être lu avant la fin de l'appel",
  skipped: "a échoué plusieurs fois et n'a plus été consulté",
  changed: 'a répondu dans un format inconnu',
  error: "n'a pas pu être lu",
};

function writeReason({ provenance, failures }: NameAnswer, language: ReviewLanguage): string {
  if (language === 'en' || failures.length === 0) return escapeMarkdown(provenance.reason ?? '');
  return failures
    .map(({ site, kind }) => `${findReviewSite(site)?.name ?? escapeMarkdown(site)} ${FAULTS_IN_FRENCH[kind]}`)
    .join(' ; ');
}

function writeSection(name: string, answer: NameAnswer, language: ReviewLanguage): string {
  const { reputation, provenance } = answer;
  const words = WORDS[language];
  const blocks = [`## ${escapeMarkdown(name)}`];
  if (reputation.rating === null) {
    const { status } = provenance;
    if (status === 'could_not_look') blocks.push(`${words.failed}${words.separator}${writeReason(answer, language)}`);
    else blocks.push(words.without[status] ?? words.none);
    if (status === 'not_found' && provenance.reason) blocks.push(words.several);
    if (provenance.sources.length > 0) blocks.push(writeSources(provenance, language));
    return blocks.join('\n\n');
  }
  const rating = decimal(reputation.rating, language);
  const reviews = words.reviews(reputation.review_count);
  blocks.push(`**${rating} ${words.outOf}** · ${reviews}`);
  if (reputation.insights.length > 0) {
    const list = reputation.insights.map((insight) => `- ${escapeMarkdown(insight)}`).join('\n');
    blocks.push(`${words.insights}${words.separator.trimEnd()}\n\n${list}`);
  } else if (provenance.sources.some(({ method }) => method === 'page')) {
    blocks.push(words.noInsights);
  }
  blocks.push(writeSources(provenance, language));
  if (provenance.as_of) blocks.push(words.asOf(provenance.as_of));
  if (provenance.status === 'stale') blocks.push(words.stale);
  if (provenance.reason) blocks.push(`${words.partial}${words.separator}${writeReason(answer, language)}`);
  return blocks.join('\n\n');
}

function writeSources({ sources }: Provenance, language: ReviewLanguage): string {
  const words = WORDS[language];
  return `${words.sources}${words.separator}${sources.map((source) => writeSource(source, language)).join('; ')}.`;
}

function writeSource(source: Provenance['sources'][number], language: ReviewLanguage): string {
  const words = WORDS[language];
  const label = findReviewSite(source.site)?.name ?? escapeMarkdown(source.site);
  const link = linkTo(source.url, label);
  const figures =
    source.rating === null ? [] : [`${decimal(source.rating, language)}/5`, words.reviews(source.review_count)];
  return `${link} (${[escapeMarkdown(source.matched_name), ...figures].join(', ')}, ${words.readOn(source.fetched_at.slice(0, 10))})`;
}

/**
 * Writes a Markdown link. In its address, the characters that could end the link are encoded. Returns only the label if
 * the address is not an HTTP URL.
 */
function linkTo(address: string, label: string): string {
  if (!/^https?:\/\//i.test(address) || !canParseUrl(address)) return label;
  const safe = new URL(address).href.replace(/[()<>\s"'\\`|[\]]/g, encodeMark).replace(/&/g, '&amp;');
  return `[${label}](${safe})`;
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Makes the text one line in which Markdown and HTML have no effect. */
function escapeMarkdown(text: string): string {
  return (
    stripInvisible(text)
      .replace(/\s+/gu, ' ')
      .trim()
      // Parentheses need no escape, because they form a link only after an unescaped square bracket.
      .replace(/[\\`*_{}[\]#!|~^$]/g, String.raw`\$&`)
      // At the start of a line, these characters begin a list or underline a heading.
      .replace(/^[-=+]/, String.raw`\$&`)
      .replace(/^(\d+)([.)])/, String.raw`$1\$2`)
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      // Some renderers turn bare addresses into links.
      .replace(/:\/\//g, ':&#47;/')
      .replace(/\b(www)\./gi, '$1&#46;')
      .replace(/(?<=[\w.+-])@(?=[\w-]+\.)/g, ' @ ')
  );
}

function whole(count: number, language: ReviewLanguage): string {
  return count.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB').replace(/[\u202f\u00a0]/g, ' ');
}
