import type { en } from './texts.en.ts';

export const fr: typeof en = {
  changes: 'Nouveautés',
  title: 'Documentation',
  search: 'Chercher dans la documentation',
  found: (query) => `Pages sur « ${query} »`,
  nothing: 'Aucune page ne contient ces mots. Essayez d’autres mots, ou moins de mots.',
  notFoundTitle: 'Cette page n’existe pas',
  notFound: 'Voici les pages de la documentation ; la recherche porte sur toutes ces pages.',
  onThisPage: 'Sur cette page',
  allPages: 'Toutes les pages',
  onlyEnglish: 'Cette page n’existe qu’en anglais.',
  callers: 'Utiliser le service',
  operators: 'Exploiter le service',
  contributors: 'Contribuer',
};
