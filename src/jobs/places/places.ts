import type { SearchPlace } from '../../platforms/platform.ts';

/** Another way to write a place, beside its own name. */
export interface PlaceEntry extends SearchPlace {
  aliases?: readonly string[];
}

const gb = (
  name: string,
  kind: SearchPlace['kind'],
  latitude: number,
  longitude: number,
  aliases: readonly string[] = [],
): PlaceEntry => ({
  name,
  kind,
  country: 'GB',
  latitude,
  longitude,
  aliases,
});
const commune = (
  name: string,
  communeCode: string,
  regionCode: string,
  latitude: number,
  longitude: number,
): PlaceEntry => ({
  name,
  kind: 'town',
  country: 'FR',
  communeCode,
  departmentCode: communeCode.slice(0, 2),
  regionCode,
  latitude,
  longitude,
});
const region = (name: string, regionCode: string, departmentCodes: string): PlaceEntry => ({
  name,
  kind: 'region',
  country: 'FR',
  regionCode,
  departmentCodes: departmentCodes.split(' '),
});

/** Nations, regions and the largest towns. A place that is not here is passed on as typed. */
export const PLACES: readonly PlaceEntry[] = [
  { name: 'United Kingdom', kind: 'nation', country: 'GB', aliases: ['uk', 'gb', 'great britain', 'nationwide'] },
  gb('London', 'town', 51.5074, -0.1278, ['greater london', 'central london', 'city of london']),
  gb('Birmingham', 'town', 52.4814, -1.8998),
  gb('Manchester', 'town', 53.4809, -2.2374),
  gb('Leeds', 'town', 53.7965, -1.5478),
  gb('Glasgow', 'town', 55.8652, -4.2576),
  gb('Sheffield', 'town', 53.383, -1.4659),
  gb('Edinburgh', 'town', 55.9521, -3.1965),
  gb('Liverpool', 'town', 53.4106, -2.9779),
  gb('Bristol', 'town', 51.4552, -2.5967),
  gb('Cardiff', 'town', 51.48, -3.18),
  gb('Leicester', 'town', 52.6386, -1.1317),
  gb('Nottingham', 'town', 52.9536, -1.1505),
  gb('Newcastle upon Tyne', 'town', 54.9733, -1.614, ['newcastle']),
  gb('Southampton', 'town', 50.904, -1.4043),
  gb('Belfast', 'town', 54.5968, -5.9254),
  gb('Cambridge', 'town', 52.2, 0.1167),
  gb('Oxford', 'town', 51.7522, -1.256),
  gb('Reading', 'town', 51.4563, -0.9711),
  gb('Brighton', 'town', 50.8284, -0.1395),
  { name: 'France', kind: 'nation', country: 'FR', aliases: ['france entiere', 'toute la france'] },
  region('Île-de-France', '11', '75 77 78 91 92 93 94 95'),
  region('Centre-Val de Loire', '24', '18 28 36 37 41 45'),
  region('Bourgogne-Franche-Comté', '27', '21 25 39 58 70 71 89 90'),
  region('Normandie', '28', '14 27 50 61 76'),
  region('Hauts-de-France', '32', '02 59 60 62 80'),
  region('Grand Est', '44', '08 10 51 52 54 55 57 67 68 88'),
  region('Pays de la Loire', '52', '44 49 53 72 85'),
  region('Bretagne', '53', '22 29 35 56'),
  region('Nouvelle-Aquitaine', '75', '16 17 19 23 24 33 40 47 64 79 86 87'),
  region('Occitanie', '76', '09 11 12 30 31 32 34 46 48 65 66 81 82'),
  region('Auvergne-Rhône-Alpes', '84', '01 03 07 15 26 38 42 43 63 69 73 74'),
  region("Provence-Alpes-Côte d'Azur", '93', '04 05 06 13 83 84'),
  region('Corse', '94', '2A 2B'),
  commune('Paris', '75056', '11', 48.8566, 2.3522),
  commune('Marseille', '13055', '93', 43.2965, 5.3698),
  commune('Lyon', '69123', '84', 45.764, 4.8357),
  commune('Toulouse', '31555', '76', 43.6047, 1.4442),
  commune('Nice', '06088', '93', 43.7102, 7.262),
  commune('Nantes', '44109', '52', 47.2184, -1.5536),
  commune('Montpellier', '34172', '76', 43.6119, 3.8772),
  commune('Strasbourg', '67482', '44', 48.5734, 7.7521),
  commune('Bordeaux', '33063', '75', 44.8378, -0.5792),
  commune('Lille', '59350', '32', 50.6292, 3.0573),
  commune('Rennes', '35238', '53', 48.1173, -1.6778),
  commune('Grenoble', '38185', '84', 45.1885, 5.7245),
];
