import { countedInFrench as counted } from '../../lib/counted.ts';
import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  menu: 'Forfait',
  ...sharedTexts.plan,
  title: 'Forfait',
  lead: 'Vos crédits sont renouvelés tous les mois, à compter de la création de votre compte ou de votre dernier changement de forfait. Les crédits non utilisés ne sont pas reportés.',
  compare: 'Comparaison des forfaits',
  plan: 'Forfait',
  monthly: 'Crédits par mois',
  price: 'Prix par mois',
  noCharge: 'gratuit',
  rate: 'Prix du crédit supplémentaire',
  rpm: 'Appels par minute',
  platforms: 'Plateformes d’emploi',
  current: 'votre forfait',
  change: 'Comment changer de forfait',
  changeText:
    'Seul l’exploitant du service peut changer votre forfait. Le changement prend effet immédiatement et ouvre une nouvelle période d’un mois.',
  changeYourself:
    'En tant qu’exploitant, vous pouvez changer vous-même votre forfait. Le changement prend effet immédiatement et ouvre une nouvelle période d’un mois.',
  toOwnAccount: 'Changer votre forfait',
  ask: 'Demander un changement',
  noContact: 'L’exploitant n’a pas indiqué comment le contacter.',
  quote: (id) => `Indiquez l’identifiant de votre compte : ${id}`,
  subscription: (id) => `Abonnement : ${id}`,
  overage: 'Dépassement',
  overageLead:
    'Quand les crédits du mois sont épuisés, les appels payants sont refusés, sauf si vous autorisez un dépassement, dans la limite que vous fixez.',
  overageOff: 'Le dépassement est désactivé.',
  overageOn: (limit, used) =>
    `Le dépassement est activé : jusqu’à ${limit} crédits par mois, dont ${used} déjà utilisés.`,
  noOverage: 'Le dépassement n’est pas possible avec votre forfait.',
  limit: 'Limite en crédits par mois',
  turnOn: 'Enregistrer la limite',
  turnOff: 'Désactiver le dépassement',
  saved: 'Enregistré. La limite s’applique dès le prochain appel.',
  badLimit: 'Saisissez un nombre de crédits égal ou supérieur à 0.',
  months: 'Vos mois',
  monthsLead:
    'Les crédits que vous avez utilisés chaque mois, et le montant du dépassement. Un changement de forfait met fin au mois.',
  month: 'Mois',
  used: 'Crédits utilisés',
  sum: 'Montant du dépassement',
  open: 'en cours',
  planChange: 'terminé à la suite d’un changement de forfait',
  calculator: {
    title: 'De combien de crédits ai-je besoin ?',
    lead: (days) =>
      `Pour un mois de ${days} jours, au plein tarif. Les recherches et les notes déjà en cache coûtent moins cher.`,
    searches: 'Recherches par jour',
    ratings: 'Notes d’employeurs par semaine',
    pages: 'Pages par jour',
    calculate: 'Calculer',
    badCount: (highest) => `Saisissez des nombres entiers de 0 à ${highest}.`,
    nothing: 'Indiquez l’usage que vous prévoyez. Sans appel, vous n’avez rien à payer.',
    credits: (amount) => `Environ ${counted(amount, 'crédit', 'crédits')} par mois.`,
    fits: (plan) => `Le forfait ${plan} convient.`,
    within: (allowance) => `Ses ${allowance} crédits mensuels suffisent.`,
    beyond: (allowance, overage, sum) =>
      `Au-delà de ses ${allowance} crédits mensuels, ${overage} seraient comptés en dépassement, pour ${sum}.`,
    total: (sum) => `Soit ${sum} par mois en tout.`,
    noneFits: 'Aucun forfait ne couvre cet usage : renseignez-vous auprès de l’exploitant.',
    switchOn: 'Pour cela, activez le dépassement et choisissez une limite.',
  },
  prices: 'Prix des appels',
};
