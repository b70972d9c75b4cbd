import { countedInFrench as counted } from '../../lib/counted.ts';
import type { sharedTexts as english } from './shared.en.ts';

/** Texts that components or several pages show. */
export const sharedTexts: typeof english = {
  access: {
    ended: 'Tous ces accès ont été supprimés : les requêtes qui les utilisent sont désormais refusées.',
  },
  account: {
    currentPassword: 'Mot de passe actuel',
    wrongPassword: 'Mot de passe actuel incorrect.',
  },
  home: {
    closed: 'Les inscriptions sont fermées : c’est l’exploitant qui crée les comptes.',
  },
  keys: {
    capHint: 'Laissez le champ vide pour ne pas fixer de plafond. Chaque jour commence à minuit UTC.',
    expiry: 'Dernier jour d’utilisation',
    expiryHint: 'Laissez le champ vide si la clé ne doit pas expirer. La journée se termine à minuit UTC.',
    badTools: 'Cochez au moins un outil.',
    badCap: 'Saisissez un nombre de crédits égal ou supérieur à 0, ou laissez le champ vide.',
    badExpiry: 'Choisissez la date d’aujourd’hui ou une date ultérieure, ou laissez le champ vide.',
    lastUsed: 'Dernière utilisation',
    tools: 'Outils autorisés',
    cap: 'Crédits par jour (maximum)',
    notConfirmed: 'Cochez la case pour confirmer.',
    refused: 'Rien n’a été modifié. Consultez les messages affichés sous les champs.',
  },
  login: {
    tooMany: (minutes) => `Trop de tentatives. Attendez ${minutes} min et réessayez.`,
    unlock: 'Ce n’était pas vous ? Confirmez par e-mail que ce compte est le vôtre et connectez-vous sans attendre.',
    unlockNoMail:
      'Ce n’était pas vous ? Connectez-vous depuis un navigateur déjà utilisé pour ce compte : vous n’aurez pas à attendre. Sinon, l’exploitant peut vous fournir un lien.',
    title: 'Se connecter',
    button: 'Se connecter',
    passwordReset: 'Votre nouveau mot de passe est enregistré. Utilisez-le pour vous connecter.',
    unlocked: 'Ce navigateur est confirmé. Vous pouvez vous connecter.',
    addressChanged: 'L’adresse de votre compte a été modifiée. Connectez-vous avec la nouvelle.',
  },
  confirm: {
    done: 'L’adresse est confirmée.',
    pending: (email) =>
      `Nous avons envoyé un lien à ${email}. Confirmez l’adresse pour générer des clés et utiliser le bac à sable.`,
    resend: 'Renvoyer le lien',
    resent: 'Le lien a été renvoyé.',
    waiting:
      'Plusieurs liens ont été envoyés au cours de la dernière demi-heure ; nous n’en envoyons pas d’autres pour le moment. Les liens déjà envoyés fonctionnent toujours.',
  },
  operator: {
    title: 'Exploitation',
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
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
    noCalls:
      'Aucun appel ce mois-ci. Chaque appel que vous faites avec une clé réelle apparaît ici, avec son coût et son reçu.',
    notCounted:
      'Les appels sur les données d’exemple, avec la clé de test ou dans le bac à sable, sont gratuits et ne figurent pas ici.',
  },
  plan: {
    credits: (amount, value) => `${amount}\u00a0crédit${value >= 2 ? 's' : ''}`,
    free: 'gratuit',
    priceNames: {
      jobsFresh: 'une recherche, quel que soit le nombre de plateformes',
      jobsCached: 'une recherche dont la réponse est en cache',
      jobsFailed: 'une recherche à laquelle aucune plateforme n’a répondu',
      light: 'un ou plusieurs employeurs, mode rapide',
      deep: 'mode approfondi, avec les avis',
      stored: 'réponses déjà enregistrées',
      url: 'chaque page lue (rien en cas d’échec)',
      ping: 'chaque appel',
    },
    failed: 'Les appels refusés ou en échec ne coûtent rien.',
  },
  savedSearches: {
    save: 'Enregistrer cette recherche',
    saveLead: 'La recherche s’exécutera désormais automatiquement et ne vous transmettra que les nouvelles offres.',
  },
  factor: {
    title: 'Second facteur',
    stateOn: 'Pour vous connecter, vous devez saisir un code de votre application en plus du mot de passe.',
    stateOff:
      'Pour vous connecter, seul le mot de passe vous est demandé. Une application d’authentification protégerait mieux votre compte.',
    start: 'Configurer le second facteur',
    manage: 'Gérer le second facteur',
    code: 'Code',
    codeHint: 'Les six chiffres affichés par l’application, ou un code de secours.',
    wrongCode: 'Code incorrect ou déjà utilisé. Vérifiez l’heure de votre téléphone.',
    usedCode: 'Ce code a déjà été utilisé. Attendez le suivant.',
  },
  signup: {
    title: 'S’inscrire',
    domainRefused: (list) => `Seules les adresses de ces domaines sont acceptées : ${list}.`,
    badEmail: 'Cette adresse e-mail n’est pas valide.',
    shortPassword: 'Le mot de passe doit comporter au moins 10 caractères.',
  },
  sources: {
    toSources: 'L’état des sources sur 30 jours',
  },
  status: {
    webSearch: 'Recherche web',
  },
  usage: {
    used: 'Crédits utilisés',
    tool: 'Outil',
    key: 'Clé',
    playground: 'Bac à sable',
    gone: 'clé supprimée',
    log: 'Journal des appels',
    outcome: 'Résultat',
    outcomes: {
      pending: 'en cours',
      ok: 'abouti',
      replayed: 'réponse rejouée',
      abandoned: 'annulé',
      quota_exceeded: 'crédits épuisés',
      rate_limited: 'trop d’appels',
      validation: 'argument refusé',
      invalid_params: 'arguments non valides',
      unknown_tool: 'outil inconnu',
      trial_expired: 'essai terminé',
      upstream_failed: 'aucune source n’a répondu',
      tool_not_allowed: 'outil non autorisé',
      key_cap_reached: 'plafond du jour atteint',
      internal: 'erreur du service',
    },
    at: 'Heure (UTC)',
    cost: 'Crédits',
    duration: 'Durée',
    receipt: 'Reçu',
  },
  links: {
    expired: 'Ce lien a expiré ou a déjà été utilisé.',
    leadOn: {
      '/forgot': 'Demander un nouveau lien',
      '/unlock': 'Demander un nouveau lien',
      '/signup': 'S’inscrire de nouveau',
      '/account': 'Changer de nouveau l’adresse',
      '/dashboard': 'Renvoyer le lien',
    },
    otherAccount: (email) =>
      `Vous êtes connecté en tant que ${email}. Ce lien concerne un autre compte ; le vôtre n’est pas modifié.`,
  },
};
