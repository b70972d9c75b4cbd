import type { Entry } from '../../../reading/vocabulary.ts';
import type { ModeTerm } from './terms.ts';

/** Words and phrases for a place of work. */
export const FRENCH_TERMS: readonly Entry<ModeTerm>[] = [
  {
    means: 'telework',
    phrases: [
      'teletravail|teletravailler|teletravaillez|teletravaillable|teletravaillables|teletravaille|teletravaillee|teletravailles|teletravaillees|teletravaux',
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
      'poste|mission|contrat|cdd de # heures|jours|semaines|mois en|a remote|distanciel|distance',
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
      'mode|modalite|travail|rythme|organisation|modele|fonctionnement|format|contrat de? travail? hybride',
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
