import { sharedTexts } from '../texts/shared.fr.ts';
import type { en } from './texts.en.ts';

export const fr: typeof en = {
  ...sharedTexts.factor,
  lead: 'Pour vous connecter, vous devrez saisir, en plus du mot de passe, un code affiché par une application de votre téléphone. Connaître votre mot de passe ne suffira donc plus pour se connecter à votre compte. Toutes les applications d’authentification conviennent.',
  scan: 'Scannez ce QR code avec votre application d’authentification, ou saisissez-y la clé.',
  type: 'Saisissez ensuite le code que l’application affiche.',
  picture: 'QR code de la clé, à scanner avec une application d’authentification',
  secret: 'Clé :',
  enableHint: 'Les six chiffres affichés par l’application.',
  codesJustMade:
    'Ce code vient de servir à créer de nouveaux codes de secours, qui ont été affichés. Si vous ne les avez pas vus, attendez le code suivant et créez-en d’autres.',
  justOn:
    'Le second facteur vient d’être activé et les codes de secours ont été affichés. Si vous ne les avez pas vus, créez-en de nouveaux ici.',
  on: 'Activer',
  isOn: (left) =>
    left <= 1
      ? `Le second facteur est activé. Il reste ${left} code de secours.`
      : `Le second facteur est activé. Il reste ${left} codes de secours.`,
  newCodes: 'Nouveaux codes de secours',
  newCodesLead: 'Les codes restants cesseront de fonctionner.',
  off: 'Désactiver',
  offLead: 'Pour vous connecter, seul le mot de passe vous sera demandé.',
  back: 'Retour au compte',
  codesTitle: 'Codes de secours',
  codesNotice: 'Le second facteur est activé. Toutes les autres sessions sont fermées.',
  codesRenewed: 'Ces codes de secours remplacent les anciens.',
  codesLead:
    'Conservez ces codes dans un endroit auquel vous avez accès sans votre téléphone. Chacun peut remplacer une seule fois le code de l’application. Les codes ne seront plus affichés.',
  codesKept: 'Je les ai mis en lieu sûr',
  codeTitle: 'Encore une étape',
  lost: 'Si vous n’avez plus ni votre téléphone ni vos codes de secours, seul l’exploitant peut rétablir votre accès.',
  again: 'Se connecter avec un autre compte',
};
