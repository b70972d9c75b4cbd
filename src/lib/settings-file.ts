import { createRequire } from 'node:module';
import type { Ajv, ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { once } from './once.ts';

/** Ajv is loaded on demand, because most processes read no settings file. */
const validator = once((): Ajv => {
  const loaded = createRequire(import.meta.url)('ajv') as { Ajv: typeof Ajv };
  return new loaded.Ajv({ strict: false, verbose: true });
});

/**
 * Throws an Error that describes what is wrong: for a missing or wrong value, with the `description` of that part of
 * the schema; for an unknown property, with the list of known ones.
 */
export function readSettingsFile<T extends TSchema>(setting: string, json: string, schema: T): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`${setting} does not hold JSON.`, { cause: error });
  }
  const ajv = validator();
  if (ajv.validate<Static<T>>(schema, value)) return value;
  // Ajv lists the errors of a union's alternatives first, and the error of the whole value last.
  throw new Error(faultOf(setting, ajv.errors?.at(-1) as ErrorObject));
}

function faultOf(setting: string, { instancePath, params, parentSchema: at = {} }: ErrorObject): string {
  const { missingProperty: missing, propertyName, additionalProperty } = params;
  const name: string | undefined = missing ?? propertyName ?? additionalProperty;
  const path = [...instancePath.split('/').slice(1), ...(name === undefined ? [] : [name])].join('.');
  if (additionalProperty !== undefined)
    return `${setting}: ${path} is not known, only ${Object.keys(at['properties']).join(' and ')}.`;
  const { description } = missing ? at['properties'][missing] : propertyName ? at['propertyNames'] : at;
  return `${setting}${path === '' ? ' must hold' : `: ${path} must be`} ${description}.`;
}
