import { readPlans, type Plans } from '../accounts/plans.ts';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { enablePlatforms, findPlatform, PLATFORM_SETTINGS } from '../sources/platforms/index.ts';
import { searchSettings } from '../reputation/create-lookup.ts';
import { readAliases } from '../reputation/match/match.ts';
import { chooseProviders } from '../sources/search-providers/index.ts';

/**
 * The settings, with those that only their own rooms can judge (codes, the
 * contents of files) tried too, so that the start fails on all of them at
 * once. Throws ConfigError.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  let config: Partial<Config>;
  try {
    config = readConfig(env, PLATFORM_SETTINGS);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    config = error.known;
  }
  const { platforms, plansFile, aliasesFile, searchProviders, searxngUrl, braveApiKey, serperApiKey } = config;
  // What one of them is judged by may be wrong itself: that is told already.
  const trials: (() => unknown)[] = [
    () => platforms && enablePlatforms(platforms),
    () => plansFile !== undefined && assertKnownPlatforms(readPlans(plansFile)),
    () => aliasesFile !== undefined && readAliases(aliasesFile),
    () =>
      searchProviders &&
      searxngUrl !== undefined &&
      braveApiKey !== undefined &&
      serperApiKey !== undefined &&
      chooseProviders(searchProviders, searchSettings({ searxngUrl, braveApiKey, serperApiKey })),
  ];
  for (const attempt of trials) {
    try {
      attempt();
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  if (faults.length > 0) throw new ConfigError(faults, config);
  return config as Config;
}

/** A mistyped code would take a platform from its plan without a word. */
function assertKnownPlatforms(plans: Plans): void {
  for (const { name, platforms } of plans.values()) {
    const unknown = platforms?.find((code) => !findPlatform(code));
    if (unknown !== undefined) throw new Error(`PLANS_FILE: plan ${name}: there is no platform "${unknown}".`);
  }
}
