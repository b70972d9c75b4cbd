/**
 * Names that several towns of one country bear, as the place key writes them:
 * towns of the table of places in different counties, communes of 2,000 and
 * more in different departments. Part of `dedup_hash` "v1": never changed.
 */
export const SHARED_TOWN_NAMES: ReadonlySet<string> = new Set(
  'allonnes|andilly|ashford|attleborough|bangor|bassens|beaumont|beaurepaire|boreham|bramley|brampton|brandon|brax|breteuil|breuillet|broughton|calmont|change|chatillon|chessy|claydon|crumlin|ennery|farnborough|featherstone|gillingham|greenhill|hadleigh|hale|hinton|hook|hythe|kennington|kingston|la motte|la trinite|le pont de beauvoisin|marly|merville|nelson|newcastle|newport|nozay|perigny|plouhinec|port louis|richmond|royston|saint alban|saint andre|saint benoit|saint claude|saint cyprien|saint denis|saint didier|saint etienne du bois|saint gilles|saint joseph|saint julien|saint louis|saint marcel|saint michel|saint nazaire|saint pierre|saint sauveur|saint savin|saint vallier|sainte anne|sainte marie|sainte rose|stone|stonehouse|stratford|sutton|torcy|valence|vernouillet|vouille|wellington|westhill|whitburn|whitchurch|willingham|wootton'.split(
    '|',
  ),
);
