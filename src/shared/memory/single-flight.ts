import type { SingleFlight } from '../types.ts';

/** Callers already join equal work within this process, so this does nothing more. */
export const memorySingleFlight: SingleFlight = {
  run: (_name, work) => work(),
};
