import type { frameTexts as english } from '../en/frame.ts';

/** Menu, words used everywhere, refusals in French. */
export const frameTexts: typeof english = {
  language: 'Français',
  skip: 'Aller au contenu',
  mainMenu: 'Menu principal',
  contact: 'Contact',
  languageLabel: 'Langue',
  menu: {
    home: 'Accueil',
    dashboard: 'Aperçu',
    keys: 'Clés API',
    usage: 'Consommation',
    plan: 'Forfait',
    playground: 'Essais',
    docs: 'Documentation',
    account: 'Compte',
    operator: 'Exploitation',
    status: 'État du service',
    login: 'Se connecter',
    signup: 'S’inscrire',
    logout: 'Se déconnecter',
  },
  common: {
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: 'Au moins 10 caractères. Quelques mots à la suite sont faciles à retenir et difficiles à deviner.',
    save: 'Enregistrer',
    copy: 'Copier',
    copied: 'Copié',
    colon: '\u00a0: ',
    none: 'aucun',
    never: 'jamais',
    all: 'tous',
    yes: 'oui',
    no: 'non',
    credits: 'crédits',
    error: 'Cela n’a pas fonctionné',
    done: 'C’est fait',
    back: 'Retour',
  },
  errors: {
    forbiddenTitle: 'Ce formulaire n’est plus à jour',
    forbidden:
      'Le formulaire était ouvert depuis trop longtemps, ou vous vous êtes connecté ou déconnecté entre-temps. Rien n’a changé. Revenez, rechargez la page et renvoyez-le.',
    outOfDate:
      'Le formulaire est resté ouvert trop longtemps, ou vous vous êtes connecté ou déconnecté entre-temps. Rien n’a changé. Rouvrez-le et envoyez-le de nouveau.',
    outOfDateTyped: 'Votre saisie s’y trouve, sauf mots de passe et codes.',
    noCookies:
      'Cela se répète ? C’est que votre navigateur ne garde pas les cookies de ce site : les formulaires en ont besoin, autorisez-les.',
    openAgain: 'Rouvrir le formulaire',
    loggedOutTitle: 'Vous êtes déconnecté',
    loggedOut:
      'Vous avez été déconnecté avant l’envoi du formulaire : rien n’a changé. Connectez-vous pour le rouvrir.',
    logInAgain: 'Se connecter et continuer',
    busyTitle: 'Trop de monde à la fois',
    busy: (seconds) =>
      `Beaucoup de personnes se connectent en ce moment. Attendez ${seconds} secondes et recommencez. Rien n’a changé.`,
    tooManyTitle: 'Trop d’essais',
    tooMany: (minutes) => `Attendez ${minutes} min et recommencez. Rien n’a changé.`,
    notFoundTitle: 'Cette page n’existe pas',
    notFound: 'L’adresse est peut-être mal tapée, ou la page a changé de place. Continuez d’ici :',
    failedTitle: 'Quelque chose s’est mal passé',
    failed: (id) => `La faute est de notre côté. Si vous la signalez, indiquez la requête ${id}.`,
    badRequest: 'La requête est incompréhensible. Rien n’a changé.',
  },
};
