import type { SingleFlight } from '../types.ts';

/** Equal work in this process is one already where it is asked for: nothing is left to be done here. */
export const memorySingleFlight: SingleFlight = {
  run: (_name, work) => work(),
};
