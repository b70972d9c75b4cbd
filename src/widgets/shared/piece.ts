/** An element as plain data, from which documents and the service's pages create their elements. */
export interface Piece {
  tag: string;
  /** True: an attribute without a value; false and undefined: no attribute. */
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
