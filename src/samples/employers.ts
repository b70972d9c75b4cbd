import type { Country } from '../../schemas/index.ts';

export type Figures = readonly [rating: number, reviewCount: number];

/**
 * `known`: a review site states figures. `unreachable`: no source answers. `stored`: the store has a record. `stale`:
 * the stored record is too old and cannot be renewed.
 */
export type EmployerState = 'known' | 'unreachable' | 'stale' | 'stored';

export interface SampleEmployer {
  name: string;
  country: Country;
  state: EmployerState;
  indeed?: Figures;
  glassdoor?: Figures;
  /** Age of the stored record, for employers that have one. */
  ageDays?: number;
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

type EmployerRow = readonly [
  name: string,
  state: EmployerState,
  indeed: Figures | undefined,
  glassdoor: Figures | undefined,
  reviews: SampleEmployer['reviews'],
  ageDays?: number,
];

function readEmployers(country: Country, rows: readonly EmployerRow[]): SampleEmployer[] {
  return rows.map(([name, state, indeed, glassdoor, reviews, ageDays]) => ({
    name,
    country,
    state,
    ...(indeed ? { indeed } : {}),
    ...(glassdoor ? { glassdoor } : {}),
    ...(ageDays === undefined ? {} : { ageDays }),
    reviews,
  }));
}

export const EMPLOYERS: readonly SampleEmployer[] = [
  ...readEmployers('GB', [
    ['Alderfinch Software', 'known', [4.1, 212], [4.3, 88], ENGLISH],
    ['Brackwater Energy', 'known', [3.6, 1_480], [3.9, 640], ENGLISH],
    ['Juniper Vale Care', 'known', [3.2, 540], undefined, HARD_WORK],
    ['Rookhope Robotics', 'known', undefined, [3.8, 41], ENGLISH],
    ['Thistledown Hotels', 'stored', [3.5, 960], [3.4, 310], HARD_WORK, 20],
    ['Dunmarrow Logistics', 'stale', [2.9, 2_300], [3.1, 870], HARD_WORK, 140],
    ['Quillfeather Legal', 'unreachable', undefined, undefined, []],
  ]),
  ...readEmployers('FR', [
    ['Datacanopée', 'known', [4.2, 96], [4.4, 51], FRENCH],
    ['Banque de Montclarel', 'known', [3.7, 1_120], [3.9, 730], FRENCH],
    ['Clinique de Vaubruyère', 'known', [3.3, 184], undefined, FRENCH],
    ['Tournebois Logiciels', 'known', undefined, [4.0, 37], FRENCH],
    ['Conserverie de Portvrelle', 'stored', [3.4, 270], [3.6, 64], FRENCH, 35],
    ['Transports Ferronel', 'stale', [2.8, 1_540], [3.0, 260], FRENCH, 120],
    ['Maison Pervenchère', 'unreachable', undefined, undefined, []],
  ]),
];

/** A look-up of this employer needs no source, because the store has a recent record of it. */
export const STORED_EMPLOYER = 'Thistledown Hotels';
