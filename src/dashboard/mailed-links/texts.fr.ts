import type { mailedLinkTexts as english } from './texts.en.ts';

export const mailedLinkTexts: typeof english = {
  links: {
    otherAccount: (email) =>
      `Vous êtes connecté en tant que ${email}. Ce lien concerne un autre compte ; le vôtre n’est pas modifié.`,
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
    expired: 'Ce lien a expiré ou a déjà été utilisé.',
    leadOn: {
      '/forgot': 'Demander un nouveau lien',
      '/unlock': 'Demander un nouveau lien',
      '/signup': 'S’inscrire de nouveau',
      '/account': 'Changer de nouveau l’adresse',
      '/dashboard': 'Renvoyer le lien',
    },
  },
  confirm: {
    title: 'Confirmer l’adresse',
    lead: 'Encore un clic, et vous pourrez générer des clés.',
    button: 'Confirmer l’adresse',
    done: 'L’adresse est confirmée.',
    finishTitle: 'Choisir un mot de passe',
    passwordLead: (email) => `Choisissez un mot de passe pour créer votre compte (${email}).`,
    passwordHint:
      'Au moins 10 caractères. Si vous ne vous êtes pas inscrit, fermez cette page : aucun compte ne sera créé.',
    taken: 'Un compte utilise désormais cette adresse. Connectez-vous.',
    pending: (email) =>
      `Nous avons envoyé un lien à ${email}. Confirmez l’adresse pour générer des clés et utiliser le bac à sable.`,
    resend: 'Renvoyer le lien',
    resent: 'Le lien a été renvoyé.',
    waiting:
      'Plusieurs liens ont été envoyés au cours de la dernière demi-heure ; nous n’en envoyons pas d’autres pour le moment. Les liens déjà envoyés fonctionnent toujours.',
  },
};
