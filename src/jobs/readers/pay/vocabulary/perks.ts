import type { Entry } from '../../../../reading/vocabulary.ts';
import type { PayCue } from '../pay-cue.ts';

export const PERK_ENTRIES: readonly Entry<PayCue>[] = [
  {
    means: 'extra',
    phrases: ['plus|inc|with|including|includes|include|incl|inclus|incluses|avec|dont|benefits'],
    example: '£45,000 - £50,000, car allowance and bonus',
  },
  {
    means: 'variable',
    phrases: ['commission|commissions|incentive|incentives|variable|variables'],
    example: 'Variable pouvant aller jusqu’à 12 000 €',
  },
  {
    means: 'perk',
    phrases: [
      'bonus|bonuses|allowance|allowances|weighting|supplement|supplements|mileage|voucher|vouchers|discount|relocation|premium|enhancement|tronc|tips|overtime|pension|budget|grant|hca|equity|shares|referral|retention|turnover|revenue|fund|off',
      'support|prize|childcare|cover|stake|capital|insurance|prix|abonnement|cadeau|cheque|apport|portefeuille|fundraising',
      'sleep in|ins|ups',
      'call out|outs',
      'callout|callouts|standby',
      'fee|fees|deposit|charge|charges',
      'de variable',
      "prime|primes de|d' _ _? _?",
      'ticket|tickets|titre|titres restaurant|restaurants|resto',
      'prime|primes|ticket|tickets|titre|titres|panier|paniers|indemnite|indemnites|participation|interessement|cooptation|valeur|remboursement|mutuelle|ca|chiffre|abondement|segur|cadhoc|cse|repas|transport',
      "chiffre d' affaires",
    ],
    example: 'Car allowance £4,800',
  },
];
