/** What kind of company a name behind it is: phrases without their article. */
export const COMPANY_KINDS: readonly string[] = [
  'ADJECTIVE? ADJECTIVE? retailer|grocer|supermarket|insurer|airline|housebuilder|manufacturer|consultancy|broadcaster|publisher|brewer|bank|company|firm|giant|group|employer',
  'ADJECTIVE? ADJECTIVE? retail|supermarket|grocery|food|fashion|technology|tech|software|consulting|accounting|engineering|construction|energy|oil|pharmaceutical|pharma|media|logistics|transport|recruitment|security|catering|hospitality|restaurant|pub|hotel|coffee|bakery|discount|telecoms|outsourcing|aerospace|defence|automotive|banking|healthcare|travel chain|giant|group|company|firm|retailer|manufacturer',
  'ADJECTIVE? ADJECTIVE? department store|stores chain|group',
  'ADJECTIVE? ADJECTIVE? drug|car|software|steel|aircraft|train|rail|bus maker|operator',
  'ADJECTIVE? ADJECTIVE? charity|university|regulator|contractor|wholesaler|distributor',
  'ADJECTIVE? ADJECTIVE? high street retailer|chain|bank',
  'ADJECTIVE? ADJECTIVE? law|accountancy|advertising firm|group',
  'FRENCH francais|francaise|britannique|europeen|europeenne|mondial?',
  'FRENCH pharmaceutique|aerien|aerienne|agroalimentaire|automobile|bancaire|industriel|industrielle|cosmetique|hotelier|hoteliere|ferroviaire|energetique|informatique|public|publique|telecom|telecoms francais|francaise|britannique|europeen|europeenne|mondial?',
  'FRENCH francais|francaise|britannique|europeen|europeenne|mondial? DU grande? distribution|luxe|conseil|batiment|btp|construction|energie|agroalimentaire|aeronautique|automobile|restauration|bricolage|sport|cosmetique|informatique|logistique|transport|telecoms|assurance',
].map((phrase) =>
  phrase
    .replaceAll(
      'ADJECTIVE',
      'british|uk|french|european|international|multinational|global|leading|major|largest|biggest',
    )
    .replace(
      'FRENCH',
      'distributeur|enseigne|groupe|geant|entreprise|societe|constructeur|equipementier|avionneur|cabinet|specialiste|multinationale|assureur|employeur|laboratoire|editeur|cooperative|fabricant|industriel',
    )
    .replace('DU', "de|du|des|d' la|l'?"),
);

/** Industries, as a profile's line about the company has them. */
export const INDUSTRIES: readonly string[] = [
  'retail|supermarkets|grocery|banking|insurance|manufacturing|construction|consulting|accounting|telecommunications|hospitality|pharmaceuticals|healthcare|education|energy|utilities|aerospace|automotive|transportation|transport|logistics|technology|software|media|pharma|biotech|engineering|fashion|beauty|luxury|catering|defence|security|recruitment|telecoms|food',
  'industrial|car|food|chemical manufacturing|manufacturer',
  'information and|& communication?|communications technology?',
  'fast food',
  'public|professional|legal services|administration',
  'hotels and|& accommodation',
  'real estate',
  'aerospace and|& defence|defense',
  'oil and|& gas',
  'transport and|& logistics',
  'retail and|& wholesale',
  'grocery stores|retailers',
  'department stores|clothing|& clothing?',
  'information technology',
  'computer hardware|software',
  'food and|& beverage|drink',
  'hotels and|& travel|lodging|restaurants',
  'restaurants and|& bars|cafes',
  'banking and|& lending|finance',
  'financial services',
  'business consulting',
  'hospitals and|& health clinics?',
  'distribution|banque|assurance|restauration|hotellerie|btp|conseil|energie|industrie|telecommunications|agroalimentaire|sante',
  'grande distribution',
  'immobilier|luxe|cosmetique|mode|medias|logistique|informatique|aeronautique|automobile|tourisme|transports|assurances|services',
  'transport et logistique',
  'banque et assurance',
  'restauration rapide|collective',
  'commerce de detail|gros',
  'commerce de? detail et commerce? de? gros?',
  "technologies? de l' information",
];

/** Of these the ones that are of whole companies, as profiles write them: no department is called so. */
export const WHOLE_INDUSTRIES: readonly string[] = [
  'retail and|& wholesale',
  'grocery stores|retailers',
  'department stores|clothing|& clothing?',
  'aerospace and|& defence|defense',
  'oil and|& gas',
  'commerce de? detail et commerce? de? gros?',
  'grande distribution',
];

/** Industries that are departments of other companies too. */
export const DEPARTMENTS: readonly string[] =
  'retail consulting accounting education logistics technology software media engineering security catering recruitment food manufacturing construction conseil logistique informatique services'.split(
    ' ',
  );

/** Large towns, as such a line has the seat; an office there may be anybody's. */
const CITIES: readonly string[] = [
  'london|birmingham|manchester|leeds|liverpool|sheffield|bristol|newcastle|nottingham|leicester|edinburgh|glasgow|cardiff|belfast|bradford|reading|coventry|southampton|york|cambridge|oxford',
  'paris|lyon|marseille|lille|toulouse|bordeaux|nantes|strasbourg|rennes|nice|montpellier|grenoble',
];

/** Smaller towns that are known for the seats of companies. */
export const SEAT_TOWNS: readonly string[] = [
  'basingstoke|bracknell|brentford|chertsey|crawley|croydon|egham|enderby|feltham|gateshead|grimsby|guildford|hatfield|leatherhead|luton|maidenhead|northampton|norwich|peterborough|redditch|slough|solihull|staines|stevenage|stockport|swindon|uxbridge|warrington|watford|weybridge|windsor|woking',
  'welwyn garden city',
  'milton keynes',
  'hemel hempstead',
  'stoke on trent',
  'massy|courbevoie|puteaux|nanterre|clichy|suresnes|malakoff|montrouge|guyancourt|blagnac|mondeville|gennevilliers|chatillon|villepinte|roubaix|bagneux',
  'boulogne billancourt',
  'issy les moulineaux',
  'levallois perret',
  'rueil malmaison',
  'velizy villacoublay',
  'clermont ferrand',
  'saint denis|cloud|etienne|ouen',
  'ivry|neuilly sur seine',
  "villeneuve d' ascq",
  'charenton le pont',
  'la defense',
];

export const SEATS: readonly string[] = [...CITIES, ...SEAT_TOWNS];
