import type { Entry } from '../../../reading/vocabulary.ts';
import type { Cue, ModeTerm } from './terms.ts';

export const FRENCH_TERMS: readonly Entry<ModeTerm>[] = [
  {
    means: 'telework',
    phrases: [
      'teletravail|teletravailler|teletravaillez|teletravaillable|teletravaillables|teletravaille|teletravaux',
      'tele travail|travailler|travaillable',
      'en home office',
      'home office # jour|jours',
    ],
    example: 'Charte télétravail',
  },
  {
    means: 'home-work',
    phrases: [
      'travail|travailler|travaillez|travaillerez a distance',
      'poste|job|cdi|cdd|mission|emploi|contrat a distance',
      'poste|job|cdi|cdd|mission|emploi|contrat|travail en remote|distanciel|teletravail',
      'travail|travailler|travaillez|travaillerez de|depuis chez vous|toi|soi',
      'travail|travailler|travaillez|travaillerez de|depuis|a la|votre maison|domicile',
      'travail|travailler|travaillez|travaillerez depuis|de la? ou vous voulez|souhaitez',
      'base|basee|bases|poste a|au|depuis votre? domicile',
    ],
    example: 'Travaillez depuis chez vous',
  },
  {
    means: 'all-home',
    phrases: [
      'full|100|integral|integralement|entierement|totalement|exclusivement|completement a? en? remote|teletravail|distance|distanciel',
      'full tt|teletravail',
      '100 % a|en? remote|teletravail|distance|distanciel|teletravaillable',
      '100 % a distance',
      '100 % de|depuis chez vous|toi|soi',
      '100 % depuis votre|ton|son? domicile',
      'teletravail|remote|distanciel complet|total|totale|integral|permanent|exclusif|complete|full',
      'teletravail a 100 %',
      'teletravail 100 %',
      'teletravail : 100 %',
      'teletravail a temps|plein temps|plein|complet',

      'full remote',
      'entierement|totalement|integralement|exclusivement|completement depuis|de|a votre|ton|son domicile',
      'entierement|totalement|integralement|exclusivement|completement depuis|de chez vous|toi|soi',
    ],
    example: 'Poste en full remote',
  },
  {
    means: 'some-home',
    phrases: [
      'teletravail|tt partiel|partielle|ponctuel|occasionnel|hybride|possible|flexible|regulier|envisageable|autorise',
      'remote partiel|possible|occasionnel|ponctuel|friendly',

      'remote|distanciel et|ou|/ presentiel|bureau|site',
      'presentiel et|ou|/|+ a|en? distanciel|distance|teletravail|remote',
      'bureau et|ou|/|+ a|en? teletravail|remote|domicile|maison',
      'site et|ou|/|+ a|en? teletravail|remote|domicile|distance',
    ],
    example: 'Télétravail partiel possible',
  },
  {
    means: 'hybrid-work',
    phrases: [
      'mode|travail|rythme|organisation|modele|fonctionnement|format|contrat de? travail? hybride',
      'en hybride',
      'flex office et|& teletravail',
    ],
    example: 'Mode de travail hybride',
  },
  {
    means: 'office-work',
    phrases: [
      '100 % presentiel',
      '100 % sur site',
      '100 % en presentiel',
      'poste|travail|emploi|mission|job|cdi|cdd|contrat en|sur presentiel|site',
      'poste|travail|cdi|cdd uniquement|exclusivement|entierement en|sur presentiel|site',
      'presence sur|au|en|dans le|les? site|bureau|presentiel|locaux',
      'presence obligatoire|requise|quotidienne sur|au|dans le|les? site|bureau|locaux',
      'travail|poste|emploi|presence sur place',
      'poste|emploi|cdi|cdd a temps plein|partiel|complet en presentiel',
      'tout|uniquement|exclusivement|entierement en presentiel',
      'presence a temps plein sur|au|en bureau|site|presentiel',
      'presentiel obligatoire|complet|uniquement|exclusivement|integral|total',
      'sur site obligatoire|uniquement|exclusivement',
    ],
    example: 'Présence sur site obligatoire',
  },
  { means: 'remote', phrases: ['a distance', 'en remote', 'distanciel', 'en distanciel'] },
  { means: 'hybrid', phrases: ['hybride', 'hybrides'] },
  {
    means: 'on-site',
    phrases: ['presentiel', 'en presentiel', 'sur site'],
    example: 'Lieu du poste : En présentiel',
  },
  {
    means: 'from-home',
    phrases: ['tt', 'de|depuis chez vous|toi|soi', 'depuis votre|ton|son? domicile', 'depuis la maison'],
  },
  {
    means: 'at-home',
    phrases: ['a la maison', 'chez vous|toi', 'a domicile', 'maison'],
    example: '3 jours sur site, 2 à la maison',
  },
  {
    means: 'at-office',
    phrases: [
      'au bureau',
      'dans nos|les|vos|leurs bureaux|locaux',
      'dans le bureau de _',
      'au siege',
      'en agence',
      'jours de bureau',
      'de presence',
      'bureau|bureaux # jours',
    ],
    example: '3 jours par semaine au bureau',
  },
];

