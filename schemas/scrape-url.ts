import { Type, type Static } from 'typebox';
import { StringEnum } from './primitives.ts';

/** The arguments of `scrape_url` (SPEC §5). */
export const ScrapeUrlArguments = Type.Object(
  {
    urls: Type.Array(Type.String({ minLength: 1, maxLength: 8192 }), {
      minItems: 1,
      maxItems: 5,
      description: 'Public http or https addresses.',
    }),
    use_javascript: Type.Optional(
      Type.Boolean({ default: true, description: 'Render the page in a browser first; true when absent.' }),
    ),
    output: Type.Optional(
      StringEnum(['markdown', 'raw', 'xhr'], {
        default: 'markdown',
        description: "markdown: main content; raw: HTML; xhr: the page's own XHR and fetch exchanges as JSON.",
      }),
    ),
    geo: Type.Optional(
      Type.String({ maxLength: 20, description: 'Country code of a proxy that the operator configured.' }),
    ),
    locale: Type.Optional(
      Type.String({ maxLength: 35, pattern: '^[A-Za-z0-9_-]*$', description: 'Language such as "en-gb".' }),
    ),
  },
  { additionalProperties: false },
);
export type ScrapeUrlArguments = Static<typeof ScrapeUrlArguments>;

/** The keys are URLs as the caller wrote them. The values are the contents, or begin with "Error: " (SPEC §5). */
export const ScrapeUrlResult = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
});
export type ScrapeUrlResult = Record<string, string>;
