import { ServiceError } from '../../errors.ts';
import { nearestOf } from '../../lib/nearest.ts';
import { isObject } from '../../lib/json-object.ts';
import { PROMPTS, type Prompt } from '../prompts/index.ts';
import type { Method } from './method.ts';

export const promptsGet: Method = {
  name: 'prompts/get',
  revisions: ['legacy', 'modern'],
  run: ({ request }) => {
    const { name, arguments: given } = request.params;
    const prompt = PROMPTS.find((one) => one.name === name);
    if (!prompt) {
      const allowed = PROMPTS.map((one) => one.name);
      const near = typeof name === 'string' ? nearestOf(name, allowed) : undefined;
      const meant = near === undefined ? '' : ` Did you mean ${near}?`;
      const message = `There is no prompt with that name. Prompts: ${allowed.join(', ')}.${meant}`;
      throw new ServiceError('invalid_params', message, {
        details: { fields: [{ path: '/name', message: 'must be the name of a prompt' }], allowed },
      });
    }
    const text = prompt.write(readArguments(prompt, given ?? {}));
    return {
      object: { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] },
    };
  },
};

/**
 * Reads the arguments of a prompt. Blank arguments count as absent. Throws if a required argument is absent or an
 * argument is not text.
 */
function readArguments(prompt: Prompt, given: unknown): Readonly<Record<string, string>> {
  if (!isObject(given)) throw invalid([{ path: '/arguments', message: 'must be an object' }]);
  const read: Record<string, string> = {};
  const fields: { path: string; message: string }[] = [];
  for (const { name, required } of prompt.arguments) {
    const value = given[name] ?? '';
    if (typeof value !== 'string') fields.push({ path: `/arguments/${name}`, message: 'must be a string' });
    else if (value.trim() !== '') read[name] = value.trim();
    else if (required) fields.push({ path: `/arguments/${name}`, message: 'is missing' });
  }
  if (fields.length > 0) throw invalid(fields);
  return read;
}

function invalid(fields: { path: string; message: string }[]): ServiceError {
  const listed = fields.map(({ path, message }) => `params${path.replaceAll('/', '.')} ${message}`);
  return new ServiceError('invalid_params', `The arguments of the prompt are not valid: ${listed.join('; ')}.`, {
    details: { fields },
  });
}
