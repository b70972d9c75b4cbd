import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  ...sharedTexts.home,
  title: 'Les offres d’emploi à la portée de vos programmes et de vos assistants',
  lead: 'Un seul point d’entrée interroge les plateformes d’emploi de Grande-Bretagne et de France, donne la note des employeurs et lit des pages web. Appelez-le directement en JSON-RPC, ou depuis n’importe quel client MCP.',
  showTitle: 'Essayez sans compte',
  showLead:
    'De vraies réponses de ce service. Les annonces, les employeurs et les pages sont fictifs, mais le service les traite avec le même code que les données réelles.',
  questionsLabel: 'Questions',
  questions: {
    jobs: 'Trouver des offres de développeur',
    employer: 'Que dit-on de Datacanopée ?',
    page: 'Lire une page web au format Markdown',
  },
  noAnswer: 'Cet exemple n’est pas disponible pour le moment. Réessayez dans un instant.',
  asJson: 'La réponse en JSON',
  call: 'L’appel',
  outcomesTitle: 'Nous vous disons quand un site nous a bloqués',
  outcomesLead:
    'Une liste vide peut avoir deux causes : aucune offre ne correspond, ou un site nous a bloqués. Chaque réponse indique laquelle, plateforme par plateforme.',
  tools: 'Les outils et leurs prix',
  toolTexts: {
    scrape_jobs:
      'Interroge plusieurs plateformes d’emploi en même temps et réunit leurs offres en une seule liste : salaires annuels, mode de travail, doublons fusionnés.',
    get_reputation:
      'Donne la note d’un employeur, le nombre d’avis, ses points forts et ses points faibles, d’après deux sites d’avis.',
    scrape_url: 'Renvoie le contenu de cinq pages au plus, au format Markdown, sans les menus ni les bandeaux.',
    ping: 'Vérifie votre clé et indique votre forfait.',
  },
  how: 'Pour commencer',
  steps: [
    'Inscrivez-vous avec une adresse e-\u2060mail et un mot de passe, sans carte bancaire.',
    'Générez une clé API en un clic.',
    'Collez la configuration fournie dans votre assistant, ou appelez le point d’entrée. La page vous prévient quand votre premier appel arrive.',
  ],
  trial: (days, credits) => `L’essai dure ${days} jours et comprend ${credits} crédits.`,
  start: 'Commencer l’essai',
  endpoint: 'Le point d’entrée',
};
