import type { Country } from '../../../schemas/index.ts';
import { loadBritain } from './britain.ts';
import { loadFrance } from './france.ts';
import type { Gazetteer } from './table.ts';

const loaded = new Map<Country, Gazetteer>();

/** The table of a country, built when it is first asked for. */
export function gazetteerOf(country: Country): Gazetteer {
  let table = loaded.get(country);
  if (!table) {
    table = country === 'FR' ? loadFrance() : loadBritain();
    loaded.set(country, table);
  }
  return table;
}
