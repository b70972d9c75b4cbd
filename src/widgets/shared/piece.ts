/** An element of a page as plain data, drawn by the documents and by the pages of the service, each in its own way. */
export interface Piece {
  tag: string;
  /** `true`: an attribute without a value; false, undefined: absent. */
  attributes: Readonly<Record<string, string | boolean | undefined>>;
  children: readonly (Piece | string)[];
}

export function piece(
  tag: string,
  attributes: Piece['attributes'] = {},
  ...children: readonly (Piece | string)[]
): Piece {
  return { tag, attributes, children };
}
