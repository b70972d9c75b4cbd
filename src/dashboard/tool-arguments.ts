import { field, fields } from './form.ts';

export interface Property {
  type?: string;
  description?: string;
  enum?: readonly string[];
  default?: unknown;
  items?: { type?: string; enum?: readonly string[] };
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface InputSchema {
  properties?: Readonly<Record<string, Property>>;
  required?: readonly string[];
}

export type ArgumentFields = Readonly<Record<string, string | readonly string[]>>;

/**
 * Leaves out empty fields and choices that equal the default. An invalid number stays text, so that the tool reports
 * the error.
 */
export function readArguments(schema: InputSchema, body: unknown): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const id = `arg-${name}`;
    if (property.type === 'array') {
      const items = fields(body, id)
        .flatMap((text) => text.split(/\r?\n/))
        .map((line) => line.trim())
        .filter(Boolean);
      if (items.length > 0) args[name] = items;
      continue;
    }
    const text = (field(body, id) ?? '').trim();
    if (text === '') continue;
    if (property.type === 'boolean') {
      // Text other than “true” and “false” stays text, so that the tool reports the error.
      if (String(property.default) !== text) args[name] = text === 'true' || (text !== 'false' && text);
    } else if (property.type === 'integer' || property.type === 'number') {
      args[name] = /^-?\d{1,12}(?:\.\d{1,6})?$/.test(text) ? Number(text) : text;
    } else if (!property.enum || property.default !== text) args[name] = text;
  }
  return args;
}
