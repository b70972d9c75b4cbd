import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  confirm: {
    ...sharedTexts.confirm,
    title: 'Confirmer l’adresse',
    lead: 'Encore un clic, et vous pourrez générer des clés.',
    button: 'Confirmer l’adresse',
    finishTitle: 'Choisir un mot de passe',
    passwordLead: (email) => `Choisissez un mot de passe pour créer votre compte (${email}).`,
    passwordHint:
      'Au moins 10 caractères. Si vous ne vous êtes pas inscrit, fermez cette page : aucun compte ne sera créé.',
    taken: 'Un compte utilise désormais cette adresse. Connectez-vous.',
  },
  signup: {
    menu: 'S’inscrire',
    ...sharedTexts.signup,
    lead: (days, credits) =>
      `L’essai commence immédiatement : ${days} jours, ${credits} crédits, sans carte bancaire. Rien ne vous sera facturé à la fin.`,
    button: 'Créer le compte',
    mailButton: 'Envoyer le lien',
    have: 'Vous avez déjà un compte ?',
    domains: (list) => `Domaines autorisés à l’inscription : ${list}.`,
    refused:
      'Cette adresse ne peut pas servir à créer un compte. Si c’est la vôtre, connectez-vous ou réinitialisez le mot de passe.',
    mailNote:
      'Nous vous enverrons un lien. Ouvrez-le et choisissez un mot de passe : le compte sera alors créé et l’essai commencera.',
    noMailNote:
      'Ce service n’envoie pas d’e-mails : conservez bien votre mot de passe. Si vous le perdez, seul l’exploitant pourra en définir un nouveau.',
    trialNote: 'Chaque adresse donne droit à un seul essai par an, même si le compte a été supprimé.',
    checkTitle: 'Consultez votre messagerie',
    checkText: (email) =>
      `Un message a été envoyé à ${email}. Ouvrez le lien dans les 24 heures et choisissez un mot de passe.`,
    waiting: (email) =>
      `${email} a reçu plusieurs messages au cours de la dernière demi-heure ; nous n’en envoyons pas d’autres pour le moment. Les liens déjà envoyés fonctionnent toujours : ouvrez l’un d’eux.`,
    checkNothing: 'Aucun message ? Vérifiez vos courriers indésirables.',
    checkAgain: 'Ou recommencez :',
  },
};
