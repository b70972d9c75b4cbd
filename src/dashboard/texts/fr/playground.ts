import type { playgroundTexts as english } from '../en/playground.ts';
import { playgroundFields } from './playground-fields.ts';

/** Playground in French; its forms have a file of their own. */
export const playgroundTexts: typeof english = {
  playground: {
    ...playgroundFields,
    title: 'Essais',
    lead: 'Cherchez des offres, consultez la réputation d’employeurs et lisez des pages ici, exactement comme vos programmes par l’API.',
    tool: 'Outil',
    tools: {
      scrape_jobs: 'Chercher des offres',
      get_reputation: 'Consulter des employeurs',
      scrape_url: 'Lire des pages web',
      ping: 'Ping',
    },
    leads: {
      scrape_jobs: (prices) =>
        `Interroge plusieurs sites d’emploi d’un pays à la fois et renvoie une seule liste propre. En réel : ${prices['jobsFresh']} crédits, ${prices['jobsCached']} si tout vient du cache, rien si aucun site ne répond.`,
      get_reputation: (prices) =>
        `Ce que les salariés disent d’un employeur : note, avis et thèmes, d’après deux sites d’avis. En réel : ${prices['reputationLight']} crédits, ${prices['reputationFull']} en mode approfondi, ${prices['reputationStored']} si tout est déjà conservé.`,
      scrape_url: (prices) =>
        `Lit jusqu’à cinq pages publiques et en rend le contenu sous forme de texte. En réel : ${prices['url']} crédit par page livrée.`,
      ping: () => 'Dit si le service fonctionne et ce que comprend votre forfait. Toujours gratuit.',
    },
    readOn: 'Documentation de cet outil',
    data: 'Données',
    modes: { sample: 'Données d’exemple', live: 'Réel' },
    modeHints: {
      sample: 'gratuit : annonces, employeurs et pages inventés, par la vraie chaîne de traitement',
      live: 'interroge les vrais sites ; consomme des crédits',
    },
    /** What the form must name. */
    unknown: {
      tool: 'Il n’y a pas de tel outil ici : rien n’a été exécuté. Choisissez-en un ci-dessus.',
      mode: 'Les données sont « Données d’exemple » ou « Réel » : ce qui a été envoyé n’est ni l’un ni l’autre, rien n’a été exécuté. Choisissez ci-dessous.',
    },
    examples: 'Essayez',
    exampleLabels: {
      slow: 'sites lents : suivez la progression',
      blocked: 'un site bloqué',
      all: 'toutes les annonces',
      stored: 'chiffres conservés',
      stale: 'chiffres anciens',
      table: 'un tableau',
      wall: 'une page de connexion',
    },
    run: 'Exécuter',
    running: 'En cours',
    waiting: 'en attente',
    asked: (done, total) => `${done} sur ${total} ont répondu`,
    starting: 'Démarrage…',
    cancel: 'Annuler',
    cancelling: 'Annulation…',
    connectionLost:
      'La connexion s’est interrompue. Ce qui n’a pas été livré n’est pas facturé ; la page Consommation montre chaque appel.',
    cancelled: 'Annulé',
    cancelledText: 'Vous avez arrêté cet appel avant qu’il y ait une réponse. Rien n’a été facturé.',
    gone: 'Cette réponse n’est plus conservée (une heure au plus). Relancez l’appel pour en obtenir une.',
    result: 'Résultat',
    refused: 'L’appel a été refusé',
    failed: 'L’appel a échoué',
    sampleLine: 'Données d’exemple : cela n’a rien coûté.',
    costLine: (cost, left) => `Il a coûté ${cost} crédits ; il en reste ${left}.`,
    saysItself: 'Dans les termes du service',
    aboutErrors: 'À propos des erreurs',
    refusals: {
      quota_exceeded:
        'Les crédits de ce mois ne suffisent pas. Attendez le renouvellement, activez le dépassement ou demandez un autre forfait.',
      rate_limited: 'Trop d’appels en une minute pour votre forfait. Rien n’a été exécuté.',
      validation: 'Un des arguments ne peut pas être utilisé tel quel. Rien n’a été exécuté ni facturé.',
      invalid_params: 'Les arguments ne conviennent pas. Rien n’a été exécuté ni facturé.',
      trial_expired:
        'L’essai est terminé. Les données d’exemple fonctionnent toujours ; pour des appels réels, demandez un forfait.',
      upstream_failed:
        'Aucune des sources n’a répondu, rien n’a donc été facturé. Réessayez plus tard, ou interrogez-en d’autres.',
      tool_not_allowed: 'La clé n’a pas le droit d’appeler cet outil.',
      key_cap_reached: 'La clé a dépensé ce qu’elle peut dépenser en un jour.',
      invalid_key: 'La clé n’est pas valable.',
    },
    waitSeconds: (seconds) => `Attendez ${seconds} s, puis relancez.`,
    ours: (id) =>
      `L’erreur est de notre côté, et rien n’a été facturé. Si vous la signalez, indiquez la requête ${id}.`,
    chargedUnknown: (id) =>
      `L’erreur est de notre côté, au moment du décompte : la page Consommation dira si l’appel a été facturé. Si vous la signalez, indiquez la requête ${id}.`,
    toPlan: 'Forfaits',
    toUsage: 'Consommation',
    request: 'Le même appel par HTTP',
    requestJson: 'Requête JSON-RPC',
    requestLead: (variable) => `Les lignes pour curl lisent la clé dans la variable ${variable}. Pour la définir :`,
    curl: 'curl (bash, zsh)',
    powershell: 'curl (PowerShell)',
    jobs: (count, found) =>
      found === '0'
        ? 'Aucune offre trouvée'
        : found === '1'
          ? '1 offre trouvée'
          : `${count} offres sur ${found} trouvées`,
    shown: (from, to, all) => `${from}–${to} sur ${all}`,
    noJobs:
      'Aucune offre ne correspond. Les sites ont été interrogés sans rien trouver : moins de mots, ou d’autres, peuvent aider.',
    noneLeft: 'Aucune des offres ne correspond à votre choix.',
    showAll: 'Tout afficher',
    platforms: 'Ce qu’a fait chaque site',
    platform: 'Site',
    outcome: 'Issue',
    why: 'À savoir',
    statuses: {
      ok: 'a répondu',
      empty: 'rien trouvé',
      blocked: 'bloqué',
      rate_limited: 'demande une pause',
      timeout: 'trop lent',
      changed: 'page modifiée',
      not_configured: 'non configuré',
      error: 'en panne',
    },
    statusHints: {
      blocked: 'Le site ne nous a pas laissés entrer. Cela ne vous coûte rien.',
      rate_limited: 'Le site demande une pause.',
      timeout: 'Le site n’a pas répondu à temps.',
      changed: 'La page du site n’est plus comprise.',
      not_configured: 'L’exploitant n’a pas configuré de clé pour ce site.',
      error: 'Le site est en panne.',
    },
    jobsOf: (count) => (count === '0' || count === '1' ? `${count} offre` : `${count} offres`),
    fromCache: 'depuis le cache',
    sort: 'Ordre',
    sorts: { best: 'pertinence', pay: 'salaire le plus élevé', newest: 'les plus récentes' },
    work: 'Mode de travail',
    anyWork: 'tous',
    on: 'Site',
    anySite: 'tous',
    apply: 'Appliquer',
    previous: 'Précédentes',
    next: 'Suivantes',
    pages: 'Pages de résultats',
    posted: (day) => `publiée le ${day}`,
    noSalary: 'salaire non indiqué',
    perYear: 'par an',
    from: (pay) => `à partir de ${pay}`,
    upTo: (pay) => `jusqu’à ${pay}`,
    asWritten: (text) => `annonce : « ${text} »`,
    scale: (low, high) => `Les barres de salaire vont toutes de ${low} à ${high} par an.`,
    workModes: { remote: 'à distance', hybrid: 'hybride', 'on-site': 'sur place', unknown: 'non précisé' },
    alsoOn: 'aussi sur',
    take: 'Ces offres',
    copyCsv: 'Copier en CSV',
    copyJson: 'Copier en JSON',
    csvFile: 'Fichier CSV',
    jsonFile: 'Fichier JSON',
    reviews: (count) => `${count} avis`,
    stars: (rating) => `${rating} sur 5`,
    noRating: 'Aucune note n’est connue.',
    looks: {
      fresh: 'consulté à l’instant',
      stored: 'conservé',
      stale: 'ancien',
      not_found: 'rien trouvé',
      could_not_look: 'consultation impossible',
    },
    lookHints: {
      fresh: 'Les sites ont été interrogés pour cet appel.',
      stored: 'Depuis notre base : les chiffres sont conservés 90 jours.',
      stale: 'Plus de 90 jours : une nouvelle consultation a échoué, les chiffres conservés sont donc donnés.',
      not_found: 'Les deux sites ont été consultés ; aucun ne connaît cet employeur.',
      could_not_look: 'Aucun site n’a pu être consulté, rien n’est donc affirmé. C’est gratuit.',
    },
    oldest: (days) =>
      days === 0
        ? 'Lu aujourd’hui.'
        : days === 1
          ? 'Le plus ancien a été lu hier.'
          : `Le plus ancien a été lu il y a ${days} jours.`,
    themes: 'Ce que disent les avis',
    sources: 'Sources',
    matched: (name) => `reconnu : « ${name} »`,
    readAt: (day) => `lu le ${day}`,
    matches: { exact: 'même nom', soft: 'presque le même nom', alias: 'autre nom de l’employeur' },
    methods: {
      structured: 'd’après un résultat de recherche',
      snippet: 'd’après un résultat de recherche',
      page: 'd’après sa propre page',
    },
    asDocument: 'Sous forme de document',
    sourceText: 'Texte source',
    rendered: 'Mis en forme',
    links: (count) => (count === '1' ? '1 lien' : `${count} liens`),
    pageFacts: {
      inBrowser: 'affichée dans un navigateur',
      plain: 'lue sans navigateur',
      redirected: 'redirigée vers',
      characters: (count) => `${count} caractères`,
      truncated: 'coupée à 30 000',
    },
    pageFailed: 'Non livrée, et gratuite',
    raw: 'Toute la réponse en JSON',
    cut: 'La suite n’est pas montrée ici.',
    descriptionLanguage: 'en',
  },
};
