import type { Entry } from '../../reading/vocabulary.ts';

/**
 * What a known word does in a line about an employer. Any other word may name
 * somebody or something else, and no figure beside it is read.
 */
export type Role =
  /** Says that a figure is a rating. */
  | 'label'
  /** The same, of all reviews together: "overall". */
  | 'overall'
  /** Ties names, labels and figures together and says nothing else. */
  | 'link'
  /** Known words of the sites' own sentences, that are no label: no rating stands directly behind one. */
  | 'prose'
  /** One of the two sites: where it is what a line is about, the figures are its own. */
  | 'site'
  /** Begins a bracket about the whole sector: "(industry average: 3.6)". */
  | 'sector'
  /** Whom a rating comes from: the employees. */
  | 'raters'
  /** What a number of reviews counts. */
  | 'reviews'
  /** May stand between a number and "reviews". */
  | 'filler'
  /** What else the sites count on the same page: "310 salaries". */
  | 'tab'
  /** Something else of the same employer that has figures of its own: pay, the CEO, customers' votes. */
  | 'aspect'
  /** Unit of a rating. */
  | 'stars'
  /** Ends what is said of the figure; the rest of the sentence is prose. */
  | 'aside'
  /** A date of the page follows: "Updated 12 Nov 2026". */
  | 'dated'
  /** How old the search engine's copy is: "2 days ago". */
  | 'ago';

export const ENGLISH: readonly Entry<Role>[] = [
  {
    means: 'label',
    phrases: ['rating|ratings|rated|rate|rates|score|scored|scores|stars', 'rating overview|summary|snapshot'],
    example: 'rated 3.6',
  },
  {
    means: 'overall',
    phrases: [
      'overall rating|score?',
      'average|avg rating|score?',
      'on average',
      'employee|company|employer rating|score',
    ],
    example: '3.5 overall',
  },
  {
    means: 'link',
    phrases: [
      // The same words serve whatever a sentence of the sites' own is made of; the company's names are found before them.
      "has|have|is|are|a|an|the|of|at|with|by|from|on|to|it|its|it's|this|that|now|currently|holds|gets|get|receives|earns",
      'averages|gives|give|gave|as|for|over|based|according|more|than|about|across',
      'worldwide|global|globally|in total',
      'rate|rated|rates|give|gave|score the|this|their company|employer',
    ],
    example: 'Tesco has a rating of 3.6',
  },
  {
    means: 'prose',
    phrases: [
      'all|see|read|view|viewing|showing|using|out|review',
      'working|work|company|employer|careers|employment|pros|cons|profile|overview',
      'what|say|says|how|would|you|your|like|free|inside|look|find|learn|posted|anonymously|submitted|left|page|good|great',
      'place|do|does|think|here|home|search|results|people|reviewed',
      'pros and|& cons',
      'good|great company|place to work for?',
      // What the sites' titles name beside the reviews.
      'jobs|salaries|reviews|careers|interviews and|&',
      'jobs|salaries|reviews|careers|interviews and|& jobs|careers|reviews|salaries|interviews|culture',
      'careers|jobs , jobs|reviews , reviews|salaries and|& salaries|interviews',
    ],
    example: 'See what employees say it is like to work at Tesco',
  },
  { means: 'sector', phrases: ['industry|sector|market average|avg|mean?'], example: '3.4 (industry average: 3.6)' },
  {
    means: 'raters',
    phrases: ['employees|staff|workers|reviewers'],
    example: '3.6 by employees',
  },
  { means: 'reviews', phrases: ['review|reviews|ratings|votes|vote|evaluations'], example: '12,345 reviews' },
  {
    means: 'filler',
    phrases: [
      'company|employee|employer|employees|staff|worker|total|anonymous|anonymously|submitted|verified|global|left|all',
    ],
    example: '1,204 anonymous employee reviews',
  },
  {
    means: 'tab',
    phrases: [
      'salaries|salary|interviews|interview|jobs|job|questions|question|answers|photos|followers|benefits|locations|offices|articles',
      'interview questions|reviews|experiences',
      'open jobs',
      'salary|salaries reports|reported',
    ],
    example: '4.1K salaries',
  },
  {
    means: 'aspect',
    phrases: [
      'work life balance|harmony?',
      'work / life balance',
      'work / life',
      'work and life balance',
      'work wellbeing score?',
      'wellbeing|happiness score?',
      'well being score?',
      'culture and|&? values?',
      'diversity and|&? inclusion?|equity? and|&? inclusion?',
      'inclusion|values|atmosphere|colleagues|team',
      'career|careers|job opportunities|advancement|progression|growth|prospects',
      'career|opportunities|advancement|progression|growth|prospects',
      'security|advancement',
      'job security and|&? advancement?',
      'senior? management|leadership|managers',
      'pay|compensation|benefits and|&? benefits|pay?',
      'pay / benefits',
      'compensation / benefits',
      'salary and benefits',
      'ceo approval|rating?',
      'chief executive',
      'approve of the? ceo',
      'approval|outlook|recommend|recommended|mention|mentions|difficulty',
      'positive business? outlook',
      'business outlook',
      'would recommend working|it? there? to? a? friend?',
      'customer|customers|clients|google|trustpilot|comparably|g2',
      'app|play store',
      'google play',
      'hiring process',
      'remote work|working',
      'training|learning|flexibility|workload|perks|offices',
      'average company|employer rating|score?',
      'average on|of|for|across glassdoor|indeed|all|companies|employers',
      'glassdoor|indeed average',
      'a|an|one employee|reviewer|person rated|rates|gave|gives',
      'rose|fell|up|down|dropped|slipped|improved|increased|decreased|risen|fallen from',
    ],
    example: '3.1 pay · 3.5 overall',
  },
  { means: 'stars', phrases: ['star|stars'], example: '3.5 stars' },
  {
    means: 'aside',
    phrases: [
      'which|that indicates|suggests|is|means|shows',
      'compared with|to',
      'versus|vs',
      'in line with',
      'above|below the',
    ],
    example: 'which indicates that most employees…',
  },
  { means: 'ago', phrases: ['# hour|hours|day|days|week|weeks ago'], example: '2 days ago · 3.4' },
  { means: 'dated', phrases: ['updated', 'last updated', 'as of today'], example: 'Updated 12 Nov 2026' },
];

