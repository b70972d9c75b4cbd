export const healthTexts = {
  fields: {
    results: 'searches with results',
    pay: 'pay',
    date: 'date',
    place: 'place',
    work_mode: 'work mode',
    company: 'company',
    description: 'description',
    rating: 'rating',
    reviews: 'reviews',
    facts: 'figures',
  } as Readonly<Record<string, string>>,
  percent: (share: number) => `${Math.round(share * 100)}%`,
  blocked: (name: string, reason: string) => `${name} blocks us${reason && `: ${reason}`}.`,
  changed: (name: string, reason: string) =>
    `${name} has changed its pages, and we can no longer read them${reason && `: ${reason}`}.`,
  recovered: (name: string) => `${name} works again.`,
  fieldFell: (name: string, field: string, before: string, now: string) =>
    `${name}: "${field}" is present in ${now} of the results, down from ${before}.`,
  fieldRecovered: (name: string, field: string, now: string) =>
    `${name}: "${field}" is back, in ${now} of the results.`,
  muted: 'This changes often, so you will get no further alert about it today.',
  more: (link: string) => `More: ${link}`,
};
