/** How a site says that one of its adverts is closed. */
export interface AdvertMarks {
  /** Where these marks were found. */
  readonly source: string;
  /** Hosts that these marks are for; absent: every site. */
  readonly hosts?: RegExp;
  /** The path and query of one advert. */
  readonly advertPath: RegExp;
  /** Classes that only closed adverts have. */
  readonly closedClasses?: readonly string[];
  /** Statements that the advert is closed, as whole sentences, folded. */
  readonly closedSentences?: readonly RegExp[];
}
