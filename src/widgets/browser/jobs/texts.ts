import { withFrenchSpaces, type WidgetLanguage } from '../texts.ts';

type Words = Readonly<Record<string, string>>;

const one = (count: string, singular: string, plural: string): string =>
  `${count} ${count === '1' ? singular : plural}`;
/** In French, 0 is singular too. */
const une = (count: string, singular: string, plural: string): string =>
  `${count} ${count === '0' || count === '1' ? singular : plural}`;

const jobsEnglish = {
  title: 'Jobs',
  titleOf: (query: string): string => `Jobs: ${query}`,
  waiting: 'Searching the job platforms …',
  waitingFor: (query: string): string => `Searching the job platforms for “${query}” …`,
  countries: { GB: 'Great Britain', FR: 'France' } as Words,
  jobs: (count: string, found: string): string => `${count} of ${found} ${found === '1' ? 'job' : 'jobs'} found`,
  merged: (count: string): string =>
    count === '1'
      ? '1 job was on several platforms and is listed once.'
      : `${count} jobs were on several platforms and are listed once.`,
  fits: (count: string, all: string): string => `${count} of ${all} match`,
  none: 'No jobs match. Try fewer or other words, or another place.',
  noneDelivered: 'No platform delivered. See below what each platform did.',
  filters: 'Filters and order',
  filter: 'Title, employer or place',
  contract: 'Contract',
  platform: 'Platform',
  any: 'any',
  contracts: {
    permanent: 'permanent',
    fixed_term: 'fixed term',
    temporary: 'temporary',
    freelance: 'freelance',
    apprenticeship: 'apprenticeship',
    internship: 'internship',
  } as Words,
  hours: { full_time: 'full time', part_time: 'part time' } as Words,
  agency: 'agency',
  untitled: 'Advert without a title',
  noCompany: 'employer not stated',
  closes: (day: string): string => `closes ${day}`,
  description: 'Description',
  fullScreen: 'Full screen',
  csv: 'Save as CSV',
  csvLead: (count: string): string => `${count} as CSV. Copy the text into a file or a spreadsheet.`,
  close: 'Close',
  showMore: (count: string): string => `Show ${count} more (already loaded, free)`,
  next: (price: string): string => `Search for more jobs · ${price}`,
  nextBusy: 'Searching …',
  nextAsk:
    'There are more jobs, but the client does not tell this document what you searched for. Ask for more in the chat.',
  arrived: (count: string): string => `${count} more ${count === '1' ? 'job' : 'jobs'} found.`,
  nothingArrived: 'No new jobs found.',
  ratings: (price: string): string => `Employer’s ratings · ${price}`,
  ratingsBusy: 'Looking up …',
  noRatings: 'There are no figures for this employer.',
  what: 'What each platform did',
  stated: (count: string): string => `The site states ${one(count, 'result', 'results')}.`,
  read: (count: string): string => `${one(count, 'advert', 'adverts')} read.`,
  leftOut: (list: string): string => `Left out by filters: ${list}.`,
  cachedFor: (minutes: string): string => `read ${minutes} min ago`,
  partial: (count: string): string =>
    `${one(count, 'advert', 'adverts')} of this result could not be read and will not be shown.`,
  sample: 'Sample adverts are made up, so there are no pages to link to.',
  noRows: 'This result does not say what each platform did.',
};

const jobsFrench: typeof jobsEnglish = withFrenchSpaces({
  title: 'Offres d’emploi',
  titleOf: (query) => `Offres : ${query}`,
  waiting: 'Recherche sur les plateformes d’emploi…',
  waitingFor: (query) => `Recherche de « ${query} » sur les plateformes d’emploi…`,
  countries: { GB: 'Grande-Bretagne', FR: 'France' },
  jobs: (count, found) =>
    found === '0'
      ? 'Aucune offre trouvée'
      : found === '1'
        ? '1 offre trouvée'
        : count === found
          ? `${found} offres trouvées`
          : `${count} ${count === '1' ? 'offre' : 'offres'} sur les ${found} trouvées`,
  merged: (count) =>
    count === '1'
      ? '1 offre publiée sur plusieurs plateformes n’apparaît qu’une fois.'
      : `${count} offres publiées sur plusieurs plateformes n’apparaissent qu’une fois.`,
  fits: (count, all) => `${count} sur ${all} correspondent`,
  none: 'Aucune offre ne correspond. Essayez avec moins de mots, d’autres mots ou un autre lieu.',
  noneDelivered: 'Aucune plateforme n’a fourni de résultat. Les détails figurent ci-dessous.',
  filters: 'Filtres et ordre',
  filter: 'Intitulé, employeur ou lieu',
  contract: 'Contrat',
  platform: 'Plateforme',
  any: 'sans filtre',
  contracts: {
    permanent: 'CDI',
    fixed_term: 'CDD, saisonnier',
    temporary: 'intérim, vacation',
    freelance: 'indépendant',
    apprenticeship: 'alternance',
    internship: 'stage',
  },
  hours: { full_time: 'temps plein', part_time: 'temps partiel' },
  agency: 'agence',
  untitled: 'Annonce sans titre',
  noCompany: 'employeur non précisé',
  closes: (day) => `jusqu’au ${day}`,
  description: 'Description',
  fullScreen: 'Plein écran',
  csv: 'Enregistrer en CSV',
  csvLead: (count) => `${count} en CSV. Copiez ce texte dans un fichier ou dans un tableur.`,
  close: 'Fermer',
  showMore: (count) =>
    `Afficher ${une(count, 'offre de plus (déjà chargée, gratuit)', 'offres de plus (déjà chargées, gratuit)')}`,
  next: (price) => `Chercher d’autres offres · ${price}`,
  nextBusy: 'Recherche…',
  nextAsk:
    'Il y a d’autres offres, mais le client n’indique pas à ce document ce que vous avez cherché. Demandez la suite dans la conversation.',
  arrived: (count) => `${une(count, 'autre offre trouvée', 'autres offres trouvées')}.`,
  nothingArrived: 'Aucune nouvelle offre trouvée.',
  ratings: (price) => `Notes de l’employeur · ${price}`,
  ratingsBusy: 'Consultation…',
  noRatings: 'Il n’y a pas de chiffres pour cet employeur.',
  what: 'Réponse de chaque plateforme',
  stated: (count) => `Le site annonce ${une(count, 'résultat', 'résultats')}.`,
  read: (count) => `${une(count, 'annonce lue', 'annonces lues')}.`,
  leftOut: (list) => `Écartées par les filtres : ${list}.`,
  cachedFor: (minutes) => `lu il y a ${minutes} min`,
  partial: (count) =>
    `${une(count, 'annonce de ce résultat n’a pas pu être lue et n’est pas affichée', 'annonces de ce résultat n’ont pas pu être lues et ne sont pas affichées')}.`,
  sample: 'Les annonces d’exemple sont fictives : elles ne renvoient à aucune page.',
  noRows: 'Ce résultat n’indique pas ce que chaque plateforme a répondu.',
});

export type JobsTexts = typeof jobsEnglish;

export function jobsTexts({ language }: { language: WidgetLanguage }): JobsTexts {
  return language === 'fr' ? jobsFrench : jobsEnglish;
}
