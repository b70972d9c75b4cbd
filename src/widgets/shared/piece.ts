/** Documents and the service's pages create their elements from this plain data. */
export interface Piece {
  tag: string;
  /** For true, the attribute has no value; for false and undefined, there is no attribute. */
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
