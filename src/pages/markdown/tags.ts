export const UNWRITTEN_TAGS = new Set(
  'script style head title meta link svg iframe object embed audio video canvas select option datalist annotation rp map area input textarea'.split(
    ' ',
  ),
);
export const MARK_OF: ReadonlyMap<string, 'strong' | 'emphasis' | 'strike' | 'code'> = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'emphasis'],
  ['em', 'emphasis'],
  ['cite', 'emphasis'],
  ['del', 'strike'],
  ['s', 'strike'],
  ['strike', 'strike'],
  ['code', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
]);
