import type { AdvertMarks } from './marks.ts';

const NOUN =
  '(?:job|vacancy|position|role|post|posting|advert|ad|advertisement|opportunity|listing|opening|requisition)';
const SOUGHT =
  "(?: (?:that |which )?you(?:'re| are|'ve| have)? (?:looking for|looked for|requested|selected|trying to \\w+|tried to \\w+))?";
const THIS_ADVERT = `(?:this|the) (?:job |career )?${NOUN}(?: (?:posting|advert|ad|listing|opportunity|opening|offer))?${SOUGHT}`;
const ON_DAY = '(?: (?:on|at) [^,]{0,30}\\d[^,]{0,20})?';
const APPLICATIONS = `applications?(?: (?:for|to) (?:this|the) ${NOUN})?`;

const OFFER = `(?:cette |l')(?:offre|annonce)(?: d'emploi| de stage)?(?: que vous (?:avez )?(?:\\w+ )?\\w+)?`;
const NO_LONGER = "n'est (?:malheureusement |desormais )?plus";
const OF_LATE = '(?:deja |desormais |maintenant |malheureusement )?';
const LE_JOUR = '(?: le [^,]{3,30})?';

/**
 * Sentences that state the closure of an advert, for folded text (lower case, no accents). Each must match a whole
 * sentence.
 */
const STATEMENTS: readonly string[] = [
  `${THIS_ADVERT} (?:has|have) (?:now |already |been |since |either )*(?:closed|expired|ended|filled|removed|withdrawn|deleted|taken down)(?: or (?:closed|expired|filled|removed))?${ON_DAY}`,
  `${THIS_ADVERT} (?:is|was) (?:now |already )?(?:closed|expired|filled|unavailable|closed (?:for|to) (?:new )?applications|no longer (?:available|active|open|advertised|live|online|valid|(?:open|available) (?:for|to) applications|accepting (?:new )?applications))`,
  `${THIS_ADVERT} is (?:not|not currently|currently not) (?:available|accepting (?:new )?applications)(?: any ?more)?`,
  `${THIS_ADVERT} (?:no longer exists|does not exist any ?more|(?:closed|expired)${ON_DAY})`,
  `(?:we are |we're |this employer is )?(?:no longer|not) accepting (?:new )?applications(?: for (?:this|the) ${NOUN})?`,
  `${APPLICATIONS} (?:(?:have|has|are|is) (?:now )?(?:been )?)?closed${ON_DAY}`,
  `${APPLICATIONS} are no longer (?:being )?accepted`,
  '(?:now )?closed (?:for|to) (?:new )?applications',
  `(?:the )?(?:application deadline|deadline for applications|closing date)(?: for (?:this|the) ${NOUN})? has (?:now )?passed`,
  `${NOUN}(?: (?:posting|advert|ad|listing))? (?:closed|expired|filled|no longer available|not found)`,
  `${OFFER} (?:${NO_LONGER} (?:disponible|en ligne|active|d'actualite|a pourvoir|valable|valide|publiee|accessible|ouverte)|n'existe (?:malheureusement )?plus)`,
  `${OFFER} (?:a ${OF_LATE}(?:expire|(?:ete )?(?:pourvue|retiree|supprimee|cloturee|fermee|desactivee|depubliee|archivee))|est ${OF_LATE}(?:expiree|pourvue|cloturee|close|fermee|terminee|archivee|desactivee|indisponible))${LE_JOUR}`,
  `(?:ce|le) poste (?:${NO_LONGER} (?:disponible|a pourvoir|vacant|ouvert)|(?:est|a) ${OF_LATE}(?:ete )?pourvu)`,
  `(?:les )?candidatures (?:sont ${OF_LATE})?(?:closes|cloturees|fermees|terminees)(?: pour (?:cette offre|ce poste))?${LE_JOUR}`,
  '(?:les )?candidatures ne sont plus (?:acceptees|possibles|ouvertes)(?: pour (?:cette offre|ce poste))?',
  "(?:nous n'acceptons|(?:cette (?:offre|annonce)|l'employeur|l'entreprise|le recruteur) n'accepte) plus (?:de |les )?(?:nouvelles )?candidatures?(?: pour (?:cette offre|ce poste))?",
  `(?:le |ce )?recrutement (?:est ${OF_LATE})?(?:clos|termine|cloture)`,
  `(?:la )?date limite (?:de candidature|de depot des candidatures|pour postuler) (?:est )?${OF_LATE}(?:depassee|passee)`,
  "(?:offre|annonce)(?: d'emploi)? (?:expiree|pourvue|cloturee|fermee|archivee|indisponible|introuvable)",
  'poste (?:deja )?pourvu',
  '(?:diese stelle|diese stellenanzeige|dieses stellenangebot) ist (?:leider )?nicht mehr (?:verfugbar|aktiv|online)',
];

/**
 * Marks for all sites. The `advertPath` of a single site replaces the general one, but its closed sentences are added
 * to the general ones.
 */
export const GENERAL_MARKS: AdvertMarks = {
  source: 'sentences of job sites and of career pages, as their readers quote them',
  advertPath:
    /^(?:[^?]*\/(?:jobs?|vacanc(?:y|ies)|careers?|positions?|openings?|roles?|adverts?|offres?(?:-(?:d-)?emplois?)?|emplois?|postes?|stellen?(?:angebote)?|viewjob|job-?details?)(?:\/[^/?#]+)*\/(?!(?:life|working|work|why|how|meet|our|about)-|[^/?#]*(?:^|-|\/)(?:jobs|emplois|offres|vacancies)(?:-|\/|$|\?))[^/?#]*(?:\d{4}|[a-z0-9]+(?:-[a-z0-9]+){2})[^/?#]*\/?(?:\?|$)|[^?]*\?(?:.*&)?(?:gh_jid|jobid|job_id|vacancyid|vacancy_id|offerid|id_?offre)=\w{3,})/i,
  closedSentences: STATEMENTS.map((statement) => new RegExp(`^${statement}$`)),
};
