import { Ajv, type ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';

/** One instance for all files, so that each schema is compiled once. */
const ajv = new Ajv({ strict: false, verbose: true });

/**
 * Parses and validates the file of a setting. Throws an Error that explains the first fault with the `description` of
 * the schema's part.
 */
export function readSettingsFile<T extends TSchema>(setting: string, json: string, schema: T): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`${setting} does not hold JSON.`, { cause: error });
  }
  if (ajv.validate<Static<T>>(schema, value)) return value;
  // The last error is about the whole value, after those about its alternatives.
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
