import type { planTexts as english } from '../en/plan.ts';

/** Plan page in French. */
export const planTexts: typeof english = {
  plan: {
    title: 'Forfait',
    lead: 'Les crédits se renouvellent à votre propre date mensuelle. Ceux qui restent sont perdus.',
    compare: 'Les forfaits côte à côte',
    plan: 'Forfait',
    monthly: 'Crédits par mois',
    rate: 'Prix d’un crédit de dépassement',
    rpm: 'Appels par minute',
    platforms: 'Sites d’emploi',
    current: 'votre forfait',
    change: 'Comment changer de forfait',
    changeText:
      'L’exploitant de ce service change les forfaits. Un changement vaut aussitôt et commence un nouveau mois.',
    ask: 'Demander un changement',
    noContact: 'Aucun contact n’est donné ici : demandez à la personne qui exploite ce service.',
    quote: (id) => `Indiquez votre compte dans la demande : ${id}`,
    subscription: (id) => `Abonnement : ${id}`,
    overage: 'Dépassement',
    overageLead:
      'Quand les crédits du mois sont épuisés, les appels sont refusés, sauf si vous autorisez un dépassement jusqu’à une limite.',
    overageOff: 'Le dépassement est désactivé.',
    overageOn: (limit, used) => `Le dépassement est activé : jusqu’à ${limit} crédits par mois, ${used} utilisés.`,
    noOverage: 'Votre forfait n’a pas de dépassement.',
    limit: 'Limite en crédits par mois',
    turnOn: 'Enregistrer la limite',
    turnOff: 'Désactiver le dépassement',
    saved: 'Enregistré. Cela vaut dès le prochain appel.',
    badLimit: 'La limite est un nombre de crédits à partir de 0.',
    months: 'Vos mois',
    monthsLead:
      'Ce que chaque mois a consommé, et le montant de son dépassement. Un changement de formule clôt un mois.',
    month: 'Mois',
    used: 'Crédits utilisés',
    sum: 'Montant du dépassement',
    open: 'en cours',
    planChange: 'clos par un changement de formule',
    prices: 'Ce que coûtent les appels',
    priceList: [
      ['scrape_jobs', '2 crédits ; 0,5 quand tout vient du cache ; rien quand aucun site ne répond'],
      ['get_reputation', '2 en mode light, 3 en mode deep, 0,5 pour les réponses gardées'],
      ['scrape_url', '1,5 par page livrée'],
      ['ping', 'gratuit'],
    ],
    failed: 'Les appels qui échouent ou sont refusés ne coûtent rien.',
  },
};
