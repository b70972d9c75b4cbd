import type { Contract } from '../../../schemas/index.ts';
import {
  type ContractReading,
  type ContractSources,
  foldInPlace,
  type Form,
  form,
  FULL_OR_PART,
  kindsIn,
  NOTHING,
  partsOf,
  reading,
} from './advert-words.ts';

const ROLE =
  '(?:role|position|post|job|contract|contracts|vacancies|opportunity|vacancy|headcount|employee|basis|employment|appointment|hire|placement|assignment|poste|offre|emploi)';
/** What stands between a kind and the noun: "permanent, full-time NHS role"; never a word that begins another clause. */
const AND_MORE = `(?:[ ,/&-]{1,3}(?:and |et )?${FULL_OR_PART})?[ ,/-]{1,3}(?:(?!who|that|which|to |the|of |in |with|for|at |on |our|your|is |are |and )[a-z0-9-]{2,14} ){0,2}`;
/** "we are looking for a", "recherche des": what follows is hired. */
const SEEKING =
  "(?:looking for|seek(?:ing|s)?|recruit(?:ing|s)?|hiring|needs?|requires?|wants?|recrut\\w{1,6}|recherch\\w{1,6}|appel a|besoin de|besoin d')(?: (?:an?|our|some|of|several|two|three|\\d{1,2}|un|une|des|deux|trois|son|sa|ses))? ?(?:(?!les |nos |vos |the )[\\p{L}-]{2,16} ){0,3}?";
/** "The post is permanent and home-based." */
const IS = `(?:${ROLE}|it|this|cdi|vacancies|roles|positions|posts) (?:is|are|will be|would be|can be) (?:offered |available |being )?(?:as |on )?(?:an? )?(?:[a-z-]{2,14} ){0,2}?`;
/** Where a sentence begins, or a line. */
const SENTENCE = '(?<=(?:^|[.;:\\n•|]) ?)';
const MONTH =
  '(?:jan(?:uary|vier)?|feb(?:ruary)?|fevrier|mar(?:ch|s)?|apr(?:il)?|avril|may|mai|june?|juin|july?|juillet|aug(?:ust)?|aout|sept?(?:ember|embre)?|oct(?:ober|obre)?|nov(?:ember|embre)?|dec(?:ember|embre)?)';
const FIELD =
  '(?:(?:contract|job|employment|position|vacancy|role|work)(?: type| term| length| duration| status)?|type(?: of (?:contract|employment|job))?|term|duration|tenure|basis|type de contrat|contrat|nature du contrat|statut|duree(?: du contrat)?) ?[:=|–-] ?';
const MONTHS =
  '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|dix-huit)(?:[ -]{1,3}(?:month|months|mth|mths|mois|year|years|an|ans|week|weeks|semaines?))';

