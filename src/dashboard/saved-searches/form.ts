import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { SavedSearchInput } from '../../saved-searches/read-input.ts';
import { OF_ONE_ANSWER, storedArguments } from '../../saved-searches/search-arguments.ts';
import type { SavedSearchRecord } from '../../store/types.ts';
import { toCredits } from '../../lib/credits.ts';
import type { ToolDefinition } from '../../tools/tool.ts';
import { readArguments, type ArgumentFields, type InputSchema } from '../tool-arguments.ts';
import { field, readCredits } from '../form.ts';
import { formSchema, OptionalField, TokenField } from '../input.ts';
import { countryOf } from '../tool-calls/faults.ts';
import { firstFields } from '../tool-calls/mode.ts';
import type { OfferedPlatform } from '../services.ts';
import type { Language } from '../texts/index.ts';

const ARGUMENT_PREFIX = 'arg-';
const ArgumentField = Type.Union([
  Type.String({ maxLength: 4_000 }),
  Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 }),
]);

/**
 * Returns the tool's schema without the arguments that concern a single answer, because a saved search cannot have
 * them.
 */
export function searchSchema({ inputSchema }: ToolDefinition): InputSchema {
  const { properties = {}, required = [] } = inputSchema as InputSchema;
  const kept = Object.entries(properties).filter(([name]) => !OF_ONE_ANSWER.has(name));
  return { properties: Object.fromEntries(kept), required };
}

function argumentFields(tool: ToolDefinition) {
  const names = Object.keys(searchSchema(tool).properties ?? {});
  return Object.fromEntries(names.map((name) => [ARGUMENT_PREFIX + name, Type.Optional(ArgumentField)]));
}

export function searchFormSchema(tool: ToolDefinition) {
  return formSchema({
    id: Type.Optional(TokenField),
    name: OptionalField,
    frequency: OptionalField,
    hour: OptionalField,
    weekday: OptionalField,
    zone: OptionalField,
    limit: OptionalField,
    mail: OptionalField,
    webhook: OptionalField,
    example: OptionalField,
    ...argumentFields(tool),
  });
}

export function newSearchQuery(tool: ToolDefinition) {
  return Type.Object(argumentFields(tool));
}

export type SearchForm = Readonly<Record<string, string | readonly string[] | undefined>>;

export function readSearchForm(request: FastifyRequest, tool: ToolDefinition, language: Language): SavedSearchInput {
  const { body } = request;
  const limit = (field(body, 'limit') ?? '').trim();
  return {
    name: field(body, 'name') ?? '',
    language,
    arguments: readArguments(searchSchema(tool), body),
    frequency: field(body, 'frequency') ?? '',
    hour: wholeNumber(field(body, 'hour')),
    weekday: wholeNumber(field(body, 'weekday')),
    zone: (field(body, 'zone') ?? '').trim(),
    monthlyLimit: limit === '' ? null : (readCredits(limit) ?? Number.NaN),
    mail: field(body, 'mail') !== undefined,
    webhookUrl: field(body, 'webhook') ?? '',
  };
}

/** Returns NaN unless the text is one to three digits, because `Number` alone would read "" as 0. */
function wholeNumber(typed: string | undefined): number {
  return /^\d{1,3}$/.test(typed?.trim() ?? '') ? Number(typed) : Number.NaN;
}

export function filledForm(search: SavedSearchRecord, schema: InputSchema): SearchForm {
  const args = storedArguments(search.arguments);
  const typed = Object.entries(args).map(([name, value]): [string, string | string[]] => {
    const items = Array.isArray(value) ? value.map(String) : undefined;
    const isPicked = name === 'platforms' || schema.properties?.[name]?.items?.enum !== undefined;
    return [ARGUMENT_PREFIX + name, items ? (isPicked ? items : items.join('\n')) : String(value)];
  });
  return {
    ...Object.fromEntries(typed),
    id: search.id,
    name: search.name,
    frequency: search.frequency,
    hour: String(search.hour),
    weekday: String(search.weekday),
    zone: search.zone,
    limit: search.monthlyLimit === null ? '' : String(toCredits(search.monthlyLimit)),
    webhook: search.webhookUrl,
    ...(search.mail === 'off' ? {} : { mail: 'on' }),
  };
}

const ZONES = { GB: 'Europe/London', FR: 'Europe/Paris' } as const;

/**
 * Returns the values of a new form. Unless `query` has others, they include a country, if possible that of the
 * language, and its configured platforms.
 */
export function firstForm(
  query: ArgumentFields,
  { language, platforms, sendsMail }: { language: Language; platforms: readonly OfferedPlatform[]; sendsMail: boolean },
): SearchForm {
  const fields = firstFields('scrape_jobs', 'live', platforms, language, query);
  return {
    frequency: 'daily',
    hour: '8',
    weekday: '1',
    zone: ZONES[countryOf(fields['arg-country'])],
    example: 'on',
    ...(sendsMail ? { mail: 'on' } : {}),
    ...fields,
  };
}
