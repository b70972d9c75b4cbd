import { OAuthError } from './oauth-error.ts';

/** An empty parameter counts as absent (RFC 6749 §3.1). */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** Throws `invalid_request` if one of the parameters is repeated (RFC 6749 §3.1, §3.2). */
export function readParameters(source: URLSearchParams, names: readonly string[]): Parameters {
  const found: Record<string, string | undefined> = {};
  for (const name of names) {
    const values = source.getAll(name);
    if (values.length > 1) throw new OAuthError('invalid_request', `The parameter ${name} appears more than once.`);
    found[name] = values[0] || undefined;
  }
  return found;
}

export function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`);
  return value;
}
