import { Type } from 'typebox';
import { readSettingsFile } from '../../lib/settings-file.ts';
import { readName, type CompanyName } from './company-name.ts';
import { readTable } from '../../lib/table.ts';

/**
 * Facts about names that the matching rules cannot know: `same` contains lists of names of one company, `different`
 * contains pairs of similar names of two companies.
 */
export interface Aliases {
  same: readonly (readonly string[])[];
  different: readonly (readonly [string, string])[];
}

const KNOWN = readTable(new URL('known-names.tsv', import.meta.url));
const knownOf = (kind: string): string[][] => KNOWN.flatMap(([of, , ...names]) => (of === kind ? [names] : []));

export const DEFAULT_ALIASES: Aliases = {
  same: knownOf('same'),
  different: knownOf('different') as [string, string][],
};
/** Names that separate companies in several countries share, such as "PwC". */
export const NETWORKS: readonly string[] = knownOf('network').flat();

const Name = Type.String({ pattern: '\\S', description: 'a name that is not blank' });
const AliasesFile = Type.Object(
  {
    same: Type.Optional(
      Type.Array(Type.Array(Name, { minItems: 2, description: 'a list of at least two names' }), {
        description: 'a list of lists of names',
      }),
    ),
    different: Type.Optional(
      Type.Array(Type.Tuple([Name, Name], { description: 'a pair of two names' }), {
        description: 'a list of pairs of names',
      }),
    ),
  },
  { additionalProperties: false, description: 'an object with "same" and "different"' },
);

/**
 * Reads the contents of ALIASES_FILE, `{"same": [["A", "B"], …], "different": [["C", "D"], …]}` (both optional), and
 * adds them to the defaults. Names that the file calls the same are no longer a default pair of different names. Null
 * means only the defaults. Throws an Error that says what is wrong with the file.
 */
export function readAliases(json: string | null): Aliases {
  if (json === null) return DEFAULT_ALIASES;
  const { same = [], different: pairs = [] } = readSettingsFile('ALIASES_FILE', json, AliasesFile);
  const joined = compile({ same, different: [] });
  const defaults = DEFAULT_ALIASES.different.filter(([one, other]) => {
    const company = joined.company.get(readName(one).withGroup);
    return company === undefined || company !== joined.company.get(readName(other).withGroup);
  });
  return { same: [...DEFAULT_ALIASES.same, ...same], different: [...defaults, ...pairs] };
}

interface Compiled {
  /** Identifies the company of each name. The names include their group words (`CompanyName.withGroup`). */
  company: Map<string, number>;
  different: readonly (readonly [CompanyName, CompanyName])[];
}

const compiledAliases = new WeakMap<Aliases, Compiled>();

function compile(aliases: Aliases): Compiled {
  const known = compiledAliases.get(aliases);
  if (known) return known;
  const company = new Map<string, number>();
  aliases.same.forEach((names, index) => {
    const keys = names.map((name) => readName(name).withGroup);
    const earlier = new Set(keys.map((key) => company.get(key)).filter((id) => id !== undefined));
    for (const [key, id] of company) if (earlier.has(id)) company.set(key, index);
    for (const key of keys) company.set(key, index);
  });
  const different = aliases.different.map(([one, other]) => [readName(one), readName(other)] as const);
  const compiled = { company, different };
  compiledAliases.set(aliases, compiled);
  return compiled;
}

/** Returns all names that `same` gives to the company, or an empty list if `same` does not contain the given name. */
export function otherNames(name: string, aliases: Aliases): readonly string[] {
  const { company } = compile(aliases);
  const read = readName(name);
  const known = company.get(read.withGroup) ?? company.get(read.core);
  if (known === undefined) return [];
  return aliases.same.flat().filter((other) => company.get(readName(other).withGroup) === known);
}

/** True if the aliases contain two different companies of this name that differ only in legal form or place. */
export function hasNamesake(name: CompanyName, aliases: Aliases): boolean {
  return compile(aliases).different.some(
    ([left, right]) => left.withGroup === right.withGroup && left.withGroup === name.withGroup,
  );
}

/** Returns what the aliases say about two names; undefined if nothing. `different` takes precedence over `same`. */
export function findRelation(one: CompanyName, other: CompanyName, aliases: Aliases): 'same' | 'different' | undefined {
  const { company, different } = compile(aliases);
  for (const [left, right] of different) {
    const sides = [sideOf(one, left, right), sideOf(other, left, right)];
    if (sides.includes('left') && sides.includes('right')) return 'different';
  }
  const companyOf = (name: CompanyName) => company.get(name.withGroup) ?? company.get(name.core);
  const known = companyOf(one);
  return known !== undefined && known === companyOf(other) ? 'same' : undefined;
}

/**
 * Returns the side of a pair of different companies to which a name belongs, or undefined if it belongs to neither. If
 * both companies have the same core, the side is decided by a group word ("Phoenix Group Holdings") or place ("Make UK
 * Ltd") that only one of them has. If there is none, the name must have the literal words of a side.
 */
function sideOf(name: CompanyName, left: CompanyName, right: CompanyName): 'left' | 'right' | undefined {
  if (left.core !== right.core) {
    if (name.core === left.core) return 'left';
    return name.core === right.core ? 'right' : undefined;
  }
  if (name.core !== left.core) return undefined;
  const marks =
    [hasGroup, placeOf].find((mark) => mark(left) !== mark(right)) ?? (({ literal }: CompanyName) => literal);
  if (marks(name) === marks(left)) return 'left';
  return marks(name) === marks(right) ? 'right' : undefined;
}

const hasGroup = ({ withGroup, core }: CompanyName): string => String(withGroup !== core);
const placeOf = ({ place }: CompanyName): string => place;
