import type { homeTexts as english } from '../en/home.ts';

/** Landing page in French. */
export const homeTexts: typeof english = {
  home: {
    title: 'Des données d’emploi pour vos programmes et assistants',
    lead: 'Un seul point d’accès interroge les sites d’emploi de Grande-Bretagne et de France, donne la note des employeurs et lit des pages web. Appelez-le en simple JSON-RPC, ou depuis tout client MCP.',
    tools: 'Ce qu’il fait',
    toolList: [
      [
        'scrape_jobs',
        'Interroge plusieurs sites d’emploi à la fois : une seule liste propre, salaires annuels, mode de travail, doublons fusionnés.',
      ],
      ['get_reputation', 'Note de l’employeur, nombre d’avis et ce qu’on en dit, d’après deux sites d’avis.'],
      ['scrape_url', 'Le contenu de cinq pages au plus, en markdown propre.'],
      ['ping', 'Vérifie votre clé et montre votre forfait. Gratuit.'],
    ],
    how: 'Comment cela marche',
    steps: [
      'Inscrivez-vous avec une adresse e-mail et un mot de passe. Sans carte.',
      'Générez une clé API : elle n’est montrée qu’une fois.',
      'Collez la configuration prête dans votre assistant, ou appelez le point d’accès.',
    ],
    trial: (days, credits) => `L’essai dure ${days} jours et compte ${credits} crédits.`,
    start: 'Commencer l’essai',
    closed: 'L’inscription est fermée ici : l’exploitant crée les comptes.',
    endpoint: 'Le point d’accès',
  },
};
