import type { NameAnswer, Provenance } from './merge-records.ts';
import { writeReputationDocument } from './reputation-document.ts';
import type { Country } from '../../schemas/index.ts';
import { languageOf } from './lookup.ts';

/** The answer in the forms that it is sent in. */
export interface WrittenReputation {
  /** The result object, keyed by name as asked. */
  json: string;
  /** The markdown document, where that was asked for. */
  text?: string;
  meta: { 'io.jobdata/provenance': Record<string, Provenance> };
}

/** Names are keys whatever they are: `__proto__` is one too. */
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
