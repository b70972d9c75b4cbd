import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  ...sharedTexts.login,
  wrong: 'Adresse e-mail ou mot de passe incorrect.',
  forgot: 'Mot de passe oublié ?',
  noAccount: 'Pas encore de compte ?',
  operator: (command) =>
    `Vous exploitez ce service vous-même ? La commande ${command} account link crée un lien de connexion.`,
  codeExpired:
    'La connexion a pris trop de temps, ou trop de codes étaient incorrects. Recommencez avec votre mot de passe.',
  loggedOut: 'Vous êtes déconnecté.',
  first: 'Connectez-vous pour afficher cette page.',
  deleted: 'Votre compte et ses données ont été supprimés.',
  linkLead: (email) => `Ce lien à usage unique vous connecte en tant que ${email}.`,
  linkUsed: (command) =>
    `Ce lien de connexion a expiré ou a déjà servi. L’exploitant peut en créer un nouveau avec ${command} account link.`,
  confirmed: 'L’adresse est confirmée. Connectez-vous.',
};
