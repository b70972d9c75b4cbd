import { isObject } from '../lib/json-object.ts';
import { DEPRECATIONS, describeDeprecation, type Deprecation } from '../../schemas/index.ts';

export interface DeprecationNote {
  kind: Deprecation['kind'];
  name: string;
  replacement: string;
  removed_in?: string;
  message: string;
}

export const DEPRECATED_META = 'io.jobdata/deprecated';

export class DeprecatedNames {
  readonly #tools: ReadonlyMap<string, Deprecation>;
  readonly #platforms: ReadonlyMap<string, Deprecation>;
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

  toolOf(asked: string): string {
    return this.#tools.get(asked)?.replacement ?? asked;
  }

  /** Renames deprecated arguments. If a call has both names, the value under the current name counts. */
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

  /** Returns one note for each deprecated name in a call. `asked` is the tool's name in the call. */
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

function plainCode(given: unknown): string {
  return typeof given === 'string' ? given.trim().toLowerCase() : '';
}
