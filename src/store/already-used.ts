export type OneTimeThing = 'link' | 'step' | 'code' | 'request';

/** The link, log-in step, code or request was already used, has expired or never existed. Nothing was changed. */
export class AlreadyUsed extends Error {
  override readonly name = 'AlreadyUsed';
  readonly what: OneTimeThing;

  constructor(what: OneTimeThing) {
    super(`This ${what} was used already, or never existed.`);
    this.what = what;
  }
}
