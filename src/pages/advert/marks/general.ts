import type { AdvertMarks } from './marks.ts';

const ADVERT = '(?:job|vacancy|position|role|post|posting|advert|advertisement|opportunity|listing|opening)';
const THIS_ADVERT = `(?:this|the) (?:job )?${ADVERT}(?: (?:posting|advert|listing|you are looking for))?`;
const OFFER = "(?:cette |l'|l’)(?:offre|annonce)(?: d(?:'|’)emploi)?(?: que vous (?:recherchez|cherchez))?";
const FRENCH_POST = '(?:ce|le) poste';
const NOT_AVAILABLE =
  "n(?:'|’)est (?:malheureusement )?plus (?:disponible|en ligne|active|d(?:'|’)actualite|a pourvoir)";

/** Common wordings of adverts in English, French and German, and common forms of their addresses. */
export const GENERAL_MARKS: AdvertMarks = {
  advertPath:
    /\/(?:jobs?|vacanc(?:y|ies)|careers?|positions?|openings?|roles?|adverts?|offres?(?:-(?:d-)?emplois?)?|emplois?|postes?|stellen?(?:angebote)?|viewjob|job-?details?)(?:\/[^/?#]+)*\/[^/?#]*(?:\d{4}|[a-z0-9]+(?:-[a-z0-9]+){2})[^/?#]*\/?$/i,
  closedClasses: [],
  closedSentences: [
    new RegExp(
      `^${THIS_ADVERT} (?:has (?:now |already |been |since )*(?:closed|expired|filled|removed|withdrawn)|is (?:now )?(?:closed|expired|filled|no longer (?:available|active|open|advertised|live|accepting applications)))$`,
    ),
    /^(?:we are |we're )?no longer accepting applications(?: for this (?:job|role|position|vacancy|post))?$/,
    /^applications? (?:for this (?:job|role|position|vacancy|post) )?(?:have|has|are|is) (?:now )?(?:been )?closed$/,
    new RegExp(
      `^${OFFER} (?:${NOT_AVAILABLE}|a expire|est (?:expiree|pourvue|cloturee|fermee)|a ete (?:pourvue|retiree))$`,
    ),
    new RegExp(`^${FRENCH_POST} (?:${NOT_AVAILABLE}|est (?:deja )?pourvu|a (?:deja )?ete pourvu)$`),
    /^(?:les )?candidatures (?:sont )?(?:closes|cloturees|fermees)(?: pour cette offre)?$/,
    /^(?:diese stelle|diese stellenanzeige|dieses stellenangebot) ist (?:leider )?nicht mehr (?:verfugbar|aktiv|online)$/,
  ],
};
