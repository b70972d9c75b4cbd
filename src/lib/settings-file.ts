import { Ajv, type ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';

/** Shared by all files, so that each schema is compiled once. */
const ajv = new Ajv({ strict: false, verbose: true });

/**
 * Reads the file of a setting. The `description` of each part of the schema says what it must be. Throws a
 * sentence about the first error.
 */
export function readSettingsFile<T extends TSchema>(setting: string, json: string, schema: T): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`${setting} does not hold JSON.`, { cause: error });
  }
  if (ajv.validate<Static<T>>(schema, value)) return value;
  // The last error is about the "any of" as a whole.
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
