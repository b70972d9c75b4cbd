/** Recognises a site's adverts by their address, and closed adverts by a class or a sentence. */
export interface AdvertMarks {
  /** Where these marks were found. */
  readonly source: string;
  /** Undefined if the marks are for every site. */
  readonly hosts?: RegExp;
  /** Matches the path and query of one advert's address. */
  readonly advertPath: RegExp;
  /** Classes that only closed adverts have. */
  readonly closedClasses?: readonly string[];
  /** Whole sentences, in folded text, that say that the advert is closed. */
  readonly closedSentences?: readonly RegExp[];
}
