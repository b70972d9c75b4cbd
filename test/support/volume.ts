/** In `npm run test:long`, which share of the long forms is run: 1, or less in continuous integration. */
const share = process.env['TEST_LONG'] === undefined ? undefined : Number(process.env['TEST_LONG']);
/** Whether this is `npm run test:long`. */
export const isLong = share !== undefined;

/** For fast-check: what `npm run test:long` printed as its seed, so that a run can be had again. */
export const seeded: { seed?: number } =
  process.env['TEST_SEED'] === undefined ? {} : { seed: Number(process.env['TEST_SEED']) };

/** For `{ skip }` of a test that costs much, and whose subject `npm test` tests in a smaller form. */
export const onlyLong: string | false = isLong ? false : 'in npm run test:long';

/** How many rounds, histories or rows: `few` in `npm test`, up to `many` in `npm run test:long`. */
export function volume(few: number, many: number): number {
  return share === undefined ? few : Math.max(few, Math.round(many * share));
}

/**
 * Of cases that each cost much: those of `npm test`, or all in `npm run test:long`. Where that runs a share, it is as many
 * of all, from the one on that the seed says.
 */
export function some<const Case>(few: readonly Case[], all: readonly Case[]): readonly Case[] {
  if (share === undefined) return few;
  const count = Math.min(all.length, Math.max(few.length, Math.ceil(all.length * share)));
  return Array.from({ length: count }, (_, index) => all[((seeded.seed ?? 0) + index) % all.length] as Case);
}
