import { readFileSync } from 'node:fs';

/** The town of an outward code, by name and county, and the code's own centre in degrees. */
export interface OutwardCode {
  town: string;
  county: string;
  latitude: number;
  longitude: number;
}

let table: ReadonlyMap<string, OutwardCode> | undefined;

/** Outward codes of Great Britain and Northern Ireland ("S35"), read when one is first asked for. */
export function findOutwardCode(code: string): OutwardCode | undefined {
  table ??= load();
  return table.get(code);
}

function load(): ReadonlyMap<string, OutwardCode> {
  const codes = new Map<string, OutwardCode>();
  for (const line of readFileSync(new URL('outward-codes.tsv', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [code = '', town = '', county = '', latitude, longitude] = line.split('\t');
    codes.set(code, { town, county, latitude: Number(latitude) / 1000, longitude: Number(longitude) / 1000 });
  }
  return codes;
}
