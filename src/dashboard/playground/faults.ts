import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import { html, type Content } from '../html.ts';
import type { PlaygroundAnswer } from './answers.ts';
import type { PlaygroundForm } from './form.ts';
import type { OfferedPlatform } from '../services.ts';
import type { Texts } from '../texts/index.ts';

export function countryOf(text: unknown): Country {
  return COUNTRIES.find((country) => country === text) ?? 'GB';
}

export function strayPlatforms(form: PlaygroundForm, platforms: readonly OfferedPlatform[]): OfferedPlatform[] {
  const ticked = form.arguments['platforms'];
  if (form.tool !== 'scrape_jobs' || !Array.isArray(ticked)) return [];
  const country = countryOf(form.arguments['country']);
  return platforms.filter((platform) => platform.country !== country && ticked.includes(platform.code));
}

function kindOf(message: string): string {
  if (message.startsWith('is required')) return 'is required';
  const isForm =
    /^must be (?:text|(?:at most 12 )?digits|a list|a whole number)/.test(message) ||
    message.startsWith('does not have');
  return isForm ? 'has another form' : message;
}

export function faultsOf(
  { form, outcome }: PlaygroundAnswer,
  platforms: readonly OfferedPlatform[],
  { playground: t }: Texts,
): Map<string, Content> {
  const faults = new Map<string, Content>();
  if (outcome.kind !== 'refused') return faults;
  const country = countryOf(form.arguments['country']);
  const named = t.countries[country] ?? country;
  for (const { path, message } of outcome.details.fields ?? []) {
    const name = path.split('/')[1] ?? '';
    if (name === '' || faults.has(name)) continue;
    const kind = kindOf(message);
    const [, bound, limit] = /^must be at (least|most) (\d+)$/.exec(message) ?? [];
    faults.set(
      name,
      name === 'platforms' && kind === 'is required'
        ? t.noSites(named)
        : bound !== undefined
          ? (bound === 'least' ? t.atLeast : t.atMost)(Number(limit))
          : (t.faults[kind] ?? html`<span lang="${t.descriptionLanguage}">${message}</span>`),
    );
  }
  const stray = strayPlatforms(form, platforms).map(({ name }) => name);
  if (stray.length > 0) faults.set('platforms', t.otherCountry(named, stray.join(', ')));
  return faults;
}
