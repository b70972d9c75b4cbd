export const OPEN_PAGES = [
  '/',
  '/?ask=employer',
  '/?ask=page',
  '/signup',
  '/login',
  '/login?token=x',
  '/forgot',
  '/confirm?token=x',
  '/reset?token=x',
  '/address?token=x',
  '/unlock',
  '/status',
  '/unsubscribe/sea_x/x',
];

/** Pages of an operator's account. */
export const OWN_PAGES = [
  '/',
  '/dashboard',
  '/keys',
  '/usage',
  '/plan',
  '/playground?tool=scrape_jobs',
  '/saved-searches',
  '/saved-searches/new?arg-query=nurse',
  '/account',
  '/access',
  '/factor',
  '/operator',
  '/operator/account?email=caller@example.com',
  '/operator/sources',
  '/operator/sources/reed',
];
