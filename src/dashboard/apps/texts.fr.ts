import type { en } from './texts.en.ts';

export const fr: typeof en = {
  title: 'Autoriser une application',
  question: 'Autorisez-vous cette application à utiliser votre compte ?',
  noName: 'Une application sans nom',
  app: 'Application',
  claimed: 'L’application se donne ce nom elle-même : il n’est pas vérifié.',
  proof: 'Origine',
  proven: (host) => `Vérifiée : une application de ${host}.`,
  unproven: 'Non vérifiée : l’application s’est enregistrée elle-même, comme n’importe quel programme peut le faire.',
  goesTo: 'La réponse est envoyée à',
  thisComputer: (host) => `cet ordinateur (${host})`,
  localWarning:
    'La réponse est envoyée à un programme de votre ordinateur, et n’importe quel programme peut prendre ce nom. N’autorisez ce programme que si vous venez de le lancer vous-même.',
  account: 'Compte',
  switchAccount: 'Utiliser un autre compte',
  may: 'L’application pourra chercher des offres, se renseigner sur des employeurs et lire des pages web aux frais de votre compte, dans ces limites. Elle ne verra ni votre mot de passe ni vos clés.',
  ends: 'L’accès prend fin quand vous déconnectez l’application sur la page Clés API, après 30 jours sans utilisation, ou au bout d’un an.',
  allow: 'Autoriser',
  deny: 'Annuler',
  tooMany: 'Un compte peut avoir 50 applications connectées au plus. Déconnectez-en d’abord une sur la page Clés API.',
  backTitle: 'Retour à l’application',
  back: (host) => `Retour vers ${host}…`,
  goOn: 'Continuer',
  overTitle: 'Cette demande a expiré',
  over: 'La demande a déjà reçu une réponse, est restée ouverte plus de dix minutes ou appartient à une autre session. Rien n’a été autorisé.',
  askAgain: 'Refaire la demande',
  startAgain: 'Recommencez dans l’application.',
  faultTitle: 'Cette application ne peut pas être connectée',
  fault: {
    repeated: 'La demande contient deux fois le même paramètre : elle est ambiguë.',
    no_client:
      'La demande n’identifie pas l’application, ou elle était trop longue pour être conservée pendant la connexion. Recommencez depuis l’application.',
    unknown_client:
      'Cette application n’est pas enregistrée ici, ou son enregistrement a expiré faute d’utilisation. Supprimez la connexion dans l’application et ajoutez-la de nouveau.',
    missing_redirect: 'La demande n’indique pas où envoyer la réponse.',
    unknown_redirect:
      'L’application demande que la réponse soit envoyée à une adresse qu’elle n’a pas enregistrée. Rien n’a été envoyé à cette adresse. Si vous n’êtes pas à l’origine de cette demande, fermez la page.',
    app_scheme:
      'L’application indique une adresse de retour avec un schéma qui lui est propre et que n’importe quel programme pourrait utiliser. Seules les adresses https et les programmes de votre ordinateur sont acceptés.',
    unreachable: 'Le document qui identifie l’application n’a pas pu être lu. Réessayez dans un instant.',
    not_a_document: 'Le document qui devrait identifier l’application n’est pas valide.',
    not_its_own: 'Le document indiqué par l’application est celui d’une autre application.',
    not_public: 'L’application exige un secret client, que ce service ne prend pas en charge.',
    not_allowed: 'L’exploitant de ce service n’autorise pas les applications de cet hôte.',
    busy: 'Trop d’applications sont en cours de vérification. Réessayez dans quelques minutes.',
  },
  refusedTitle: 'Impossible de répondre à l’application',
  refused: (host) =>
    `Ce service ne peut pas répondre à cette demande. L’erreur vient de l’application, pas de vous. Vous pouvez en informer ${host} :`,
};
