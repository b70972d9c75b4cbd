import { DEPRECATIONS, describeDeprecation, isTaken, type Deprecation } from '../../schemas/index.ts';
import { VERSION } from '../version.ts';

/** Of a deprecated name that a call used, in `_meta` of its answer. */
export interface DeprecationNote {
  kind: Deprecation['kind'];
  name: string;
  replacement: string;
  /** The release that takes it no more; absent: none is planned. */
  removed_in?: string;
  message: string;
}

export const DEPRECATED_META = 'io.jobdata/deprecated';

/** Deprecated tools and arguments under their present names, and what callers are told of those that they used. */
export class DeprecatedNames {
  readonly #all: readonly Deprecation[];

  constructor(all: readonly Deprecation[] = DEPRECATIONS, version: string = VERSION) {
    this.#all = all.filter((one) => isTaken(one, version));
  }

  /** The tool's present name. */
  toolOf(asked: string): string {
    return this.#all.find(({ kind, name }) => kind === 'tool' && name === asked)?.replacement ?? asked;
  }

  /** The arguments under their present names; a present one that is given too holds. */
  argumentsOf(tool: string, given: object): object {
    const renamed: Record<string, unknown> = { ...given };
    for (const { name, replacement } of this.#used(tool, given)) {
      if (renamed[replacement] === undefined) renamed[replacement] = renamed[name];
      delete renamed[name];
    }
    return renamed;
  }

  /** Of the names that a call used, each once; `asked` is the tool as the call names it. */
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

/** As the catalogue reads codes. */
function isCode(given: unknown, code: string): boolean {
  return typeof given === 'string' && given.trim().toLowerCase() === code;
}
