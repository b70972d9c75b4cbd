import { DEPRECATIONS, describeDeprecation, type Deprecation } from '../../schemas/index.ts';

/** A deprecated name that a call used, as reported in the `_meta` of its answer. */
export interface DeprecationNote {
  kind: Deprecation['kind'];
  name: string;
  replacement: string;
  /** The release that will no longer accept it; absent if none is planned. */
  removed_in?: string;
  message: string;
}

export const DEPRECATED_META = 'io.jobdata/deprecated';

/**
 * Resolves deprecated names of tools and arguments, and reports those of tools, arguments and platforms that a call
 * used.
 */
export class DeprecatedNames {
  readonly #tools: ReadonlyMap<string, Deprecation>;
  readonly #platforms: ReadonlyMap<string, Deprecation>;
  /** Deprecated names of arguments, by tool. */
  readonly #arguments: ReadonlyMap<string, readonly Deprecation[]>;

  constructor(all: readonly Deprecation[] = DEPRECATIONS) {
    const byName = (kind: Deprecation['kind']): Map<string, Deprecation> =>
      new Map(all.filter((one) => one.kind === kind).map((one) => [one.name, one]));
    this.#tools = byName('tool');
    this.#platforms = byName('platform');
    const byTool = new Map<string, Deprecation[]>();
    for (const one of all) if (one.tool !== undefined) byTool.set(one.tool, [...(byTool.get(one.tool) ?? []), one]);
    this.#arguments = byTool;
  }

  /** The tool's current name; any other name unchanged. */
  toolOf(asked: string): string {
    return this.#tools.get(asked)?.replacement ?? asked;
  }

  /** The arguments under their current names. If both names are given, the current one counts. */
  argumentsOf(tool: string, given: object): object {
    const used = this.#used(tool, given);
    if (used.length === 0) return given;
    const renamed: Record<string, unknown> = { ...given };
    for (const { name, replacement } of used) {
      if (renamed[replacement] === undefined) renamed[replacement] = renamed[name];
      delete renamed[name];
    }
    return renamed;
  }

  /** Each deprecated name that a call used, once; `asked` is the tool's name in the call. */
  notes(asked: string, given: unknown): DeprecationNote[] {
    const args = isObject(given) ? given : {};
    const tool = this.#tools.get(asked);
    const used = [...this.#used(this.toolOf(asked), args)];
    if (tool) used.unshift(tool);
    if ('platforms' in args && Array.isArray(args.platforms))
      used.push(...new Set(args.platforms.flatMap((code) => this.#platforms.get(plainCode(code)) ?? [])));
    if (used.length === 0) return [];
    return used.map((one) => ({
      kind: one.kind,
      name: one.name,
      replacement: one.replacement,
      ...(one.removedIn === null ? {} : { removed_in: one.removedIn }),
      message: describeDeprecation(one),
    }));
  }

  #used(tool: string, given: object): readonly Deprecation[] {
    return this.#arguments.get(tool)?.filter(({ name }) => Object.hasOwn(given, name)) ?? [];
  }
}

function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Normalises a platform code as the catalogue does. */
function plainCode(given: unknown): string {
  return typeof given === 'string' ? given.trim().toLowerCase() : '';
}
