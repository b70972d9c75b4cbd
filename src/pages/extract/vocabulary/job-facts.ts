import type { LinePattern } from './lines.ts';

/** Labels of an advert's facts in English, French and German, in lower case and without a colon. */
export const FACT_LABELS: ReadonlySet<string> = new Set(
  (
    'salary|pay|pay rate|rate|rate of pay|wage|compensation|salary range|pay range|salary band|package|grade|band|annual salary|hourly rate|day rate|' +
    'salary details|salary description|remuneration|location|place|where|office|based in|work location|job location|workplace|city|town|region|postcode|area|' +
    'company|employer|organisation|organization|recruiter|hiring organisation|client|company name|agency|' +
    'job type|type|contract|contract type|contract length|employment type|job basis|hours|working hours|hours per week|working pattern|schedule|work pattern|' +
    'work mode|working model|work type|remote|remote working|posted|date posted|published|posted on|closing date|closes|deadline|apply by|application deadline|expires|valid through|' +
    'start date|starting|duration|reference|job reference|ref|job ref|job id|vacancy id|requisition|department|team|division|sector|industry|category|function|' +
    'experience|level|seniority|career level|education|qualification|languages|reports to|benefits|interview date|vacancies|job title|role|position|' +
    'salaire|rémunération|salaire annuel|fourchette de salaire|lieu|lieu de travail|localisation|ville|localité|secteur géographique|entreprise|société|employeur|recruteur|' +
    "contrat|type de contrat|nature du contrat|type d’emploi|type d'emploi|temps de travail|durée du travail|durée du contrat|horaires|télétravail|date de publication|publiée le|publié le|" +
    "date limite|date de début|prise de poste|date de prise de poste|référence|réf|expérience|niveau d’études|niveau d'études|formation|statut|secteur|secteur d’activité|secteur d'activité|service|poste|" +
    'gehalt|ort|standort|arbeitsort|firma|unternehmen|arbeitgeber|vertragsart|arbeitszeit|veröffentlicht|bewerbungsfrist'
  ).split('|'),
);

export const PAY: LinePattern = {
  pattern:
    /(?:(?:[£€$]|\b(?:gbp|eur|usd)\b)\s?\d[\d.,  ]*\s?k?|\d[\d.,  ]*\s?k?\s?(?:€|£|\$|\beur(?:os?)?\b|\bgbp\b))[^\d\n]{0,24}(?:\b(?:per|an?|p\.?a\.?|p\/h|ph|annum|year|month|week|day|hour|hourly|annually|par|brut|bruts|net|an|mois|jour|heure)\b|[-–—/]|\bto\b|\bà\b)|\d\s?k\s?(?:€|£)|[£€$]\s?\d+(?:[.,]\d+)?\s?k\b|[£€$]\s?\d{2,3}[,. ]\d{3}\b|\b\d{2,3}[,. ]\d{3}\s?(?:€|£|eur)/i,
  hits: [
    '£35,000 a year',
    '£30,000 - £35,000',
    '30-35 K€',
    '12,50 € par heure',
    '30 000 € brut',
    '€45k',
    'GBP 14.20 per hour',
    '30.000 EUR',
  ],
  misses: ['£5', '35 hours', 'founded 1999', '5 k run', 'We raised 3 sums'],
};
export const APPLY_CONTROL: LinePattern = {
  pattern:
    /^(?:apply\b|easy apply|quick apply|start (?:your )?application|postuler|je postule|candidater|(?:déposer|envoyer) (?:ma|votre|une) candidature|jetzt bewerben)/i,
  hits: ['Apply now', 'Apply for this job', 'Postuler', 'Je postule', 'Jetzt bewerben'],
  misses: ['Applied sciences', 'How to apply', 'Reapply'],
};
export const JOB_ADDRESS: LinePattern = {
  pattern:
    /\/(?:jobs?|vacanc(?:y|ies)|careers?|offres?|emplois?|offre-emploi|positions?|stellen(?:angebote)?|postes?|openings?|opportunities)[/-]/i,
  hits: ['/jobs/data-engineer-12', '/vacancy/44', '/offre-emploi/dev-44', '/careers/role-3'],
  misses: ['/jobsite', '/blog/career', '/products/12'],
};
