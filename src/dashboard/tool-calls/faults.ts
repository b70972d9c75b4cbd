import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import type { FieldError } from '../../errors.ts';
import { html, type Content } from '../html.ts';
import type { PlaygroundAnswer } from './answers.ts';
import type { PlaygroundForm } from './form.ts';
import type { OfferedPlatform } from '../services.ts';
import type { Texts } from '../texts/index.ts';

export function countryOf(text: unknown): Country {
  return COUNTRIES.find((country) => country === text) ?? 'GB';
}

export type CallOfForm = Pick<PlaygroundForm, 'tool' | 'arguments'>;

export function strayPlatforms(call: CallOfForm, platforms: readonly OfferedPlatform[]): OfferedPlatform[] {
  const ticked = tickedPlatforms(call);
  const country = countryOf(call.arguments['country']);
  return platforms.filter((platform) => platform.country !== country && ticked.includes(platform.code));
}

function tickedPlatforms({ tool, arguments: args }: CallOfForm): readonly unknown[] {
  const ticked = args['platforms'];
  return tool === 'scrape_jobs' && Array.isArray(ticked) ? ticked : [];
}

function boundFault(message: string, { playground: t }: Texts): string | undefined {
  const [, words, limit, unit] =
    /^must (be at least|be at most|have at most) (\d+)( characters| entries)?/.exec(message) ?? [];
  if (words === undefined) return undefined;
  if (unit !== undefined) return (unit === ' entries' ? t.mostEntries : t.mostCharacters)(Number(limit));
  return (words === 'be at least' ? t.atLeast : t.atMost)(Number(limit));
}

function kindOf(message: string): string {
  if (message.startsWith('is required')) return 'is required';
  if (/^must be (?:at most 12 )?digits/.test(message)) return 'needs digits';
  const isForm = /^must be (?:text|a list|a whole number)/.test(message) || message.startsWith('does not have');
  return isForm ? 'has another form' : message;
}

export function faultsOf(
  { form, outcome }: PlaygroundAnswer,
  platforms: readonly OfferedPlatform[],
  texts: Texts,
): Map<string, Content> {
  return outcome.kind === 'refused' ? argumentFaults(form, outcome.details.fields, platforms, texts) : new Map();
}

/** Returns what is wrong with each argument of a refused call, in the page's language. */
export function argumentFaults(
  call: CallOfForm,
  errors: readonly FieldError[] = [],
  platforms: readonly OfferedPlatform[],
  texts: Texts,
): Map<string, Content> {
  const { playground: t } = texts;
  const faults = new Map<string, Content>();
  const country = countryOf(call.arguments['country']);
  const named = t.countries[country] ?? country;
  for (const { path, message } of errors) {
    const name = path.split('/')[1] ?? '';
    if (name === '' || faults.has(name)) continue;
    const kind = kindOf(message);
    faults.set(
      name,
      name === 'platforms' && kind === 'is required'
        ? t.noSites(named)
        : (boundFault(message, texts) ??
            t.faults[kind] ??
            html`<span lang="${t.descriptionLanguage}">${message}</span>`),
    );
  }
  const unknown = tickedPlatforms(call).filter((code) => !platforms.some((platform) => platform.code === code));
  if (unknown.length > 0) faults.set('platforms', t.notOffered(unknown.join(', ')));
  const stray = strayPlatforms(call, platforms).map(({ name }) => name);
  if (stray.length > 0) faults.set('platforms', t.otherCountry(named, stray.join(', ')));
  return faults;
}
