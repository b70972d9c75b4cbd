import type { NameAnswer, Provenance } from './merge-records.ts';
import { writeReputationDocument } from './reputation-document.ts';
import type { Country } from '../../schemas/index.ts';
import { languageOf } from './lookup.ts';

export interface WrittenReputation {
  /** The result object as JSON text; its keys are the names as the caller wrote them. */
  json: string;
  text?: string;
  meta: { 'io.jobdata/provenance': Record<string, Provenance> };
}

/** Builds the JSON text member by member because any name can be a key, even `__proto__`. */
export function writeReputationAnswer(
  names: ReadonlyMap<string, NameAnswer>,
  output: 'json' | 'markdown',
  country: Country | undefined,
): WrittenReputation {
  const provenance = Object.create(null) as Record<string, Provenance>;
  const members: string[] = [];
  for (const [name, answer] of names) {
    provenance[name] = answer.provenance;
    members.push(`${JSON.stringify(name)}:${JSON.stringify(answer.reputation)}`);
  }
  return {
    json: `{${members.join(',')}}`,
    ...(output === 'markdown' ? { text: writeReputationDocument(names, languageOf(country ?? '*')) } : {}),
    meta: { 'io.jobdata/provenance': provenance },
  };
}
