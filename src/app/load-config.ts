import { readPlans, type Plans } from '../accounts/plans.ts';
import { ConfigError, readConfig, type Config } from '../config/config.ts';
import { messageOf } from '../lib/error-message.ts';
import { enablePlatforms, findPlatform, PLATFORM_SETTINGS, suggestPlatform } from '../sources/platforms/index.ts';
import { readAliases } from '../reputation/match/aliases.ts';
import { chooseProviders, searchSettings } from '../sources/search-providers/index.ts';

/**
 * Reads the settings, and checks values that other parts interpret, such as platform codes and files, so that a start
 * reports all faults at once. Throws ConfigError.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  let config: Partial<Config>;
  try {
    config = readConfig(env, PLATFORM_SETTINGS);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    config = error.valid;
  }
  const { platforms, plansFile, aliasesFile, searchProviders, searxngUrl, braveApiKey, serperApiKey } = config;
  // A check is skipped if a setting that it needs is invalid, because that fault is already reported.
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
      faults.push(messageOf(error));
    }
  }
  if (faults.length > 0) throw new ConfigError(faults, config);
  return config as Config;
}

function assertKnownPlatforms(plans: Plans): void {
  for (const { name, platforms } of plans.values()) {
    const unknown = platforms?.find((code) => !findPlatform(code));
    if (unknown !== undefined)
      throw new Error(`PLANS_FILE: plan ${name}: there is no platform "${unknown}".${suggestPlatform(unknown)}`);
  }
}
