import type { Country } from '../../schemas/index.ts';

/** Rating from 1 to 5, and number of reviews. */
export type Figures = readonly [rating: number, reviewCount: number];

/**
 * How a lookup goes. `known`: as the sites say. `unreachable`: nobody can
 * look. `stale`, `stored`: the store has a record of so many days ago; that of
 * a stale one is too old, and the sites cannot be asked.
 */
export type EmployerState = 'known' | 'unreachable' | 'stale' | 'stored';

/** An invented employer, as review sites know it. */
export interface SampleEmployer {
  name: string;
  country: Country;
  state: EmployerState;
  indeed?: Figures;
  glassdoor?: Figures;
  /** Of the record that the store has. */
  ageDays?: number;
  /** What its reviews say, as pros and cons. */
  reviews: readonly (readonly [stars: number, pros: string, cons: string])[];
}

const ENGLISH = [
  [4, 'Friendly colleagues and flexible hours.', 'The pay is low for the work.'],
  [5, 'Great training and supportive managers.', 'Few chances of promotion.'],
  [3, 'Flexible hours, friendly team.', 'Low pay, no bonus.'],
  [4, 'Good work-life balance and friendly colleagues.', 'Promotion takes years.'],
] as const;
const HARD_WORK = [
  [2, 'Friendly colleagues.', 'Understaffed, with too much work on every shift.'],
  [3, 'Training is good.', 'Poor management that does not listen; understaffed.'],
  [3, 'Nice team.', 'Low pay and a heavy workload.'],
  [2, 'Free parking.', 'Poor management, heavy workload.'],
] as const;
const FRENCH = [
  [4, 'Bonne ambiance et collègues sympathiques.', 'Salaire trop bas.'],
  [5, 'Télétravail et horaires flexibles.', 'Peu de perspectives d’évolution.'],
  [4, 'Bonne ambiance, horaires flexibles.', 'Salaire bas, pas de prime.'],
  [3, 'Formations de qualité.', 'Management peu à l’écoute.'],
] as const;

export const EMPLOYERS: readonly SampleEmployer[] = [
  {
    name: 'Alderfinch Software',
    country: 'GB',
    state: 'known',
    indeed: [4.1, 212],
    glassdoor: [4.3, 88],
    reviews: ENGLISH,
  },
  {
    name: 'Brackwater Energy',
    country: 'GB',
    state: 'known',
    indeed: [3.6, 1_480],
    glassdoor: [3.9, 640],
    reviews: ENGLISH,
  },
  { name: 'Juniper Vale Care', country: 'GB', state: 'known', indeed: [3.2, 540], reviews: HARD_WORK },
  { name: 'Rookhope Robotics', country: 'GB', state: 'known', glassdoor: [3.8, 41], reviews: ENGLISH },
  {
    name: 'Thistledown Hotels',
    country: 'GB',
    state: 'stored',
    indeed: [3.5, 960],
    glassdoor: [3.4, 310],
    ageDays: 20,
    reviews: HARD_WORK,
  },
  {
    name: 'Dunmarrow Logistics',
    country: 'GB',
    state: 'stale',
    indeed: [2.9, 2_300],
    glassdoor: [3.1, 870],
    ageDays: 140,
    reviews: HARD_WORK,
  },
  { name: 'Quillfeather Legal', country: 'GB', state: 'unreachable', reviews: [] },
  { name: 'Datacanopée', country: 'FR', state: 'known', indeed: [4.2, 96], glassdoor: [4.4, 51], reviews: FRENCH },
  {
    name: 'Banque de Montclarel',
    country: 'FR',
    state: 'known',
    indeed: [3.7, 1_120],
    glassdoor: [3.9, 730],
    reviews: FRENCH,
  },
  { name: 'Clinique de Vaubruyère', country: 'FR', state: 'known', indeed: [3.3, 184], reviews: FRENCH },
  { name: 'Tournebois Logiciels', country: 'FR', state: 'known', glassdoor: [4.0, 37], reviews: FRENCH },
  {
    name: 'Conserverie de Portvrelle',
    country: 'FR',
    state: 'stored',
    indeed: [3.4, 270],
    glassdoor: [3.6, 64],
    ageDays: 35,
    reviews: FRENCH,
  },
  {
    name: 'Transports Ferronel',
    country: 'FR',
    state: 'stale',
    indeed: [2.8, 1_540],
    glassdoor: [3.0, 260],
    ageDays: 120,
    reviews: FRENCH,
  },
  { name: 'Maison Pervenchère', country: 'FR', state: 'unreachable', reviews: [] },
];

/** One whose record is at hand: nothing is asked for it. */
export const STORED_EMPLOYER = 'Thistledown Hotels';
