export const SIGNS: Readonly<Record<string, string>> = {
  '£': 'GBP',
  '€': 'EUR',
  $: 'USD',
  '¥': 'JPY',
  '₹': 'INR',
  '₣': 'CHF',
};

/** Letters before the sign: "A$", "US$". */
export const DOLLARS: Readonly<Record<string, string>> = {
  a: 'AUD',
  au: 'AUD',
  c: 'CAD',
  ca: 'CAD',
  nz: 'NZD',
  s: 'SGD',
  hk: 'HKD',
  us: 'USD',
  r: 'BRL',
};

/** Capital letters directly before a figure: "R20 000", "RM3,000". */
export const LETTER_SIGNS: Readonly<Record<string, string>> = { r: 'ZAR', rm: 'MYR', rp: 'IDR' };

/**
 * ISO 4217 codes. A word that several currencies share has the code of the one that is probably meant ("dollars"), or
 * XXX ("kr").
 */
export const CURRENCY_WORDS: Readonly<Record<string, string>> = {
  gbp: 'GBP',
  ukp: 'GBP',
  stg: 'GBP',
  pounds: 'GBP',
  pound: 'GBP',
  sterling: 'GBP',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  dollars: 'USD',
  dollar: 'USD',
  fcfa: 'XOF',
  cfa: 'XOF',
  zl: 'PLN',
  zł: 'PLN',
  zloty: 'PLN',
  kr: 'XXX',
  francs: 'CHF',
  fr: 'CHF',
  dirhams: 'XXX',
  dirham: 'XXX',
  dh: 'MAD',
  rupees: 'INR',
  rand: 'ZAR',
  yen: 'JPY',
  rmb: 'CNY',
  yuan: 'CNY',
  lei: 'RON',
  kc: 'CZK',
  rs: 'INR',
  ...Object.fromEntries(
    'usd aud cad nzd sgd hkd chf sek dkk nok isk czk pln huf ron bgn try ils mad tnd dzd xof xaf zar ngn kes ghs egp aed sar qar kwd bhd omr jpy cny krw inr pkr bdt php thb myr idr vnd brl mxn ars clp cop rub uah'
      .split(' ')
      .map((code) => [code, code.toUpperCase()]),
  ),
};