export const FRENCH: readonly Entry<Role>[] = [
  { means: 'label', phrases: ['note|notes|notee|notees|notent|score|evaluation|etoiles'], example: 'Note : 3,5' },
  {
    means: 'overall',
    phrases: [
      'note? globale|generale|moyenne',
      "note? d' ensemble",
      'de moyenne',
      'en moyenne',
      'au global',
      'moyenne generale|globale',
    ],
    example: 'Note globale 3,7',
  },
  {
    means: 'link',
    phrases: [
      "a|de|des|du|d'|l'|la|le|les|un|une|sur|est|sont|par|chez|pour|avec|obtient|recoit|affiche|ses|son|sa|leur|ont|aux|au",
      'attribue|attribuee|attribuent|donnent|donne|elle|plus|base|basee|selon|grace|apres',
      'actuellement|parmi|cet|cette|et',
      "a|par|pour|notent|note leur|cette|l' entreprise|societe|employeur",
    ],
    example: 'Carrefour obtient la note de 3,5',
  },
  {
    means: 'prose',
    phrases: [
      "entreprise|societe|employeur|tous|voir|lire|lisez|obtenez|decouvrez|consultez|gratuitement|travailler|que|qu'|ce|en",
      'disent|pensent|tout|anonymes|laisses|laissees|anonymement|publies|affiches|opinion|votre|page|comment|propos|apercu',
      'emploi|emplois et carrieres',
      'carrieres et emploi|emplois',
      'avantages et inconvenients',
      'avis|salaires et|&|, salaires|avis|emplois|entretiens',
    ],
    example: 'Découvrez ce que disent les employés',
  },
  { means: 'sector', phrases: ['secteur', "moyenne du|de|des secteur|l' industrie"], example: '4,0 (secteur : 3,6)' },
  {
    means: 'raters',
    phrases: ['employes|salaries|collaborateurs', "les|des|d'|de|ses|nos|par employes|salaries|collaborateurs"],
    example: 'Les salariés notent Carrefour 3,5',
  },
  {
    means: 'reviews',
    phrases: ['avis|evaluation|evaluations|votes|vote|temoignage|temoignages|notes'],
    example: '5 890 avis',
  },
  {
    means: 'filler',
    phrases: ["anonymes|salaries|salarie|d'|de|des|employes|collaborateurs|verifies|globaux|au total"],
    example: "5 890 avis anonymes d'employés",
  },
  {
    means: 'tab',
    phrases: [
      'salaires|entretiens|emplois|offres|questions|reponses|photos|abonnes',
      "offres d' emploi",
      "offre d' emploi",
      "questions d' entretien",
    ],
    example: '12 400 salaires',
  },
  {
    means: 'aspect',
    phrases: [
      'equilibre vie? pro|professionnelle? / vie? perso|privee|personnelle',
      'equilibre vie? pro|professionnelle?',
      'equilibre',
      'vie pro|professionnelle / vie? perso|privee|personnelle',
      'culture et|&? valeurs?',
      'valeurs|diversite|inclusion|ambiance|collegues|equipe',
      'diversite et inclusion',
      'securite|stabilite',
      "securite de|et l'? emploi|evolution",
      'evolution|carriere|carrieres|opportunites|perspectives',
      'opportunites de carriere',
      'management|direction|encadrement|managers',
      'salaire|remuneration|avantages|salaires',
      'salaire|remuneration et|/ avantages',
      'pdg|approuvent|approbation|recommandent|recommanderaient|recommande|citent|mentionnent|difficulte|directeur',
      'approbation du pdg',
      'le pdg',
      'score de bien etre au? travail?',
      'bien etre au? travail?',
      'clients|client|satisfaction client?',
      'formation|flexibilite|teletravail|locaux',
      'equipe dirigeante',
    ],
    example: 'Direction 3,1',
  },
  { means: 'stars', phrases: ['etoile|etoiles'], example: '3,5 étoiles' },
  {
    means: 'aside',
    phrases: ['ce qui', 'qui recommandent|indique', 'contre', 'par rapport', 'au dessus|dessous'],
    example: 'ce qui est au-dessus…',
  },
  { means: 'ago', phrases: ['il y a # heure|heures|jour|jours|semaine|semaines'], example: 'Il y a 2 jours' },
  { means: 'dated', phrases: ['mis|mise a jour'], example: 'Mis à jour le 12 novembre 2026' },
];

