/** Recognises a site's adverts by their address, and closed adverts by a class or a sentence. */
export interface AdvertMarks {
  readonly source: string;
  /** Undefined if the marks are for every site. */
  readonly hosts?: RegExp;
  /** Matches the path and query of one advert's address. */
  readonly advertPath: RegExp;
  readonly closedClasses?: readonly string[];
  /** Whole sentences, in folded text, that say that the advert is closed. */
  readonly closedSentences?: readonly RegExp[];
}
