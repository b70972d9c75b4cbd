/** Country names that `Intl.DisplayNames` does not have. */
export const OTHER_COUNTRY_NAMES: readonly string[] = [
  'usa',
  'us',
  'u s a',
  'america',
  'united states of america',
  'etats unis d amerique',
  'uae',
  'emirates',
  'ksa',
  'republic of ireland',
  'eire',
  'roi',
  'holland',
  'hollande',
  'hong kong',
  'macau',
  'korea',
  'czech republic',
  'republique tcheque',
];

/** States, provinces and territories that adverts name instead of the country, as code|names. */
const SUBDIVISIONS = `
AL|Alabama;AK|Alaska;AZ|Arizona;AR|Arkansas;CA|California|Californie;CO|Colorado;CT|Connecticut;DE|Delaware;FL|Florida|Floride;GA|Georgia;HI|Hawaii;ID|Idaho;IL|Illinois;IN|Indiana;IA|Iowa;KS|Kansas;KY|Kentucky;LA|Louisiana|Louisiane;ME|Maine;MD|Maryland;MA|Massachusetts;MI|Michigan;MN|Minnesota;MS|Mississippi;MO|Missouri;MT|Montana;NE|Nebraska;NV|Nevada;NH|New Hampshire;NJ|New Jersey;NM|New Mexico|Nouveau Mexique;NY|New York State;NC|North Carolina|Caroline du Nord;ND|North Dakota;OH|Ohio;OK|Oklahoma;OR|Oregon;PA|Pennsylvania|Pennsylvanie;RI|Rhode Island;SC|South Carolina|Caroline du Sud;SD|South Dakota;TN|Tennessee;TX|Texas;UT|Utah;VT|Vermont;VA|Virginia|Virginie;WA|Washington State;WV|West Virginia;WI|Wisconsin;WY|Wyoming;DC|District of Columbia|Washington DC
AB|Alberta;BC|British Columbia|Colombie Britannique;MB|Manitoba;NB|New Brunswick|Nouveau Brunswick;NL|Newfoundland and Labrador|Newfoundland;NS|Nova Scotia|Nouvelle Ecosse;ON|Ontario;PE|Prince Edward Island;QC|Quebec;SK|Saskatchewan
NSW|New South Wales;QLD|Queensland;SA|South Australia;TAS|Tasmania;VIC|;ACT|Australian Capital Territory;NT|Northern Territory;|Western Australia
|Bavaria;|Baviere;|Catalonia;|Catalogne;|Flanders;|Flandre;|Wallonia;|Wallonie;|Bade Wurtemberg;|North Rhine Westphalia;|Suisse romande;|Karnataka;|Maharashtra;|Tamil Nadu;|Telangana;|Uttar Pradesh;|Haryana;|West Bengal;|Gujarat;|Kerala;|Rajasthan;|Andhra Pradesh;|Madhya Pradesh;|Gauteng;|Western Cape;|KwaZulu Natal
|Bayern;|Hessen;|Baden Wurttemberg;|Nordrhein Westfalen;|North Holland;|Noord Holland;|South Holland;|Zuid Holland;|Community of Madrid;|Comunidad de Madrid;|Catalunya;|Andalusia;|Andalousie;|Lombardy;|Lombardie;|Lombardia;|Tuscany;|Toscane;|Brabant wallon;|Vaud`;

/** Counties of the Republic of Ireland. They count as abroad only after "Co." or "County". */
export const IRISH_COUNTIES: readonly string[] =
  'carlow|cavan|clare|cork|donegal|dublin|galway|kerry|kildare|kilkenny|laois|leitrim|limerick|longford|louth|mayo|meath|monaghan|offaly|roscommon|sligo|tipperary|waterford|westmeath|wexford|wicklow'.split(
    '|',
  );

interface Subdivision {
  /** "MA" in "Cambridge, MA"; "" if adverts use no code. */
  code: string;
  names: readonly string[];
}

export const SUBDIVISIONS_ABROAD: readonly Subdivision[] = SUBDIVISIONS.trim()
  .split(/[\n;]/)
  .map((entry) => {
    const [code = '', ...names] = entry.split('|');
    return { code, names: names.filter(Boolean).map((name) => name.toLowerCase()) };
  });

/** French names of large cities, folded; the table of cities has their English names. */
export const CITY_EXONYMS: readonly string[] =
  'londres|bruxelles|anvers|gand|liege|namur|charleroi|mons|tournai|geneve|zurich|lausanne|bale|berne|neuchatel|fribourg|sion|nyon|barcelone|seville|saragosse|milan|turin|venise|florence|naples|rome|genes|lisbonne|francfort|munich|cologne|dusseldorf|hambourg|nuremberg|sarrebruck|varsovie|cracovie|prague|copenhague|athenes|bucarest|moscou|la haye|dublin|edimbourg|luxembourg|luxembourg ville|monaco|casablanca|tanger|alger|tunis|dakar|abidjan|montreal|pekin|singapour|new york|new york city|nyc|san francisco|silicon valley|bengaluru|bangalore|gurgaon|mumbai|delhi|new delhi|the hague|brussels|geneva|lisbon|seville|cologne|antwerp|ghent|bruges|basel|bern|saint gallen|galway|limerick|waterford|kuala lumpur|ho chi minh city|saigon|washington dc|sligo|kilkenny|letterkenny|athlone|drogheda|dundalk|tralee|chennai|gibraltar|malta|bermuda|doha|abu dhabi|riyadh|jeddah'.split(
    '|',
  );