/** The sites' own names, and the few words that their other national hosts write. */
export const OTHER: readonly Entry<Role>[] = [
  {
    means: 'site',
    phrases: ['glassdoor|indeed', 'glassdoor|indeed . com|fr|de|nl|es|ie|ca', 'glassdoor|indeed . co . uk'],
    example: '3,4 Glassdoor.fr',
  },
  { means: 'link', phrases: ['van|uber|fur|von|del|per|sobre|di|zu|bei|bij|como|en|da|em'] },
  {
    means: 'prose',
    phrases: ['arbeiten|werken|trabajar|lavorare|trabalhar|unternehmen|bedrijf|empresa|azienda|als arbeitgeber'],
    example: 'Arbeiten bei Bosch',
  },
  { means: 'raters', phrases: ['werknemers|medewerkers|mitarbeiter|mitarbeitern|empleados|dipendenti'] },
  {
    means: 'reviews',
    phrases: ['bewertung|bewertungen|evaluaciones|opiniones|valoraciones|resenas|recensioni|beoordelingen|avaliacoes'],
    example: '76 evaluaciones de SolidWorks',
  },
  { means: 'label', phrases: ['bewertung|calificacion|valutazione|beoordeling'] },
  { means: 'stars', phrases: ['sterren|sterne|estrellas|stelle'] },
];