/** The narrower kinds first: an apprenticeship under a CDI is an apprenticeship. */
const CONTRACT_FORMS: readonly Form<Contract>[] = [
  {
    kind: 'apprenticeship',
    words: form(
      'apprenticeships?',
      'apprentice',
      'apprentie?s?(?:·e)?',
      'apprentissage',
      'alternances?',
      'alternante?s?',
      'contrat (?:pro|de professionnalisation)',
      'professionnalisation',
    ),
  },
  {
    kind: 'apprenticeship',
    inText: true,
    words: form(
      "(?:contrat|poste|offre|recrut\\w{1,6}|recherch\\w{1,6}|formation|mission) (?:[\\p{L}']{1,12} ){0,4}(?:en|d')[ ']?(?:alternance|apprentissage)",
      "contrat (?:pro|de professionnalisation|d'apprentissage)",
      '(?:this|our|the|an|a) (?:[a-z0-9-]{1,14} ){0,4}apprenticeship (?:role|programme|program|position|scheme|will|is|offers|provides|lasts)',
      `${FIELD}(?:[a-z]{1,12}[ ,/]{1,3}){0,3}(?:apprenticeship|alternance|apprentissage)`,
    ),
  },
  {
    kind: 'internship',
    words: form(
      '^stages?',
      'internships?',
      'interns?',
      'stagiaires?',
      'offre de stage',
      'stage (?:de|en|\\d)[^,;]{1,40}',
      'en stage',
      'placement (?:year|student)',
      '(?:summer|industrial|year in industry) placement',
      'year in industry',
      'convention de stage',
    ),
  },
  {
    kind: 'internship',
    inText: true,
    words: form(
      '(?:this|our|the|an|a) (?:[a-z0-9-]{1,14} ){0,3}internship (?:role|programme|program|position|is|will|offers|lasts|starts)',
      "(?:dans le cadre d'un|recherch\\w{1,6} une?|offre de|nous proposons un|ce) stage\\b",
      'convention de stage',
      "stage (?:conventionne|de fin d'etudes|de \\d|d'une duree)",
      `${FIELD}(?:internship|stage|stagiaire)`,
    ),
  },
  {
    kind: 'freelance',
    words: form(
      'freelances?',
      'freelancers?',
      'independante?s?',
      'self[- ]employed',
      'contractors?',
      'outside ir35',
      'inside ir35',
      'portage(?: salarial)?',
      'auto[- ]?entrepreneurs?',
      'micro[- ]?entrepreneurs?',
      'day rate contract',
      'associate \\(self employed\\)',
    ),
  },
  {
    kind: 'freelance',
    inText: true,
    words: form(
      '(?:inside|outside|within)(?: of)? (?:the )?(?:scope of )?ir35',
      'ir35 ?[:=] ?(?:inside|outside)',
      '(?:mission|poste|contrat|statut) (?:en |de )?(?:freelance|independante?|portage)',
      'en (?:freelance|portage salarial)',
      '(?:this is|we are (?:looking for|seeking)) (?:an? )?(?:freelance|self[- ]employed|contractor)',
      `(?:freelance|self[- ]employed)${AND_MORE}${ROLE}`,
      '(?:on an?|as) (?:freelance|self[- ]employed)',
      `${SEEKING}freelance`,
      `${IS}(?:freelance|self[- ]employed)`,
      "(?:freelance(?:rs?)?|self[- ]employed) [a-z' -]{2,30}(?:wanted|needed|required|sought)",
      "(?:you|you'll|you will|and) invoice",
      'invoice us',
      '(?:your own|via|through|umbrella or|paye or) (?:a |your )?(?:own )?(?:limited|ltd)(?: company)?',
      'day cis',
      'subbies',
      'sub-?contract(?:or)?s? (?:welcome|basis)',
      "statut (?:d')?(?:auto-?entrepreneur|micro-?entrepreneur|independant|freelance)",
      'prestataires? independants?',
      'registered (?:as )?self[- ]employed',
      'self[- ]employed (?:[a-z]{3,14}s|only|opportunity)',
      'chair to rent',
      'independent contractors?',
      'be your own boss',
      '(?:travailleurs?|consultants?|traducteurs?) independante?s?',
      'rent[- ]a[- ]chair',
      'cis (?:or|and|only|rates?|registered|basis|paid|payment)',
      'ltd company',
      `${FIELD}(?:freelance|independant|self[- ]employed|contractor)`,
      'tjm ?[:=]? ?\\d{2}',
    ),
  },
  {
    kind: 'fixed_term',
    words: form(
      'fixed[- ]?term(?:[- ]contract)?',
      '(?<=(?:or|\\/) ?)contract',
      'contract(?= ?(?:or|\\/) ?perm)',
      'saisonni(?:er|ere)s?',
      'saison',
      'ftc',
      'cdd(?:i|u)?',
      'duree determinee',
      'contractuel(?:le)?',
      'maternity (?:leave )?cover',
      'mat(?:ernity)? cover',
      'parental leave cover',
      'secondments?',
      `${MONTHS}[ ,-]{1,3}(?:fixed[ -]term|ftc|contract|secondment)`,
      `contract[ ,:(-]{1,4}${MONTHS}`,
      'remplacement de conge maternite',
    ),
  },
  {
    kind: 'fixed_term',
    inText: true,
    words: form(
      'fixed[- ]?term(?= (?:or|and\\/or|&|\\/))',
      '(?<=(?:or|and|&|\\/) )fixed[- ]?term',
      `${SENTENCE}fixed[- ]?term`,
      'ftc',
      'contrat (?:de projet|doctoral)',
      'cdd[ui]',
      `contrat de ${MONTHS}`,
      `${SENTENCE}contractuel(?:le)?`,
      `contract ends (?:in |on )?(?:\\d{1,2} )?${MONTH}`,
      'suppleance',
      'pour la saison',
      "saison (?:d'ete|d'hiver|estivale|hivernale|20\\d\\d)",
      `funded (?:until|to|through to) (?:the end of )?(?:\\d{1,2} )?${MONTH}`,
      `\\d{1,2}(?:st|nd|rd|th)? ${MONTH}(?: 20\\d\\d)? ?(?:to|-|until) ?\\d{1,2}(?:st|nd|rd|th)? ${MONTH}`,
      `(?:d'|de )${MONTH} a (?:fin )?${MONTH}`,
      `${IS}fixed[- ]?term`,
      `contrat (?:de travail )?de ${MONTH} a ${MONTH}`,
      `(?:remplacement|suppleance)s? (?:de|pour|d'une duree de|pendant) ${MONTHS}`,
      "remplacement (?:de |d'un |d'une )?conges? (?:maternite|parental)",
      `${SEEKING}saisonniers?`,
      'contrats? saisonniers?',
      `(?:contract|post|role|position)[^.;\\n]{0,30}? (?:until|ending|to end|up to) (?:the end of )?(?:\\d{1,2}(?:st|nd|rd|th)? )?${MONTH}`,
      `for (?:an initial )?(?:period of )?${MONTHS} in the first instance`,
      'fixed[- ]?term[ -]{1,3}(?:contract|role|position|post|basis|appointment|employment|opportunity|vacancy|for|from|until|to)',
      'fixed[- ]?term ?[(,]',
      '(?:on|for) a fixed[- ]?term',
      `${FIELD}(?:[a-z-]{1,12}[ ,/]{1,3}){0,2}fixed[- ]?term`,
      '(?:contrat a )?duree determinee',
      'cdd',
      `${MONTHS}[ ,-]{1,3}(?:initial )?(?:fixed[ -]term|ftc|contract|secondment)`,
      'maternity (?:leave )?cover',
      '(?:on )?secondment (?:role|opportunity|post)',
      `contract (?:length|duration) ?[:=-] ?${MONTHS}`,
    ),
  },
  {
    kind: 'temporary',
    words: form(
      'temporary',
      'temp',
      'temps?(?= (?:role|job|work|assignment))',
      'seasonal',
      'interim',
      'interimaires?',
      'vacataires?',
      'vacations?(?= )',
      'casual',
      'zero[- ]hours?(?: contract)?',
      'extras?(?= |$)',
      'bank(?= (?:staff|worker|nurse|hca|porter|healthcare|support|contract|shifts?|role|post)| ?[-,)/]| ?$)',
      'locums?',
      "mission d'interim",
      'travail temporaire',
      'christmas',
      'agency worker',
      'relief',
      'supply(?= teacher| ta| staff)',
    ),
  },
  {
    kind: 'temporary',
    inText: true,
    words: form(
      `temporary${AND_MORE}${ROLE}`,
      '(?:on|for) an? (?:[a-z]{3,12} )?temporary (?:basis|contract)',
      `temp ${ROLE}`,
      '(?:this is|we are (?:looking for|seeking|recruiting)) (?:an? )?(?:temporary|seasonal|casual)',
      `seasonal${AND_MORE}${ROLE}`,
      "mission (?:d'|en )?(?:interim|interimaire)",
      "contrat (?:d'|en )?interim",
      'en interim',
      'contrat (?:de travail )?temporaire',
      'contrat de mission',
      `${SEEKING}(?:casual|extras?(?= )|vacataires?|bank (?:staff|workers|nurses))`,
      '(?:a la|en|des) vacations?(?! de \\d)',
      `casual${AND_MORE}${ROLE}`,
      'casual (?:workers?|staff|hours|shifts|pool)',
      'pool of (?:casual|bank|relief)',
      '(?:hours|shifts|work|worked|basis|called|employed)[^.;\\n]{0,25} as and when (?:required|needed)',
      'zero[- ]hours? (?:contract|basis|agreement)',
      'en extra',
      'vacations? (?:payee|remuneree)s?',
      'missions? ponctuelles?',
      'ad[- ]hoc basis',
      '(?:paye (?:or|and|\\/) umbrella|umbrella (?:or|and|\\/) paye)',
      'recherche des extras',
      'relief (?:basis|contract|role|workers?)',
      `${FIELD}(?:[a-z-]{1,12}[ ,/]{1,3}){0,2}(?:temporary|temp|interim|interimaire|seasonal|casual|locum)`,
    ),
  },
  {
    kind: 'permanent',
    words: form(
      'permanent',
      'perm',
      'substantive',
      'permanente?',
      'cdi(?: interimaire| de chantier)?',
      'duree indeterminee',
      'titulaire',
    ),
  },
  {
    kind: 'permanent',
    inText: true,
    words: form(
      `permanent${AND_MORE}${ROLE}`,
      `permanent[ ,/&-]{1,3}${FULL_OR_PART}`,
      `${FULL_OR_PART}[ ,/&-]{1,3}(?:and )?permanent`,
      '(?:on|for) an? (?:[a-z-]{3,12} )?permanent (?:basis|contract)',
      '(?:this is|it is|role is|position is|offering) (?:an? )?permanent',
      `${FIELD}(?:[a-z-]{1,12}[ ,/]{1,3}){0,3}(?:permanent|perm|cdi)`,
      'cdi',
      '(?:contrat a )?duree indeterminee',
      `perm ${ROLE}`,
      `${IS}permanent`,
      'permanent(?= (?:or|and\\/or|&|\\/) (?:fixed|temp|contract))',
      'permanent(?: [a-z]{2,12})? staff (?:role|position|post|contract)',
      `substantive${AND_MORE}${ROLE}`,
      '(?:open[- ]ended|indefinite)(?: employment)? contract',
      'permanently employed',
      'permanent straight away',
      `${FIELD}(?:open[- ]ended|indefinite)`,
      `${SENTENCE}permanent(?! (?:or|and) )`,
      'reserve\\w{0,3} aux (?:agents |fonctionnaires )?titulaires',
      'par voie (?:statutaire|de mutation)(?!,? (?:ou|et))',
      `${SEEKING}permanent`,
    ),
  },
];

