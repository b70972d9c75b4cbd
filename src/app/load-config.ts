import { readPlans, type Plans } from '../accounts/plans.ts';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { enablePlatforms, findPlatform, PLATFORM_SETTINGS } from '../platforms/index.ts';
import { searchSettings } from '../reputation/create-lookup.ts';
import { readAliases } from '../reputation/match/match.ts';
import { chooseProviders } from '../search/index.ts';

/**
 * The settings, with those that only their own rooms can judge (codes, the
 * contents of files) tried too, so that the start fails on all of them at
 * once. Throws ConfigError.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env, PLATFORM_SETTINGS);
  const trials: (() => unknown)[] = [
    () => enablePlatforms(config.platforms),
    () => assertKnownPlatforms(readPlans(config.plansFile)),
    () => readAliases(config.aliasesFile),
    () => chooseProviders(config.searchProviders, searchSettings(config)),
  ];
  const faults = trials.flatMap((attempt) => {
    try {
      attempt();
      return [];
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)];
    }
  });
  if (faults.length > 0) throw new ConfigError(faults, config);
  return config;
}

/** A mistyped code would take a platform from its plan without a word. */
function assertKnownPlatforms(plans: Plans): void {
  for (const { name, platforms } of plans.values()) {
    const unknown = platforms?.find((code) => !findPlatform(code));
    if (unknown !== undefined) throw new Error(`PLANS_FILE: plan ${name}: there is no platform "${unknown}".`);
  }
}
