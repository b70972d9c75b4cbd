/** An element as plain data; documents and the service's pages each draw it in their own way. */
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
