import { countedInFrench as counted } from '../../lib/counted.ts';
import type { deliveryTexts as english } from './en.ts';

export const deliveryTexts: typeof english = {
  locale: 'fr-FR',
  subject: {
    first: (name, total) =>
      `${name} : ${counted(total, 'offre trouvée', 'offres trouvées')} lors de la première exécution`,
    new: (name, total) => `${name} : ${counted(total, 'nouvelle offre', 'nouvelles offres')}`,
    heartbeat: (name) => `${name} : rien de nouveau depuis un mois, la recherche continue`,
    paused: (name) => `${name} : en pause`,
    notice: (name) => `${name} : à vérifier`,
    sample: (name) => `${name} : aperçu à partir des données d’exemple`,
  },
  intro: {
    first: (total, shown) =>
      total > shown
        ? `La première exécution a trouvé ${counted(total, 'offre', 'offres')}. Voici les ${shown} meilleures ; vous ne recevrez désormais que les nouvelles.`
        : `La première exécution a trouvé ${counted(total, 'offre', 'offres')}. Vous ne recevrez désormais que les nouvelles.`,
    changed: (total, known, shown) =>
      shown === 0
        ? `La recherche modifiée trouve ${counted(total, 'offre, déjà trouvée', 'offres, toutes déjà trouvées')}. Vous ne recevrez désormais que les nouvelles.`
        : `La recherche modifiée trouve ${counted(total, 'offre', 'offres')}, dont ${known} déjà ${known < 2 ? 'trouvée' : 'trouvées'}. Voici ${shown === total - known ? (shown === 1 ? 'l’autre' : `les ${shown} autres`) : `les ${shown} meilleures parmi les autres`} ; vous ne recevrez désormais que les nouvelles.`,
    new: (total) =>
      `Cette recherche a trouvé ${counted(total, 'offre que vous n’aviez pas encore reçue', 'offres que vous n’aviez pas encore reçues')}.`,
    firstAnswer: (stock, shown, names) =>
      `${counted(stock, 'd’entre elles vient', 'd’entre elles viennent')} de plateformes qui répondent pour la première fois (${names}).${shown < stock ? ` En voici les ${shown} meilleures.` : ''} Vous ne recevrez désormais que leurs nouvelles offres.`,
    heartbeat:
      'Cette recherche s’exécute comme prévu et n’a rien trouvé de nouveau depuis un mois. Vous recevrez un message dès qu’elle trouvera de nouvelles offres.',
    paused: 'Cette recherche ne s’exécute plus. Ouvrez-la pour la relancer.',
    goesOn: 'Vous n’avez rien à faire pour que la recherche continue.',
    sample:
      'Ces annonces sont fictives : elles montrent à quoi ressemblera ce flux, jusqu’à ce que la première exécution les remplace.',
  },
  pauseReasons: {
    failing: 'Aucune plateforme n’a répondu depuis trois jours.',
    limit:
      'La limite mensuelle de crédits de la recherche est atteinte. La recherche reprendra au prochain renouvellement mensuel de votre forfait, ou dès que vous relèverez la limite.',
    credits:
      'Les crédits de votre compte sont épuisés pour ce mois-ci. Une nouvelle tentative a lieu à chaque exécution prévue.',
    platform:
      'Une plateforme de cette recherche ne répond plus depuis au moins un jour. Ce message n’est envoyé qu’une fois.',
    webhook:
      'Le webhook n’a accepté aucun envoi depuis un jour, ou il a répondu par un code 410 : les envois reprendront quand vous l’aurez réactivé.',
    mailbox: 'Votre messagerie refuse nos messages : les envois par e-mail reprendront quand vous les aurez réactivés.',
    plan: 'Vous avez plus de recherches enregistrées que votre forfait n’en autorise, ou leurs exécutions sont trop fréquentes pour ce forfait. La recherche reprendra d’elle-même dès que votre forfait le permettra : supprimez d’autres recherches, exécutez celle-ci moins souvent ou demandez un forfait supérieur.',
    trial: 'Votre essai est terminé.',
    zone: 'Le fuseau horaire de la recherche n’existe plus.',
    arguments: 'La recherche utilise un argument ou une plateforme qui n’est plus disponible.',
    owner: 'La recherche a été mise en pause dans le tableau de bord.',
  },
  pauseDetail: (detail) => `Détail (en anglais) : ${detail}`,
  perYear: 'par an',
  from: (pay) => `à partir de ${pay}`,
  upTo: (pay) => `jusqu’à ${pay}`,
  workModes: { remote: 'télétravail complet', hybrid: 'télétravail partiel', 'on-site': 'sur site' },
  posted: (day) => `publiée le ${day}`,
  noTitle: 'Offre sans titre',
  example: (title) => `Exemple : ${title}`,
  platformsTitle: 'Réponse de chaque plateforme',
  statuses: {
    ok: (jobs) => `a fourni ${counted(jobs, 'offre', 'offres')}`,
    empty: () => 'n’a rien trouvé',
    blocked: () => 'nous a bloqués',
    rate_limited: () => 'nous a demandé de ralentir',
    timeout: () => 'a mis trop de temps à répondre',
    busy: () => 'avait trop de recherches en attente',
    changed: () => 'a modifié sa page',
    not_configured: () => 'n’est pas configurée',
    error: () => 'a échoué',
  },
  leftOut: (filters) => `Écartées par vos filtres : ${filters}.`,
  notRead: (count) =>
    `Les sites comptent ${counted(count, 'annonce', 'annonces')} de plus que n’en lit une exécution : de nouvelles offres ont pu vous échapper. Triez la recherche par date ou précisez-la.`,
  expired: (count) =>
    `${counted(count, 'annonce n’est plus affichée', 'annonces ne sont plus affichées')} : les conditions du site ne permettent de conserver les annonces qu’un jour.`,
  filters: {
    location: 'lieu',
    abroad: 'autre pays',
    dedup_hashes: 'déjà vues',
    min_salary: 'salaire',
    work_mode: 'mode de travail',
    contract: 'contrat',
    hours: 'temps de travail',
    exclude: 'mots exclus',
    agencies: 'agences',
    posted_within_days: 'ancienneté de l’annonce',
  },
  more: (count) => `Et ${counted(count, 'autre offre', 'autres offres')}.`,
  moreInFeed: 'Ouvrez cette entrée pour voir toutes les offres de cet envoi dans le tableau de bord.',
  open: 'Ouvrir la recherche enregistrée',
  unsubscribe: 'Ne plus recevoir ces messages',
  why: (service) => `Vous recevez ce message parce que vous avez enregistré cette recherche sur ${service}.`,
  whyNotice: (service) =>
    `Vous recevez ce message, qui n’est envoyé qu’une fois, parce que le webhook de votre recherche enregistrée sur ${service} ne fonctionne plus. L’e-mail reste désactivé pour cette recherche.`,
  receipt: 'Reçu',
  colon: ' : ',
};
