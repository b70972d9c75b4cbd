import { DEPRECATIONS, describeDeprecation, isTaken, type Deprecation } from '../../schemas/index.ts';
import { VERSION } from '../version.ts';

/** A deprecated name that a call used, as `_meta` of its answer reports it. */
export interface DeprecationNote {
  kind: Deprecation['kind'];
  name: string;
  replacement: string;
  /** The release that will no longer accept it; absent if none is planned. */
  removed_in?: string;
  message: string;
}

export const DEPRECATED_META = 'io.jobdata/deprecated';

/** Maps deprecated names of tools and arguments to the present ones, and reports those that a call used. */
export class DeprecatedNames {
  readonly #all: readonly Deprecation[];

  constructor(all: readonly Deprecation[] = DEPRECATIONS, version: string = VERSION) {
    this.#all = all.filter((one) => isTaken(one, version));
  }

  /** The tool's present name. */
  toolOf(asked: string): string {
    return this.#all.find(({ kind, name }) => kind === 'tool' && name === asked)?.replacement ?? asked;
  }

  /** The arguments under their present names; where both names are given, the present one counts. */
  argumentsOf(tool: string, given: object): object {
    const renamed: Record<string, unknown> = { ...given };
    for (const { name, replacement } of this.#used(tool, given)) {
      if (renamed[replacement] === undefined) renamed[replacement] = renamed[name];
      delete renamed[name];
    }
    return renamed;
  }

  /** Each deprecated name that a call used, once; `asked` is the tool's name in the call. */
  notes(asked: string, given: unknown): DeprecationNote[] {
    const args = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
    const tool = this.toolOf(asked);
    const codes = (args as { platforms?: unknown }).platforms;
    const used = [
      ...this.#all.filter(({ kind, name }) => kind === 'tool' && name === asked),
      ...this.#used(tool, args),
      ...this.#all.filter(
        ({ kind, name }) => kind === 'platform' && Array.isArray(codes) && codes.some((code) => isCode(code, name)),
      ),
    ];
    return used.map((one) => ({
      kind: one.kind,
      name: one.name,
      replacement: one.replacement,
      ...(one.removedIn === null ? {} : { removed_in: one.removedIn }),
      message: describeDeprecation(one),
    }));
  }

  #used(tool: string, given: object): Deprecation[] {
    return this.#all.filter((one) => one.kind === 'argument' && one.tool === tool && Object.hasOwn(given, one.name));
  }
}

/** Normalises a code as the catalogue does. */
function isCode(given: unknown, code: string): boolean {
  return typeof given === 'string' && given.trim().toLowerCase() === code;
}
