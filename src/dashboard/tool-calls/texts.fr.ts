import type { playgroundTexts as english } from './texts.en.ts';
import { countedInFrench as counted } from '../../lib/counted.ts';
import { sharedPageFrench } from '../../widgets/shared/page-texts.fr.ts';
import { sharedFrench } from '../../widgets/shared/texts.fr.ts';
import { playgroundFields } from './field-texts.fr.ts';

export const playgroundTexts: typeof english = {
  playground: {
    ...playgroundFields,
    ...sharedFrench,
    ...sharedPageFrench,
    title: 'Bac à sable',
    lead: 'Cherchez des offres, consultez la réputation d’employeurs et lisez des pages, exactement comme le font vos programmes au moyen de l’API.',
    tool: 'Outil',
    tools: {
      scrape_jobs: 'Chercher des offres',
      get_reputation: 'Se renseigner sur des employeurs',
      scrape_url: 'Lire des pages web',
      ping: 'Ping',
    },
    leads: {
      scrape_jobs: (prices) =>
        `Interroge en même temps plusieurs plateformes d’emploi d’un pays et renvoie une seule liste. Sur les sites réels : ${prices['jobsFresh']} crédits, ${prices['jobsCached']} si tout vient du cache, rien si aucune plateforme ne répond.`,
      get_reputation: (prices) =>
        `Donne la note d’un employeur, le nombre d’avis et les thèmes abordés, d’après deux sites d’avis. Sur les sites réels : ${prices['reputationLight']} crédits, ${prices['reputationFull']} en mode approfondi, ${prices['reputationStored']} si tout est déjà enregistré.`,
      scrape_url: (prices) =>
        `Lit jusqu’à cinq pages publiques et en renvoie le contenu sous forme de texte. Sur les sites réels : ${prices['url']} crédit par page lue ; rien en cas d’échec.`,
      ping: () => 'Indique si le service fonctionne et ce que comprend votre forfait. Cet appel est toujours gratuit.',
    },
    readOn: 'Documentation de cet outil',
    data: 'Données',
    modes: { sample: 'Données d’exemple', live: 'Sites réels' },
    modeHints: {
      sample: 'gratuit : annonces, employeurs et pages fictifs, traités comme des données réelles',
      live: 'interroge les plateformes ; consomme des crédits',
    },
    unknown: {
      tool: 'L’outil demandé n’existe pas : rien n’a été exécuté. Choisissez un outil ci-dessus.',
      mode: 'Choisissez « Données d’exemple » ou « Sites réels » ci-dessous. Rien n’a été exécuté.',
    },
    examples: 'Essayez',
    exampleLabels: {
      slow: 'sites lents : suivez la progression',
      blocked: 'un site qui nous bloque',
      all: 'toutes les annonces',
      stored: 'chiffres conservés',
      stale: 'chiffres anciens',
      table: 'un tableau',
      logIn: 'une page de connexion',
    },
    run: 'Exécuter',
    running: 'En cours',
    waiting: 'en attente',
    asked: (done, total) => `Réponses : ${done} sur ${total}`,
    starting: 'Démarrage…',
    cancel: 'Annuler',
    cancelling: 'Annulation…',
    connectionLost:
      'La connexion a été interrompue. Un appel resté sans réponse ne coûte rien ; la page Consommation affiche tous vos appels.',
    cancelled: 'Annulé',
    cancelledText: 'Vous avez annulé cet appel avant d’en recevoir la réponse. Rien n’a été débité.',
    gone: 'Cette réponse a expiré : elle n’est conservée qu’une heure. Relancez l’appel.',
    result: 'Résultat',
    refused: 'L’appel a été refusé',
    failed: 'L’appel a échoué',
    sampleLine: 'Données d’exemple : gratuit.',
    costLine: (cost, left) => `Coût : ${counted(cost, 'crédit', 'crédits')} ; il en reste ${left}.`,
    saysItself: 'Message de l’API',
    aboutErrors: 'À propos des erreurs',
    refusals: {
      quota_exceeded:
        'Les crédits de ce mois ne suffisent pas. Attendez le renouvellement, activez le dépassement ou demandez un autre forfait.',
      rate_limited: 'Trop d’appels en une minute pour votre forfait. Rien n’a été exécuté.',
      validation: 'L’un des arguments ne peut pas être utilisé tel quel. Rien n’a été exécuté ni débité.',
      invalid_params: 'Certains arguments ne sont pas valides. Rien n’a été exécuté ni débité.',
      trial_expired:
        'L’essai est terminé. Les données d’exemple fonctionnent toujours ; pour des appels réels, demandez un forfait.',
      upstream_failed:
        'Aucune source n’a répondu : rien n’a été débité. Réessayez plus tard, ou interrogez d’autres sources.',
      tool_not_allowed: 'La clé ne donne pas accès à cet outil.',
      key_cap_reached: 'La clé a atteint son plafond journalier.',
      invalid_key: 'La clé n’est pas valide.',
    },
    waitSeconds: (seconds) => `Attendez ${seconds} s, puis relancez l’appel.`,
    ours: (id) =>
      `Le service a rencontré une erreur, et rien n’a été débité. Si vous la signalez, indiquez l’identifiant ${id}.`,
    chargedUnknown: (id) =>
      `Le service a rencontré une erreur au moment du débit : la page Consommation indiquera si des crédits ont été débités. Si vous la signalez, indiquez l’identifiant ${id}.`,
    toPlan: 'Forfaits',
    toUsage: 'Consommation',
    request: 'Le même appel en HTTP',
    requestJson: 'Requête JSON-RPC',
    requestLead: (variable) => `Les commandes curl lisent la clé dans la variable ${variable}. Pour la définir :`,
    curl: 'curl (bash, zsh)',
    powershell: 'curl (PowerShell)',
    jobs: (count, found) =>
      found === '0'
        ? 'Aucune offre trouvée'
        : found === '1'
          ? '1 offre trouvée'
          : count === found
            ? `${found} offres trouvées`
            : `${counted(count, 'offre', 'offres')} sur les ${found} trouvées`,
    jobsFrom: (from, to, found) =>
      `${from === to ? `Offre ${from}` : `Offres ${from} à ${to}`} sur les ${found} trouvées`,
    merged: (count) =>
      count === '1'
        ? '1 offre publiée sur plusieurs plateformes n’apparaît qu’une fois'
        : `${count} offres publiées sur plusieurs plateformes n’apparaissent qu’une fois`,
    shown: (from, to, all) => `${from}–${to} sur ${all}`,
    fitting: (count, all) => `${count} sur ces ${all} ${count === '1' ? 'correspond' : 'correspondent'} au filtre`,
    sampleAdverts: 'Les annonces d’exemple sont fictives : il n’y a pas de page à ouvrir',
    noSampleJobs: (country) =>
      `Les données d’exemple ne contiennent que quelques dizaines d’annonces fictives (${country}), et aucune ne correspond à cette recherche. Sur toutes les plateformes et sans filtre, ces recherches en trouvent :`,
    previousPage: 'Page précédente',
    nextPage: 'Page suivante',
    pagePrice: (prices) =>
      `Une autre page est un nouvel appel : ${prices['jobsFresh']} crédits, ou ${prices['jobsCached']} si tout vient du cache.`,
    pageFree: 'Une autre page est un nouvel appel, gratuit avec les données d’exemple.',
    noJobsHere: 'La liste n’a pas d’offres sur cette page.',
    noJobs:
      'Aucune offre ne correspond : les plateformes ont répondu, mais n’ont rien trouvé. Essayez avec moins de mots ou avec d’autres mots.',
    platform: 'Plateforme',
    outcome: 'Résultat',
    why: 'Détails',
    leftOut: (list) => `Écartées par les filtres : ${list}.`,
    filterNames: {
      min_salary: 'salaire minimum',
      location: 'lieu',
      work_mode: 'mode de travail',
      abroad: 'autre pays',
      dedup_hashes: 'déjà vues',
      posted_within_days: 'date',
      contract: 'contrat',
      hours: 'temps de travail',
      exclude: 'mots exclus',
      agencies: 'agence',
    },
    anyWork: 'tous',
    on: 'Plateforme',
    anySite: 'toutes',
    apply: 'Appliquer',
    previous: 'Précédentes',
    next: 'Suivantes',
    pages: 'Pages de résultats',
    posted: (day) => `publiée le ${day}`,
    take: 'Ces offres',
    copyCsv: 'Copier en CSV',
    copyJson: 'Copier en JSON',
    csvFile: 'Fichier CSV',
    jsonFile: 'Fichier JSON',
    oldest: (days) =>
      days === 0
        ? 'Chiffres lus aujourd’hui.'
        : days === 1
          ? 'Le chiffre le plus ancien a été lu hier.'
          : `Le chiffre le plus ancien a été lu il y a ${days} jours.`,
    matches: { exact: 'même nom', soft: 'presque le même nom', alias: 'autre nom de l’employeur' },
    methods: {
      structured: 'd’après un résultat de recherche',
      snippet: 'd’après un résultat de recherche',
      page: 'd’après la page de l’employeur',
    },
    inClient: {
      summary: 'Dans la conversation : la réponse telle que l’affichent les clients compatibles',
      lead: 'Voici le document que Claude, ChatGPT, VS Code et d’autres clients affichent avec la réponse.',
      clients: 'Fiches dans la conversation',
      refused: 'Cette action n’est pas possible dans le bac à sable.',
    },
    asDocument: 'Sous forme de document',
    sourceText: 'Texte source',
    rendered: 'Mis en forme',
    links: (count) => (count === '1' ? '1 lien' : `${count} liens`),
    raw: 'Toute la réponse en JSON',
    cut: 'La suite n’est pas affichée ici.',
    descriptionLanguage: 'en',
  },
};
