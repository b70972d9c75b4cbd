import type { mailTexts as english } from './mail.en.ts';

export const mailTexts: typeof english = {
  mail: (service) => ({
    signupText: (link) =>
      `Quelqu’un, sans doute vous, a demandé à s’inscrire sur ${service} avec cette adresse. Ouvrez le lien et choisissez un mot de passe :\n\n${link}\n\nLe lien est valable un jour. Si cette demande ne vient pas de vous, ignorez ce message : aucun compte ne sera créé.\n`,
    knownSubject: `${service} : vous avez déjà un compte`,
    knownText: `Quelqu’un a voulu s’inscrire sur ${service} avec cette adresse, mais un compte l’utilise déjà. Si c’était vous, connectez-vous ; si vous avez oublié votre mot de passe, réinitialisez-le. Sinon, ignorez ce message : rien n’a changé.\n`,
    unknownSubject: `${service} : aucun compte avec cette adresse`,
    unknownText: `Quelqu’un a demandé à ${service} un lien de connexion pour cette adresse, mais elle ne correspond à aucun compte. Si c’était vous, vous vous êtes peut-être inscrit avec une autre adresse. Sinon, ignorez ce message.\n`,
    unlockSubject: `${service} : se connecter sans attendre`,
    unlockText: (link) =>
      `Ouvrez ce lien dans le navigateur avec lequel vous voulez vous connecter à ${service} :\n\n${link}\n\nIl est valable une heure et ne fonctionne qu’une fois. Il ne remplace pas le mot de passe. Si vous ne l’avez pas demandé, ignorez ce message : rien n’a changé.\n`,
    addressSubject: `${service} : l’adresse de votre compte`,
    addressText: (link) =>
      `Confirmez la nouvelle adresse de votre compte ${service} :\n\n${link}\n\nLe lien est valable un jour. Si vous ne l’avez pas demandé, ignorez ce message.\n`,
    addressKnownText: `Quelqu’un a voulu associer cette adresse à un autre compte ${service}, mais un compte l’utilise déjà : rien n’a changé.\n`,
    addressAskedText: (address) =>
      `Quelqu’un, sans doute vous, a demandé que l’adresse de votre compte ${service} soit remplacée par ${address}. Le changement prendra effet dès qu’il aura été confirmé depuis la nouvelle adresse.\n\nSi cette demande ne vient pas de vous, changez immédiatement votre mot de passe : cela annulera le changement et fermera toutes les sessions.\n`,
    addressChangedText: (address) =>
      `L’adresse de votre compte ${service} est maintenant ${address}. L’ancienne, à laquelle ce message est envoyé, n’est plus utilisée.\n\nSi ce changement ne vient pas de vous, écrivez à l’exploitant du service.\n`,
    confirmSubject: `${service} : confirmez votre adresse`,
    confirmText: (link) =>
      `Confirmez votre adresse e-mail pour ${service} :\n\n${link}\n\nLe lien est valable trois jours. Si vous ne vous êtes pas inscrit, ignorez ce message.\n`,
    passwordSubject: `${service} : votre mot de passe a été changé`,
    passwordText: (names, link) =>
      `Un nouveau mot de passe a été défini pour votre compte ${service} au moyen d’un lien envoyé à cette adresse. Toutes les sessions ont été fermées.\n\n${names.length === 0 ? 'Aucune clé API ni application connectée n’a accès au compte.' : `Les accès suivants au compte restent ouverts :\n\n${names.map((name) => `- ${name}`).join('\n')}\n\nPour supprimer tous ces accès, connectez-vous et ouvrez :\n\n${link}`}\n\nSi ce changement ne vient pas de vous, définissez immédiatement un autre mot de passe avec « Mot de passe oublié ? », puis supprimez ces accès.\n`,
    resetSubject: `${service} : définissez un nouveau mot de passe`,
    resetText: (link) =>
      `Définissez un nouveau mot de passe pour ${service} :\n\n${link}\n\nLe lien est valable une heure. Si vous ne l’avez pas demandé, ignorez ce message : rien n’a changé.\n`,
  }),
};
