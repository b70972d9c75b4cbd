import { countedInFrench as counted } from '../../lib/counted.ts';
import type { overviewTexts as english } from './texts.en.ts';

export const overviewTexts: typeof english = {
  overview: {
    title: 'Aperçu',
    left: 'Crédits restants',
    of: (total) => `sur ${total} ce mois-ci`,
    noAllowance: 'votre forfait ne comprend pas de crédits mensuels',
    reset: 'Renouvelés le',
    trial: 'Essai',
    trialDays: (days) => (days <= 1 ? `${days} jour restant` : `${days} jours restants`),
    trialOver: 'terminé',
    rpm: 'Appels par minute',
    plan: 'Forfait',
    overage: 'Dépassement utilisé',
    overageOf: (limit) => `sur ${limit} autorisés`,
    usedPercent: (percent) => `${percent} % utilisés`,
    percent: (percent) => `${percent} %`,
    alert50: 'La moitié des crédits du mois est utilisée.',
    alert80: '80 % des crédits du mois sont utilisés.',
    alert100:
      'Tous les crédits du mois sont utilisés. Les appels payants sont refusés, sauf si le dépassement est activé.',
    alertNone: 'Votre forfait ne comprend pas de crédits mensuels : les appels payants sont refusés. ping est gratuit.',
    alertNoneOverage:
      'Votre forfait ne comprend pas de crédits mensuels : chaque crédit est compté en dépassement, jusqu’à votre limite.',
    trialEnded:
      'L’essai est terminé : les appels sont refusés, sauf ping. Votre compte, vos clés et vos statistiques sont conservés.',
    lastUntil: (date) => `À ce rythme, vos crédits suffiront jusqu’au ${date} environ.`,
    renewOn: (date) => `Ils sont renouvelés le ${date}.`,
    thenOverage: 'Ensuite, les appels seront comptés en dépassement.',
    lastTheMonth: (left, date) =>
      `À ce rythme, vos crédits suffiront : il en restera environ ${left} lors du renouvellement, le ${date}.`,
    lastTheTrial: (left, date) =>
      `À ce rythme, vos crédits suffiront : il en restera environ ${left} à la fin de l’essai, le ${date}.`,
    roughly: (days) =>
      days === 1
        ? 'Prévision peu précise : un seul des sept derniers jours comporte des appels payants.'
        : `Prévision peu précise : seuls ${days} des sept derniers jours comportent des appels payants.`,
    noPace: 'Vous n’avez utilisé aucun crédit ces sept derniers jours : aucune prévision n’est possible.',
    thirtyDays: 'Les 30 derniers jours',
    noCallsEver: 'Aucun appel pour l’instant. Votre premier appel avec une clé réelle apparaîtra ici.',
    noCallsLately: 'Aucun appel ces 30 derniers jours.',
    callsADay: 'Appels par jour',
    creditsADay: 'Crédits par jour',
    answered: (amount) => counted(amount, 'abouti', 'aboutis'),
    failedFree: (amount) => `${counted(amount, 'en échec ou refusé', 'en échec ou refusés')}, sans frais`,
    creditsUsed: (amount) => counted(amount, 'crédit utilisé', 'crédits utilisés'),
    callsLabel: (answered, failed) =>
      `Appels par jour sur les 30 derniers jours. Aboutis : ${answered} ; en échec ou refusés : ${failed}. Les chiffres sont dans le tableau ci-dessous.`,
    creditsLabel: (amount) =>
      `Crédits par jour sur les 30 derniers jours : ${amount} au total. Les chiffres sont dans le tableau ci-dessous.`,
    most: (amount) => `maximum : ${amount}`,
    figures: 'Chiffres par jour',
    figuresNote:
      'Seuls les jours où vous avez fait des appels figurent ici (UTC). Les appels refusés ou en échec ne coûtent rien.',
    day: 'Jour',
    answeredColumn: 'Aboutis',
    failedColumn: 'En échec (gratuits)',
    creditsColumn: 'Crédits',
    storedDays: (days) => `Les appels des mois passés sont conservés pendant ${counted(days, 'jour', 'jours')}.`,
    toUsage: 'Tous les chiffres et le journal des appels',
    sourcesNow: 'Les sources en ce moment',
    sourcesLead: 'D’après les dernières vérifications et les appels récents.',
    sourcesByCalls: 'D’après les appels de la dernière heure, pour les sources interrogées au moins trois fois.',
    sourceStates: {
      operational: 'Fonctionnent',
      degraded: 'Fonctionnent en partie',
      down: 'En panne',
      unknown: 'Non vérifiées',
    },
    toStatus: 'État du service',
    latest: 'Derniers appels',
    noCalls:
      'Aucun appel ce mois-ci. Chaque appel que vous faites avec une clé réelle apparaît ici, avec son coût et son reçu.',
    notCounted:
      'Les appels sur les données d’exemple, avec la clé de test ou dans le bac à sable, sont gratuits et ne figurent pas ici.',
    firstSteps: 'Premiers pas',
    stepsLead: 'Chaque étape se coche d’elle-même quand elle est faite.',
    steps: {
      key: {
        text: 'Générez une clé API en un clic ; il n’est pas nécessaire de lui donner un nom.',
        link: 'Générer une clé API',
      },
      client: {
        text: 'Utilisez la clé : collez la configuration fournie dans un client, ou appelez le service depuis un programme.',
        link: 'Clients',
      },
      call: { text: 'Faites votre premier appel : ping est gratuit.', link: 'ping' },
      search: { text: 'Cherchez des offres en France ou en Grande-Bretagne.', link: 'Chercher des offres' },
      rating: { text: 'Consultez les notes que les salariés donnent à un employeur.', link: 'Chercher un employeur' },
    },
    stepDone: 'fait',
    stepOpen: 'à faire',
    dismiss: 'Masquer les premiers pas',
    allCalls: 'Tous les appels',
  },
};
