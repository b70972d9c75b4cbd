/** What a rating is called, and its reviews: "a solid 3.6", "note correcte", "avis vérifiés". */
export const ADJECTIVES: readonly string[] =
  'solid decent respectable modest mediocre strong fair healthy impressive correct correcte honorable solide mitigee decente verifies verifiees'.split(
    ' ',
  );
