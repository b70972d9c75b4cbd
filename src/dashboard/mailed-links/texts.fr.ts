import type { en } from './texts.en.ts';

export const fr: typeof en = {
  address: {
    title: 'Nouvelle adresse',
    lead: (email) => `L’adresse de votre compte est désormais ${email}. Utilisez-la pour vous connecter.`,
    button: 'Utiliser cette adresse',
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
  links: {
    addressTaken: 'Un autre compte utilise désormais cette adresse : rien n’a été modifié.',
  },
  forgot: {
    title: 'Réinitialiser le mot de passe',
    lead: 'Saisissez l’adresse de votre compte : nous y enverrons un lien valable une heure.',
    button: 'Envoyer le lien',
    sent: 'Un message a été envoyé à cette adresse. Si un compte l’utilise, le message contient un lien. Vérifiez aussi vos courriers indésirables.',
    waiting:
      'Cette adresse a reçu plusieurs messages au cours de la dernière demi-heure ; nous n’en envoyons pas d’autres pour le moment. Si un compte l’utilise, les liens déjà envoyés fonctionnent toujours : ouvrez l’un d’eux.',
    noMail:
      'Ce service n’envoie pas d’e-mails : le mot de passe ne peut pas être réinitialisé ici. Adressez-vous à l’exploitant, qui peut définir un nouveau mot de passe en ligne de commande.',
    newTitle: 'Définir un nouveau mot de passe',
    newLead: 'Toutes les sessions seront fermées. Connectez-vous ensuite avec le nouveau mot de passe.',
    setButton: 'Définir le mot de passe',
  },
};
