import type { SourceCheck, SourceDay, Tallies } from './types.ts';

/** Rows of the sources' health, as every engine gives them: tallies are JSON. */
export interface CheckRow extends Omit<SourceCheck, 'fields'> {
  fields: string;
}

export interface DayRow {
  source: string;
  day: number;
  outcomes: string;
  fields: string;
}

export function toCheck({ source, at, outcome, ms, fields, reason }: CheckRow): SourceCheck {
  return { source, at, outcome, ms, fields: JSON.parse(fields) as Tallies, reason };
}

export function toDay({ source, day, outcomes, fields }: DayRow): SourceDay {
  return {
    source,
    day,
    outcomes: JSON.parse(outcomes) as SourceDay['outcomes'],
    fields: JSON.parse(fields) as Tallies,
  };
}

export function copyOf(fields: Tallies): Record<string, { hits: number; of: number }> {
  return Object.fromEntries(Object.entries(fields).map(([name, tally]) => [name, { ...tally }]));
}
