export interface Attribute {
  key: string;
  value: { stringValue: string } | { boolValue: boolean } | { intValue: string } | { doubleValue: number };
}

export interface OtlpOrigin {
  resource: { attributes: Attribute[] };
  scope: { name: string; version: string };
}

export function attributesOf(values: Readonly<Record<string, string | number | boolean>>): Attribute[] {
  return Object.entries(values).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: string | number | boolean): Attribute['value'] {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