/** What is promised for later, or denied, says nothing of this contract; other meanings of the words neither. */
const NOT_THIS_CONTRACT = new RegExp(
  [
    "(?:prolong\\w{1,5}|poursui\\w{1,6}|convert\\w{1,5}|conversion|evolutif|evolution|evoluer|debouch\\w{1,5}|transform\\w{1,5}|possibilite|perspective|promesse|opportunite|suivi|pouvant|puis|avant)[^.;:\\n]{0,40}?(?:en|sur|vers|d'un|de|un|une|d')[ ']?(?:contrat (?:en |a )?)?(?:cdi|duree indeterminee|embauche|pre-?embauche)(?: en (?:cdi|contrat a duree indeterminee))?",
    "vue d'(?:un cdi|une? embauche)",
    'cdi (?:a la cle|possible|envisage(?:able)?)',
    'pre-?embauche',
    '(?:temp(?:orary)?|contract|ftc)[ -](?:to|2)[ -]perm(?:anent)?',
    '(?:leading|lead|view|going|converted?|potential|possibility|possible|chance|opportunity|scope|could|may|might|option)\\b[^.;:\\n]{0,50}?\\b(?:permanent|perm)\\b(?: (?:role|position|contract|job|employment|staff))?',
    'permanent (?:roles?|positions?|jobs?|contracts?)? ?(?:(?:are |is )?(?:offered|available) )?(?:after|upon|following(?! (?:an? |successful )?(?:[a-z-]{1,10} ){0,2}probation)|once)',
    '(?:after|upon|once|following)[^.;:\\n]{0,40}? (?:on )?(?:an? )?permanent(?: contract| role| position)?',
    '(?:not|no|isn.t|non|pas(?: de| d.| en| un)?|sans|rather than|instead of|ni)(?: (?:an?|un|une))? (?:permanent|fixed[- ]term|temporary|cdi|cdd|interim|freelance\\w{0,2}|stage|alternance|apprenti\\w{0,7}|contractors?|internships?|agency)(?: (?:role|position|contract))?',
    'perm(?:anent)? (?:right|residen\\w{1,6}|leave|health|staff(?! (?:role|position|post|contract))|member|team|way|make-?up|marker|magnet|placements?|recruitment|recruiter|recruit\\w{1,5}|consultant|division|desk|roles across|exhibition|collection|base|site|supply|secretary|night|nights|days?)',
    'formation permanente',
    'en permanence',
    'temp(?:orary)? (?:recruitment|recruiter|staff|staffing|workers|desk|consultant|division|cover for|absence|works?|accommodation|event)',
    'temporary works',
    "agences? d'interim",
    'entreprises? de travail temporaire',
    "agence (?:d'emploi|interim\\w*)",
    "acteur de l'interim",
    'interim (?:et|,|/) (?:cdi|cdd|recrutement)[^.;\\n]{0,40}',
    'travail temporaire,? (?:et|de) [^.;\\n]{0,40}',
    'interimaires? (?:beneficient|profitent)',
    '(?:nos|des|les|vos) (?:interimaires|alternants|stagiaires|apprentis|freelances)',
    '(?:supervis\\w{1,4}|mentor\\w{0,4}|manag\\w{1,4}|train(?:ing|s|ed)?|support\\w{0,4}|line manag\\w{1,4}|encadr\\w{1,6}|form\\w{1,6}|tuteur|tutorat|accompagn\\w{1,6})[^.;:\\n]{0,30}?(?:apprentices?(?!hip)|interns?|contractors?|stagiaires?|alternante?s?|apprentie?s?)',
    '(?:previous|prior|as an?|experience|experiences?|stages? et alternances?|premiere experience)[^.;:\\n]{0,40}?(?:internships?|interns?(?!\\w)|apprentice(?:ship)?s?|stages?|alternances?|apprentissage)(?: (?:comprise?s?|inclus\\w{0,2}|acceptee?s?))?',
    'completed? (?:an? )?(?:[a-z0-9-]{1,14} ){0,3}apprenticeships?',
    'apprenticeships? (?:levy|training provider|trained|qualified|served|standard|assessor|tutor|coach|delivery|recruitment|manager|team|officer|coordinator|adviser|advisor)',
    'apprentice (?:programme|program|scheme|team|support|recruitment|coordinator|manager|mentor)',
    'internships? (?:coordinator|manager|officer)',
    'time[- ]served apprentic\\w{1,6}',
    '(?<!independent )(?:sub-?|main |principal |electrical |building |roofing |external |our |the |by |of |and |with )contractors?(?! (?:role|position|rate|basis))',
    'contractors? (?:manage\\w{1,4}|coordinat\\w{1,4}|liaison|on site|and suppliers)',
    'independent(?:ly)?(?! contractors?)',
    'bank holidays?',
    'key stage',
    'early stage',
    'late[- ]stage',
    'stage (?:manager|management|technician|hand|crew|door|school|\\d)',
    'each stage',
    'next stage',
    'first stage',
    'backstage',
    'intern(?:al|ational)\\w*',
    '(?:charge\\w{0,2}|conseill\\w{1,4}|responsable|gestionnaire|coordinat\\w{1,5}|developpeu\\w{1,3}|referente?)[^.;\\n(-]{0,30}(?<!en )(?<!- )(?:alternance|apprentissage)',
    "(?:formation|prise? en charge|financ\\w{1,4}|possible|possibilite|via|soit|ou) [^.;\\n]{0,80}?contrat (?:d'apprentissage|de professionnalisation)(?: ou (?:d'apprentissage|de professionnalisation))?",
    'casual (?:dining|dress|wear|clothing)',
    "titulaires? (?:du|de|d'un|des)",
    '(?:clients?|customers?|members|families|users)[^.;:\\n]{0,30}?(?:freelanc\\w{0,3}|self[- ]employed)',
    '(?:salaries|collaborateurs|agents|effectifs?|personnes|intervenants|equipes?)[^.,;:\\n]{0,30}? en (?:cdi|cdd|interim|alternance|stage)',
    "(?:ruptures? de|recours (?:au|a l.)|gestion des?|gerer les|les|des|vers (?:un|le)) (?:cdi|cdd)s?(?:,? (?:et |ou )?(?:un |le |les |des |aux? |a l.|l.)?(?:cdi|cdd|interim|interimaires|apprentissage|alternance)s?)*(?:,? (?:et|ou|le recours) (?:au|a l.)[ ']?(?:cdd|interim))*",
    'formations? en (?:alternance|apprentissage)',
    "maitres? d'apprentissage",
    '(?:decrocher|signer|trouver|conclure)[^.;\\n]{0,30}(?:apprentissage|alternance|stage|professionnalisation)',
    '(?:titulaires?|fonctionnaires?|statutaire),? (?:ou|et|a defaut)[^.;\\n]{0,20} contractuel\\w{0,3}',
    'permanent post[- ]?holders?',
    '(?:replac\\w{1,4}|cover\\w{0,3}(?: for)?|absence of|leave of)[^.;\\n]{0,25}? permanent (?:employee|member|colleague|worker|teacher|manager|staff)',
    'permanent (?:contracts?|roles?|positions?|jobs?) to (?:our|the|those)',
    "remplac\\w{1,6} (?:d'un|d'une|une?|le|la) (?:cdi|cdd)",
    "puis (?:une? |en |d'une )?(?:embauche )?(?:en )?cdi",
    '(?:passage|passer|passe|pass\\w{1,3}) en cdi',
    '(?:aucun|actuellement (?:en|sous)|etes (?:en|sous)|deja en|votre) (?:contrat )?(?:cdi|cdd)',
    'career secondments?',
    'secondment opportunities',
    '(?<=cdi |cdi-)interimaires?',
  ].join('|'),
  'gu',
);

