import type { entryTexts as english } from '../en/entry.ts';

/** Sign-up, log-in, lost passwords in French. */
export const entryTexts: typeof english = {
  signup: {
    title: 'S’inscrire',
    lead: (days, credits) =>
      `L’essai commence tout de suite : ${days} jours, ${credits} crédits, sans carte. Rien n’est facturé à la fin.`,
    button: 'Créer le compte',
    mailButton: 'Envoyer le lien',
    have: 'Vous avez déjà un compte ?',
    domains: (list) => `Les adresses de ces domaines peuvent s’inscrire : ${list}.`,
    domainRefused: (list) => `Seules les adresses de ces domaines peuvent s’inscrire ici : ${list}.`,
    badEmail: 'Ce n’est pas une adresse e-mail.',
    shortPassword: 'Un mot de passe a au moins 10 caractères.',
    refused:
      'Aucun compte ne peut être créé avec cette adresse. Si elle est à vous, connectez-vous ou réinitialisez le mot de passe.',
    mailNote:
      'Nous envoyons un lien à l’adresse. Le compte est créé, et l’essai commence, quand vous l’ouvrez et choisissez un mot de passe.',
    noMailNote:
      'Ce service n’envoie pas d’e-mails : notez bien votre mot de passe. S’il est perdu, seul l’exploitant peut en définir un nouveau. Sans e-mail, cette page doit dire quand une adresse a déjà un compte.',
    trialNote:
      'Une adresse dont le compte a été supprimé, ou a pris une autre adresse, n’a pas de second essai pendant un an : une empreinte salée en est gardée ce temps-là.',
    checkTitle: 'Regardez dans votre boîte',
    checkText: (email) =>
      `Un message est en route vers ${email}. Ouvrez son lien dans la journée et choisissez un mot de passe.`,
    waiting: (email) =>
      `${email} a reçu plusieurs messages ces trente dernières minutes ; aucun autre n’est envoyé pour l’instant. Leurs liens sont toujours valables : ouvrez-en un.`,
    checkNothing: 'Rien ? Regardez dans les indésirables.',
    checkAgain: 'Ou recommencez :',
  },
  login: {
    title: 'Se connecter',
    button: 'Se connecter',
    wrong: 'L’adresse e-mail ou le mot de passe est faux.',
    forgot: 'Mot de passe oublié ?',
    noAccount: 'Pas encore de compte ?',
    loggedOut: 'Vous êtes déconnecté.',
    first: 'Connectez-vous pour voir cette page.',
    deleted: 'Le compte et ses données sont supprimés.',
    passwordReset: 'Le nouveau mot de passe est défini. Connectez-vous avec lui.',
    tooMany: (minutes) => `Trop d’essais. Attendez ${minutes} min et recommencez.`,
    unlock: 'Ce n’était pas vous ? Prouvez par e-mail que le compte est à vous, et connectez-vous sans attendre.',
    unlockNoMail:
      'Ce n’était pas vous ? Un navigateur qui s’est déjà connecté n’a pas à attendre ; sinon l’exploitant peut faire un lien qui aide.',
    unlocked: 'Ce navigateur est connu maintenant. Connectez-vous : les essais des autres ne vous retiennent plus.',
    addressChanged: 'L’adresse du compte est changée. Connectez-vous avec la nouvelle.',
    codeExpired:
      'La connexion n’a pas été finie à temps, ou avait trop de codes faux. Recommencez par le mot de passe.',
    confirmed: 'L’adresse est confirmée. Connectez-vous.',
  },
  links: {
    otherAccount: (email) =>
      `Vous êtes connecté ici en tant que ${email}. Le lien concerne un autre compte ; le vôtre ne change pas.`,
    addressTaken: 'Entre-temps, un autre compte a pris cette adresse : rien n’a changé.',
  },
  unlock: {
    title: 'Se connecter sans attendre',
    lead: 'Quand d’autres essaient des mots de passe sur votre compte, un lien dans votre boîte montre que c’est vous. Donnez l’adresse de votre compte. S’il existe, nous lui envoyons un lien valable une heure, une fois.',
    button: 'Envoyer le lien',
    sent: 'Un message est en route vers cette adresse. Ouvrez son lien dans le navigateur avec lequel vous voulez vous connecter. Regardez aussi dans les indésirables.',
    waiting:
      'Cette adresse a reçu plusieurs messages ces trente dernières minutes ; aucun autre n’est envoyé pour l’instant. Si elle a un compte, leurs liens sont toujours valables : ouvrez-en un dans le navigateur avec lequel vous voulez vous connecter.',
    noMail:
      'Ce service n’envoie pas d’e-mails. Un navigateur qui s’est déjà connecté n’a pas à attendre ; sinon demandez un lien à l’exploitant (jobdata account unlock).',
    openLead:
      'Désormais ce navigateur compte comme le vôtre : les essais faux des autres ne retiennent pas sa connexion. Le mot de passe reste demandé.',
    openButton: 'Ce navigateur est le mien',
  },
  forgot: {
    title: 'Réinitialiser le mot de passe',
    lead: 'Donnez l’adresse de votre compte. Nous lui envoyons un lien valable une heure.',
    button: 'Envoyer le lien',
    sent: 'Un message est en route vers cette adresse. Si elle a un compte, il contient un lien. Regardez aussi dans les indésirables.',
    waiting:
      'Cette adresse a reçu plusieurs messages ces trente dernières minutes ; aucun autre n’est envoyé pour l’instant. Si elle a un compte, leurs liens sont toujours valables : ouvrez-en un.',
    noMail:
      'Ce service n’envoie pas d’e-mails : le mot de passe ne peut pas être réinitialisé ici. Demandez à l’exploitant, qui peut en définir un nouveau en ligne de commande.',
    newTitle: 'Définir un nouveau mot de passe',
    newLead: 'Toutes les sessions se terminent. Connectez-vous ensuite avec le nouveau mot de passe.',
    setButton: 'Définir le mot de passe',
    expired: 'Ce lien a expiré ou a déjà servi.',
    leadOn: {
      '/forgot': 'Demander un nouveau lien',
      '/unlock': 'Demander un nouveau lien',
      '/signup': 'S’inscrire de nouveau',
      '/account': 'Changer l’adresse de nouveau',
      '/dashboard': 'Faire renvoyer le lien',
    },
  },
  confirm: {
    title: 'Confirmer l’adresse',
    lead: 'Encore un clic, et vous pourrez générer des clés.',
    button: 'Confirmer l’adresse',
    done: 'L’adresse est confirmée.',
    finishTitle: 'Choisir un mot de passe',
    passwordLead: (email) => `Le compte de ${email} est créé dès que vous avez choisi son mot de passe.`,
    passwordHint: 'Au moins 10 caractères. Vous ne vous êtes pas inscrit ? Fermez cette page : il ne se passe rien.',
    taken: 'Il y a maintenant un compte avec cette adresse. Connectez-vous.',
    pending: (email) =>
      `Nous avons envoyé un lien à ${email}. Confirmez l’adresse pour générer des clés et faire des essais.`,
    resend: 'Renvoyer le lien',
    resent: 'Le lien est de nouveau en route.',
    waiting:
      'Plusieurs liens ont été envoyés ces trente dernières minutes ; aucun autre ne l’est pour l’instant. Ils sont toujours valables.',
  },
};
