import { COUNTRIES, type Country } from '../../../schemas/index.ts';
import { html, type Content } from '../html.ts';
import type { PlaygroundAnswer } from './answers.ts';
import type { PlaygroundForm } from './form.ts';
import type { OfferedPlatform } from '../services.ts';
import type { Texts } from '../texts/index.ts';

/** The country of a form; GB by default. */
export function countryOf(text: unknown): Country {
  return COUNTRIES.find((country) => country === text) ?? 'GB';
}

/** Selected platforms of another country than the form's. */
export function strayPlatforms(form: PlaygroundForm, platforms: readonly OfferedPlatform[]): OfferedPlatform[] {
  const ticked = form.arguments['platforms'];
  if (form.tool !== 'scrape_jobs' || !Array.isArray(ticked)) return [];
  const country = countryOf(form.arguments['country']);
  return platforms.filter((platform) => platform.country !== country && ticked.includes(platform.code));
}

/** Messages for people about a refused form, by argument. */
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
    faults.set(
      name,
      name === 'platforms' && message === 'is required'
        ? t.noSites(named)
        : (t.faults[message] ?? html`<span lang="${t.descriptionLanguage}">${message}</span>`),
    );
  }
  const stray = strayPlatforms(form, platforms).map(({ name }) => name);
  if (stray.length > 0) faults.set('platforms', t.otherCountry(named, stray.join(', ')));
  return faults;
}