/** The kind of contract that an advert states (SPEC §3); "unknown" where it states none, or more than one. */
export function readContract(sources: ContractSources): ContractReading<Contract> {
  for (const [text, isField] of partsOf(sources)) {
    const found = kindsIn(text, CONTRACT_FORMS, NOT_THIS_CONTRACT, isField);
    const [narrow, another] = found.filter(({ kind }) => kind === 'apprenticeship' || kind === 'internship');
    if (another) return NOTHING;
    if (narrow) return reading(narrow.kind, text, narrow);
    const [first, ...others] = found;
    // A temporary job for a fixed term is the latter; a freelance one may state its months.
    const rest = others.filter(({ kind }) => !GOES_WITH[first?.kind ?? 'unknown']?.includes(kind));
    if (first && rest.length > 0) return NOTHING;
    // "Locum" or "Christmas" in a title names the occasion: the text may state its term.
    if (first?.kind === 'temporary' && isField) {
      const term = readContract({ stated: '', title: '', description: sources.description });
      if (term.value === 'fixed_term' || term.value === 'freelance') return term;
    }
    if (first) return reading(first.kind, text, first);
  }
  return NOTHING;
}

/** Whether anything in it may be said of the contract, were it denied, promised or another's. */
export function mentionsContract({ stated, title, description }: ContractSources): boolean {
  const plain = foldInPlace([stated, title, description].join('\n'));
  return CONTRACT_FORMS.some(({ words }) => words.test(plain));
}

/** Kinds that may be said beside another without contradicting it. */
const GOES_WITH: Partial<Record<Contract | 'unknown', readonly Contract[]>> = {
  freelance: ['fixed_term', 'temporary'],
  fixed_term: ['temporary'],
};
