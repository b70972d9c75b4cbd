/** Things that can be used once. */
export type OneTimeThing = 'link' | 'step' | 'code' | 'request';

/** A one-time thing was used already, or never existed: nothing was changed. */
export class AlreadyUsed extends Error {
  override readonly name = 'AlreadyUsed';
  readonly what: OneTimeThing;

  constructor(what: OneTimeThing) {
    super(`This ${what} was used already, or never existed.`);
    this.what = what;
  }
}
