export interface AdvertMarks {
  readonly source: string;
  /** Undefined if the marks are for every site. */
  readonly hosts?: RegExp;
  readonly advertPath: RegExp;
  readonly closedClasses?: readonly string[];
  /** The patterns match whole sentences in lower case without accents. */
  readonly closedSentences?: readonly RegExp[];
}
