/** In `npm run test:long`, the share of the long forms that is run: 1, or less in continuous integration. */
const share = process.env['TEST_LONG'] === undefined ? undefined : Number(process.env['TEST_LONG']);
export const isLong = share !== undefined;

/** For fast-check: the seed that `npm run test:long` printed, so that a run can be repeated. */
export const seeded: { seed?: number } =
  process.env['TEST_SEED'] === undefined ? {} : { seed: Number(process.env['TEST_SEED']) };

/** For `{ skip }` of a slow test whose subject `npm test` tests in a smaller form. */
export const onlyLong: string | false = isLong ? false : 'in npm run test:long';

/** Returns `few` in `npm test`, and up to `many` in `npm run test:long`. */
export function volume(few: number, many: number): number {
  return share === undefined ? few : Math.max(few, Math.round(many * share));
}

/**
 * Returns `few` in `npm test`, and `all` in `npm run test:long`. If that runs only a share, returns as large a share of
 * `all`, and the seed decides with which case it begins.
 */
export function some<const Case>(few: readonly Case[], all: readonly Case[]): readonly Case[] {
  if (share === undefined) return few;
  const count = Math.min(all.length, Math.max(few.length, Math.ceil(all.length * share)));
  return Array.from({ length: count }, (_, index) => all[((seeded.seed ?? 0) + index) % all.length] as Case);
}
