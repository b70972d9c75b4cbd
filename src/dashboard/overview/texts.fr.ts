import type { overviewTexts as english } from './texts.en.ts';

/** Overview page in French. */
export const overviewTexts: typeof english = {
  overview: {
    title: 'Aperçu',
    left: 'Crédits restants',
    of: (total) => `sur ${total} ce mois-ci`,
    reset: 'Renouvelés le',
    trial: 'Essai',
    trialDays: (days) => (days <= 1 ? `${days} jour restant` : `${days} jours restants`),
    trialOver: 'est terminé',
    rpm: 'Appels par minute',
    plan: 'Forfait',
    overage: 'Dépassement utilisé',
    overageOf: (limit) => `sur ${limit} autorisés`,
    usedPercent: (percent) => `${percent} % utilisés`,
    alert50: 'La moitié des crédits du mois est utilisée.',
    alert80: '80 % des crédits du mois sont utilisés.',
    alert100: 'Tous les crédits du mois sont utilisés. Les appels sont refusés, sauf si le dépassement est activé.',
    trialEnded:
      'L’essai est terminé : les appels sont refusés, sauf ping. Votre compte, vos clés et vos chiffres restent.',
    latest: 'Derniers appels',
    noCalls: 'Aucun appel ce mois-ci. Chaque appel avec une de vos clés apparaît ici, avec son coût et son reçu.',
    firstSteps: 'Premiers pas',
    stepKey: 'Générez une clé API : un clic, sans nom à donner.',
    stepCall: 'Collez la ligne de votre client, ou la ligne curl. ping est gratuit.',
    stepSee: 'Regardez votre appel arriver. En attendant, le bac à sable est gratuit.',
    makeKey: 'Générer une clé API',
    tryIt: 'Essayer un outil',
    allCalls: 'Tous les appels',
  },
};
