/** Regions as people still name them, by INSEE code. */
export const FR_REGION_ALIASES: Readonly<Record<string, readonly string[]>> = {
  '11': ['IDF', 'region parisienne', 'Ile de France'],
  '84': ['AURA'],
  '93': ['PACA', 'Sud', 'Region Sud'],
  '94': ['Corsica'],
  '53': ['Brittany'],
  '28': ['Normandy'],
  '24': ['Centre'],
};

/** The regions of before 2016, and landscapes with a name of their own: the departments that they were made of. */
export const FR_DEPARTMENT_GROUPS: readonly (readonly [names: string, departments: string])[] = [
  ['Alsace', '67 68'],
  ['Lorraine', '54 55 57 88'],
  ['Champagne-Ardenne', '08 10 51 52'],
  ['Rhône-Alpes', '01 07 26 38 42 69 73 74'],
  ['Auvergne', '03 15 43 63'],
  ['Savoies|Pays de Savoie', '73 74'],
  ['Bourgogne|Burgundy', '21 58 71 89'],
  ['Franche-Comté', '25 39 70 90'],
  ['Haute-Normandie', '27 76'],
  ['Basse-Normandie', '14 50 61'],
  ['Nord-Pas-de-Calais', '59 62'],
  ['Picardie', '02 60 80'],
  ['Aquitaine', '24 33 40 47 64'],
  ['Limousin', '19 23 87'],
  ['Poitou-Charentes', '16 17 79 86'],
  ['Midi-Pyrénées', '09 12 31 32 46 65 81 82'],
  ['Languedoc-Roussillon|Languedoc', '11 30 34 48 66'],
  ['Provence', '04 13 83 84'],
  ["Côte d'Azur|French Riviera", '06 83'],
  ['Petite couronne|Petite couronne parisienne', '92 93 94'],
  ['Grande couronne|Grande couronne parisienne', '77 78 91 95'],
  ['Ouest parisien', '78 92'],
];

/** Places that are no commune: business districts, new towns, airports, and the communes that they lie in. */
export const FR_SITES: readonly (readonly [names: string, communes: string, countedTo?: string])[] = [
  ['La Défense|Défense', 'Puteaux|Courbevoie|Nanterre'],
  // As employers write it: of Paris by its name, and west of it on the map.
  ['Paris La Défense', 'Puteaux|Courbevoie|Nanterre', 'Paris'],
  ['Sophia Antipolis', 'Valbonne|Antibes|Biot|Mougins|Vallauris'],
  [
    "Marne-la-Vallée|Val d'Europe|Disneyland Paris",
    'Torcy|Noisiel|Lognes|Champs-sur-Marne|Bussy-Saint-Georges|Chessy|Serris|Noisy-le-Grand',
  ],
  ['Saint-Quentin-en-Yvelines|SQY', 'Guyancourt|Montigny-le-Bretonneux|Trappes|Élancourt|Plaisir'],
  ['Saclay|Paris-Saclay|Plateau de Saclay', 'Orsay|Palaiseau|Gif-sur-Yvette|Massy'],
  ['Paris Nord 2|Parc des expositions de Villepinte', 'Villepinte|Gonesse|Tremblay-en-France'],
  [
    'Roissy CDG|Roissy|Roissy-en-France|Roissy Charles de Gaulle|Aéroport Charles de Gaulle|CDG|Roissypôle',
    'Tremblay-en-France|Gonesse|Villepinte',
  ],
  ['Plaine Saint-Denis|La Plaine Saint-Denis', 'Saint-Denis|Aubervilliers'],
  ['Orly|Orlytech|Aéroport d’Orly', 'Orly|Paray-Vieille-Poste'],
  ['Rungis|MIN de Rungis', 'Rungis|Thiais|Chevilly-Larue'],
  ['Inovallée', 'Meylan'],
  ['Euralille', 'Lille'],
  [
    'Gare de Lyon|Gare du Nord|Gare de l’Est|Gare Montparnasse|Gare Saint-Lazare|Montparnasse|Saint-Lazare|Bercy|Paris Gare de Lyon|Paris Gare du Nord|Paris Saint-Lazare|Paris Montparnasse|Paris intra-muros',
    'Paris',
  ],
  ['Part-Dieu|La Part-Dieu|Lyon Part-Dieu', 'Lyon'],
  ['Pays basque|Côte basque', 'Bayonne|Anglet|Biarritz|Hendaye|Saint-Jean-de-Luz'],
  ['Bassin d’Arcachon', 'Arcachon|La Teste-de-Buch|Gujan-Mestras'],
];

/** What people call a town beside its own name. */
export const FR_TOWN_ALIASES: Readonly<Record<string, string>> = {
  'cergy pontoise': 'Cergy',
  clermont: 'Clermont-Ferrand',
  'clermont fd': 'Clermont-Ferrand',
  levallois: 'Levallois-Perret',
  rueil: 'Rueil-Malmaison',
  'antibes juan les pins': 'Antibes',
  'paris centre': 'Paris',
  velizy: 'Vélizy-Villacoublay',
  aix: 'Aix-en-Provence',
  boulogne: 'Boulogne-Billancourt',
  issy: 'Issy-les-Moulineaux',
  evry: 'Évry-Courcouronnes',
  'region lyonnaise': 'Lyon',
  'agglomeration lyonnaise': 'Lyon',
  'metropole lyonnaise': 'Lyon',
  'region bordelaise': 'Bordeaux',
  'region toulousaine': 'Toulouse',
  'region nantaise': 'Nantes',
  'agglomeration nantaise': 'Nantes',
  'region lilloise': 'Lille',
  'metropole lilloise': 'Lille',
  'region grenobloise': 'Grenoble',
  'region rennaise': 'Rennes',
  'region marseillaise': 'Marseille',
  'region strasbourgeoise': 'Strasbourg',
  'region nicoise': 'Nice',
  'region montpellieraine': 'Montpellier',
};
