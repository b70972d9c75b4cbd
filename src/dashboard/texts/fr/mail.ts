import type { mailTexts as english } from '../en/mail.ts';

/** Mails in French. */
export const mailTexts: typeof english = {
  mail: (service) => ({
    signupText: (link) =>
      `Quelqu’un, vous nous l’espérons, s’est inscrit à ${service} avec cette adresse. Ouvrez le lien et choisissez un mot de passe :\n\n${link}\n\nLe lien est valable un jour. Si ce n’était pas vous, ignorez ce message : aucun compte n’est créé.\n`,
    knownSubject: `${service} : vous avez déjà un compte`,
    knownText: `Quelqu’un s’est inscrit à ${service} avec cette adresse, qui a déjà un compte. Si c’était vous, connectez-vous ; si le mot de passe est oublié, faites-le réinitialiser. Sinon, ignorez ce message : rien n’a changé.\n`,
    unknownSubject: `${service} : pas de compte avec cette adresse`,
    unknownText: `Quelqu’un a demandé à ${service} un lien pour se connecter avec cette adresse, qui n’a pas de compte. Si c’était vous, peut-être vous êtes-vous inscrit avec une autre adresse. Sinon, ignorez ce message.\n`,
    unlockSubject: `${service} : se connecter sans attendre`,
    unlockText: (link) =>
      `Ouvrez ce lien dans le navigateur avec lequel vous voulez vous connecter à ${service} :\n\n${link}\n\nIl est valable une heure, une fois. Il ne remplace pas le mot de passe. Si vous ne l’avez pas demandé, ignorez ce message : rien n’a changé.\n`,
    addressSubject: `${service} : l’adresse de votre compte`,
    addressText: (link) =>
      `Confirmez que ceci est la nouvelle adresse de votre compte ${service} :\n\n${link}\n\nLe lien est valable un jour. Si vous ne l’avez pas demandé, ignorez ce message.\n`,
    addressKnownText: `Quelqu’un a demandé cette adresse pour un autre compte ${service}. Elle a déjà un compte, donc rien n’a changé.\n`,
    addressAskedText: (address) =>
      `Votre compte ${service} doit prendre une autre adresse : ${address}. Le changement vaut quand cette boîte le confirme.\n\nSi ce n’était pas vous, changez votre mot de passe aussitôt : cela annule le changement et termine toutes les sessions.\n`,
    addressChangedText: (address) =>
      `L’adresse de votre compte ${service} est maintenant ${address}. Celle-ci ne sert plus.\n\nSi ce n’était pas vous, écrivez à l’exploitant du service.\n`,
    confirmSubject: `${service} : confirmez votre adresse`,
    confirmText: (link) =>
      `Confirmez votre adresse e-mail pour ${service} :\n\n${link}\n\nLe lien est valable trois jours. Si vous ne vous êtes pas inscrit, ignorez ce message.\n`,
    resetSubject: `${service} : définissez un nouveau mot de passe`,
    resetText: (link) =>
      `Définissez un nouveau mot de passe pour ${service} :\n\n${link}\n\nLe lien est valable une heure. Si vous ne l’avez pas demandé, ignorez ce message : rien n’a changé.\n`,
  }),
};
