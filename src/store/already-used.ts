/** What can be used once. */
export type OneTimeThing = 'link' | 'step' | 'code' | 'request';

/** A one-time thing that somebody has used already, or that there never was: nothing was changed. */
export class AlreadyUsed extends Error {
  override readonly name = 'Spent';
  readonly what: OneTimeThing;

  constructor(what: OneTimeThing) {
    super(`This ${what} is not there to be used.`);
    this.what = what;
  }
}
