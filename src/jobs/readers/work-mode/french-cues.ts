import type { Entry } from '../../../reading/vocabulary.ts';
import type { Cue } from './terms.ts';

export const FRENCH_CUES: readonly Entry<Cue>[] = [
  {
    means: 'subject',
    phrases: [
      'mise en place|oeuvre',
      'deploiement|instauration|generalisation|suivi|administration',
      'collaborateurs|salaries|agents|employes|equipes en|a',
      '# collaborateurs|collaboratrices|salaries|personnes|agents|employes|conseillers|teletravailleurs',
    ],
    example: 'Mise en place du télétravail',
  },
  {
    means: 'duties',
    phrases: ['combinant|melant|alliant|entre'],
    example: 'Un poste hybride, entre vente et marketing',
  },
  {
    means: 'not',
    phrases: [
      'pas|aucun|aucune|sans|ni|jamais|non|impossible|exclu|interdit|ineligible|indisponible|incompatible|0',
      'hors teletravail',
      'refus|interdiction|absence|exclusion de|du',
      'refusons|excluons le',
    ],
  },
  {
    means: 'limit',
    phrases: [
      'pendant|durant|apres|puis|avant|initialement',
      'au cours|debut|demarrage|depart|terme',
      'premiers|premieres|# premiers|mois|semaines',
      "periode d' essai|integration",
      "jusqu' a la fin",
      "a l' issue|depart",
      'dans un premier temps',
    ],
    example: 'Pas de télétravail pendant les 3 premiers mois',
  },
  {
    means: 'may',
    phrases: [
      'possible|possibles|admis|tolere|possibilite|possibilites|eligible|ouvert|accord|charte|partiel|ponctuel|occasionnel|regulier|autorise|envisageable|negociable|ponctuellement|occasionnellement|partiellement|certains|quelques',
      'selon|si _',
      'en partie',
      'a hauteur de',
      'pouvez|peut|pourrez|peux',
      'jours|jour de',
    ],
    example: 'Possibilité de télétravail',
  },
  {
    means: 'all',
    phrases: [
      'entierement|totalement|integralement|exclusivement|completement|complet|total|integral',
      '100 %',
      'temps plein|complet',
    ],
  },
  { means: 'most', phrases: ['majoritairement|principalement|essentiellement|majorite'] },
  {
    means: 'job',
    phrases: [
      'poste|travail|emploi|mission|missions|cdi|cdd|contrat|alternance|offre|interim|apprentissage',
      'tout se|est passe|fait|deroule|effectue|realise',
    ],
  },
  { means: 'reader', phrases: ['vous|tu|candidat|candidate'] },
  {
    means: 'is',
    phrases: [
      'a pourvoir|effectuer|realiser',
      'est|sera|etre|basee|situe|se|effectue|deroule|fait|propose|realise|realisable',
    ],
  },
  {
    means: 'work',
    phrases: [
      'travailler|travaillez|travaillerez|travaillant|exercer|exercez|exercerez|present|presente|presence|venir|viendrez',
    ],
  },
  {
    means: 'label',
    phrases: ['lieu|localisation|lieux|mode|modalite|modalites|organisation|rythme|format|type|teletravail|remote'],
    example: 'Lieu du poste : En présentiel',
  },
  {
    means: 'other',
    phrases: [
      'entretien|entretiens|formation|formations|cours|reunion|reunions|recrutement|integration|atelier|ateliers|examen|examens|vehicule|vehicules|evenement|evenements',
      'rendez vous',
      'petit dejeuner',
      'fruits|massages|yoga|afterwork|afterworks|chien|chiens|dejeuner|dejeuners|repas|croissants|viennoiseries',
      'manager une|des|les|vos',
      'indemnite|indemnites|prime|primes|frais',
      'capacite|aptitude|autonomie|autonome|experience|habitue|aisance|managez|encadrer|encadrez|encadrement|gestion|equipes',
      'solutions|solution|outils|outil|logiciel de|pour',
    ],
    example: 'Capacité à travailler en autonomie en télétravail',
  },
  {
    means: 'served',
    phrases: [
      'client|clientele|usagers|beneficiaires|conseil|conseiller|conseillers|relation|assistance|maintenance|depannage|surveillance',
    ],
    example: 'Assister nos clients à distance',
  },
  {
    means: 'travel',
    phrases: [
      'itinerant|itinerante|deplacements|tournee|tournees|chauffeur|livreur',
      'voiture|vehicule de',
      'sur la route',
    ],
  },
  { means: 'part-time', phrases: ['temps partiel'] },
  {
    means: 'visit',
    phrases: [
      'deplacement|deplacements|venue|reunion|passage ponctuel|ponctuels|mensuel|mensuels|mensuelle|occasionnel|occasionnels|regulier|reguliers a|au|dans|sur',
      'deplacements|venues au|dans siege|bureau|bureaux|nos',
    ],
  },
];

/**
 * Words that may stand between a number of days and its place ("deux jours par semaine au bureau"), or between a term
 * and its cue, without changing the meaning.
 */
export const FRENCH_FILLERS =
  "de d' du des le la l' les un une a au aux en par sur dans et ou est sont sera n' ne se avec vos votre nos notre ce cet cette poste pour semaine semaines sem hebdo mois possible possibles possibilite jusqu' environ maximum max minimum min moins plus soit dont selon jours jour j peut peuvent etre actuellement pris prise fixe fixes ouvert eligible offre propose proposons prevu travail travailler mode accord presence compatible apres votre chaque accessible droit autorise partie souhaite souhaitee attendue demandee requise donc".split(
    ' ',
  );

/** Words of time, place or manner that may follow an adjective about the place of work: "hybride à Lyon". */
export const FRENCH_FOLLOWERS =
  "a au aux en et ou avec par des du de d' le la l' dans depuis uniquement exclusivement obligatoire requis requise complet pour possible partiel plein temps cdi cdd est selon sur puis apres hors partir ou base basee situe situee localise localisee rattache rattachee".split(
    ' ',
  );
