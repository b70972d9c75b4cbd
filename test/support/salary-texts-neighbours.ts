import type { SalaryRow } from './salary-texts.ts';

/** What stands beside the pay and is something else, and words that are not said of the figure next to them. */
export const SALARY_NEIGHBOURS: readonly SalaryRow[] = [
  // a period that is not the figure's
  ['GB', '£31,000 paid monthly', 31000, 31000],
  ['GB', '£31,000 monthly team bonus', 31000, 31000],
  ['GB', '£31,000 + weekly incentives', 31000, 31000],
  ['GB', '£12.90, paid weekly', 25155, 25155],
  ['GB', '£2,600 every month', 31200, 31200],
  ['GB', '£480 for every day worked', 124800, 124800],
  ['GB', '£2,700 gross (£2,100 net) per month', 32400, 32400],
  ['FR', '410 - 460 € jour', 89380, 100280],
  ['FR', '3 300 €, prime annuelle', 39600, 39600],
  ['FR', '2 400 € brut (13 mois)', 31200, 31200],
  ['FR', '2 400 € brut (15 mois)', 28800, 28800],
  // no end of a range
  ['GB', '£29,100 (SCP 13) - £31,500 (SCP 17)', 29100, 31500],
  ['GB', '£13.40 - 20:00-06:00', 26130, 26130],
  ['GB', '£31,000 to 2 people', 31000, 31000],
  ['GB', '£54k / €62k', 54000, 54000],
  ['FR', 'De 33 à 61 % du SMIC', null, null],
  ['FR', 'Accord du 12 octobre 1953 - 2 300 €', 27600, 27600],
  // a word that is not said of the figure
  ['GB', '£17.20 per hour, starting in March', 33540, 33540],
  ['GB', '£17.20 per hour starting', 33540, null],
  ['GB', '£31,000 over two years', 31000, 31000],
  ['GB', '£31,000 and over', 31000, null],
  ['GB', '£31,000 up to 8% bonus', 31000, 31000],
  ['GB', 'Net Zero Lead, £61,000', 61000, 61000],
  ['FR', '30 K€ et +', 30000, null],
  ['FR', 'Bac+3, 34K€', 34000, 34000],
  // paid for something else
  ['GB', '£36 per hour, £60 call out', 70200, 70200],
  ['GB', '£14.10 per hour, £300 refer a friend', 27495, 27495],
  ['GB', '£46,000 (£49,500 including bonus)', 46000, 46000],
  ['GB', '£46,000 (up to £52,000 with commission)', 46000, 46000],
  ['GB', '£29,000 per annum (term time only: £24,600)', 29000, 29000],
  ['GB', '£14.20ph (£15.91 inc. hol pay)', 27690, 27690],
  ['GB', '£4 an order', null, null],
  ['GB', '£52,000 on target', null, 52000],
  ['FR', 'Le variable peut atteindre 11 000 € par an', null, null],
  ['FR', 'Budget : 42 K€', 42000, 42000],
  // signs of currencies
  ['GB', 'R480 000 per annum', null, null],
  ['GB', 'RMB 22,000 per month', null, null],
  ['FR', 'K€ 36-42', 36000, 42000],
  ['FR', 'KE 36', 36000, 36000],
];
