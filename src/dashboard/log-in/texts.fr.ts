import type { logInTexts as english } from './texts.en.ts';

export const logInTexts: typeof english = {
  login: {
    title: 'Se connecter',
    button: 'Se connecter',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    forgot: 'Mot de passe oublié ?',
    noAccount: 'Pas encore de compte ?',
    operator: (command) =>
      `Vous exploitez ce service vous-même ? La commande ${command} account link crée un lien de connexion.`,
    loggedOut: 'Vous êtes déconnecté.',
    first: 'Connectez-vous pour afficher cette page.',
    deleted: 'Votre compte et ses données ont été supprimés.',
    passwordReset: 'Votre nouveau mot de passe est enregistré. Utilisez-le pour vous connecter.',
    tooMany: (minutes) => `Trop de tentatives. Attendez ${minutes} min et réessayez.`,
    unlock: 'Ce n’était pas vous ? Confirmez par e-mail que ce compte est le vôtre et connectez-vous sans attendre.',
    unlockNoMail:
      'Ce n’était pas vous ? Connectez-vous depuis un navigateur déjà utilisé pour ce compte : vous n’aurez pas à attendre. Sinon, l’exploitant peut vous fournir un lien.',
    unlocked: 'Ce navigateur est confirmé. Vous pouvez vous connecter.',
    addressChanged: 'L’adresse de votre compte a été modifiée. Connectez-vous avec la nouvelle.',
    codeExpired:
      'La connexion a pris trop de temps, ou trop de codes étaient incorrects. Recommencez avec votre mot de passe.',
    linkLead: (email) => `Ce lien à usage unique vous connecte en tant que ${email}.`,
    linkUsed: (command) =>
      `Ce lien de connexion a expiré ou a déjà servi. L’exploitant peut en créer un nouveau avec ${command} account link.`,
    confirmed: 'L’adresse est confirmée. Connectez-vous.',
  },
  unlock: {
    title: 'Se connecter sans attendre',
    lead: 'Si d’autres personnes essaient des mots de passe sur votre compte, un lien reçu par e-mail vous permet de prouver que ce compte est le vôtre. Saisissez l’adresse de votre compte. Si ce compte existe, nous vous enverrons un lien à usage unique, valable une heure.',
    button: 'Envoyer le lien',
    sent: 'Un message a été envoyé à cette adresse. Ouvrez le lien dans le navigateur avec lequel vous voulez vous connecter. Vérifiez aussi vos courriers indésirables.',
    waiting:
      'Cette adresse a reçu plusieurs messages au cours de la dernière demi-heure ; nous n’en envoyons pas d’autres pour le moment. Si un compte l’utilise, les liens déjà envoyés fonctionnent toujours : ouvrez l’un d’eux dans le navigateur avec lequel vous voulez vous connecter.',
    noMail: (command) =>
      `Ce service n’envoie pas d’e-mails. Connectez-vous depuis un navigateur déjà utilisé pour ce compte : vous n’aurez pas à attendre. Sinon, demandez un lien à l’exploitant (${command} account unlock).`,
    openLead:
      'Quand vous aurez confirmé que ce navigateur est le vôtre, les tentatives d’autres personnes ne retarderont plus votre connexion. Le mot de passe reste nécessaire.',
    openButton: 'Ce navigateur est le mien',
  },
};