export const FRENCH_CUES: readonly Entry<Cue>[] = [
  {
    means: 'subject',
    phrases: [
      'mise en place|oeuvre',
      'deploiement|instauration|generalisation',
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
      'possible|possibles|possibilite|possibilites|eligible|ouvert|accord|charte|partiel|ponctuel|occasionnel|regulier|autorise|envisageable|negociable|ponctuellement|occasionnellement|partiellement|certains|quelques',
      'selon|si _',
      'en partie',
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
    phrases: ['poste|travail|emploi|mission|missions|job|cdi|cdd|contrat|stage|alternance|offre|interim|apprentissage'],
  },
  { means: 'reader', phrases: ['vous|tu|candidat|candidate'] },
  {
    means: 'is',
    phrases: [
      'a pourvoir|effectuer|realiser',
      'est|sera|etre|peut|base|basee|situe|se|effectue|deroule|fait|propose|realise|realisable',
    ],
  },
  {
    means: 'work',
    phrases: [
      'travail|travailler|travaillez|travaillerez|travaillant|base|basee|exercer|exercez|exercerez|present|presente|presence|venir|viendrez',
    ],
  },
  {
    means: 'label',
    phrases: [
      'lieu|localisation|lieux|mode|modalite|modalites|organisation|rythme|format|type|poste|contrat|travail|teletravail|remote',
    ],
    example: 'Lieu du poste : En présentiel',
  },
  {
    means: 'other',
    phrases: [
      'entretien|entretiens|formation|formations|cours|reunion|reunions|recrutement|integration|atelier|ateliers|examen|examens|vehicule|vehicules|evenement|evenements',
      'rendez vous',
      'capacite|aptitude|autonomie|autonome|experience|habitue|aisance|managez|manager|encadrer|encadrement|gestion|equipes',
      'clients|client|clientele|patients|usagers|beneficiaires|conseil|conseiller|conseillers|relation|support|assistance|maintenance|depannage|surveillance',
      'solutions|solution|outils|outil|logiciel de|pour',
    ],
    example: 'Capacité à travailler en autonomie en télétravail',
  },
  {
    means: 'travel',
    phrases: ['itinerant|itinerante|deplacements|tournee|tournees|chauffeur|livreur', 'voiture|vehicule de'],
  },
  { means: 'part-time', phrases: ['temps partiel'] },
  {
    means: 'visit',
    phrases: [
      'deplacement|deplacements|venue|reunion|passage ponctuel|ponctuels|mensuel|mensuels|mensuelle|occasionnel|occasionnels|regulier|reguliers|trimestriel|trimestriels a|au|dans|sur',
      'deplacements|venues au|dans siege|bureau|bureaux|nos',
    ],
  },
];

export const FRENCH_FILLERS =
  "de d' du des le la l' les un une a au aux en par sur dans et ou est sont sera n' ne se avec vos votre nos notre ce cet cette poste pour semaine semaines sem hebdo mois possible possibles possibilite jusqu' environ maximum max minimum min moins plus soit dont selon jours jour j peut peuvent etre actuellement pris prise fixe fixes ouvert eligible offre propose proposons prevu travail travailler mode accord presence compatible apres votre chaque accessible droit autorise partie".split(
    ' ',
  );

export const FRENCH_FOLLOWERS =
  "a au aux en et ou avec par des du de d' le la l' dans depuis uniquement exclusivement obligatoire requis requise complet pour possible partiel plein temps cdi cdd est selon sur puis apres hors partir ou".split(
    ' ',
  );
