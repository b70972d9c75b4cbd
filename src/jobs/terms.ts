import type { Contract, Hours } from '../../schemas/index.ts';
import type { NormalizedJob } from './normalize-listing.ts';
import type { ContractReading, ContractSources } from './readers/advert-words.ts';
import { readContract } from './readers/contract.ts';
import { readHours } from './readers/hours.ts';

const contracts = new WeakMap<NormalizedJob, ContractReading<Contract>>();
const hours = new WeakMap<NormalizedJob, ContractReading<Hours>>();

/** Reads the contract only when it is needed, because most adverts of a search are never returned. */
export function contractOf(job: NormalizedJob): ContractReading<Contract> {
  return remembered(contracts, job, readContract, job.implied?.contract);
}

export function hoursOf(job: NormalizedJob): ContractReading<Hours> {
  return remembered(hours, job, readHours, job.implied?.hours);
}

export function sourcesOf({ words, codes, title, description }: NormalizedJob): ContractSources {
  return { stated: [words?.terms, codes].filter(Boolean).join(', '), title, description };
}

function remembered<Value>(
  known: WeakMap<NormalizedJob, ContractReading<Value>>,
  job: NormalizedJob,
  read: (sources: ContractSources) => ContractReading<Value>,
  implied: Value | undefined,
): ContractReading<Value> {
  let reading = known.get(job);
  if (!reading) {
    reading = read(sourcesOf(job));
    known.set(job, reading);
  }
  // If only the platform's filter states the value, there are no words to quote.
  return reading.value === 'unknown' && implied !== undefined ? { value: implied, words: '' } : reading;
}
