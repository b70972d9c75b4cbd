import { isObject } from '../../lib/json-object.ts';

/** An object from outside, whose members are unchecked. */
export type Unknown = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Unknown {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
