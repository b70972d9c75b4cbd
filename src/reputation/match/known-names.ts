/** Names that rules cannot judge, and where the fact is from. */
interface Known<Names> {
  names: Names;
  source: string;
}

/** Each list is one company. SPEC: the contract names it; otherwise what the company says of itself. */
export const SAME: readonly Known<readonly string[]>[] = [
  { names: ['M&S', 'Marks & Spencer'], source: 'SPEC §12' },
  { names: ['John Lewis', 'John Lewis Partnership', 'John Lewis & Partners'], source: 'SPEC §12' },
  { names: ['Waitrose', 'Waitrose & Partners'], source: 'its own brand since 2018' },
  { names: ['PwC', 'PricewaterhouseCoopers'], source: 'SPEC §12' },
  { names: ['EY', 'Ernst & Young'], source: 'SPEC §12' },
  { names: ['BNP', 'BNP Paribas'], source: 'SPEC §12' },
  { names: ["Sainsbury's", 'Sainsbury', 'J Sainsbury'], source: 'J Sainsbury plc trades as Sainsbury’s' },
  { names: ['Costa', 'Costa Coffee'], source: 'its own name in its shops' },
  { names: ['P&G', 'Procter & Gamble'], source: 'its own short name' },
  { names: ['GSK', 'GlaxoSmithKline'], source: 'renamed GSK plc, May 2022' },
  { names: ['JLR', 'Jaguar Land Rover'], source: 'its own brand since 2023' },
  { names: ['RATP', 'Régie autonome des transports parisiens'], source: 'its legal name' },
  { names: ['Total', 'TotalEnergies'], source: 'renamed May 2021' },
  { names: ['SG', 'Société Générale', 'SocGen'], source: 'its own brand and short name' },
  { names: ['Accor', 'AccorHotels'], source: 'renamed back to Accor, 2019' },
  { names: ['Pôle emploi', 'France Travail'], source: 'renamed 1 January 2024' },
  { names: ['L&G', 'Legal & General'], source: 'its own short name' },
  { names: ['D&G', 'Dolce & Gabbana'], source: 'its own short name' },
  { names: ['D&B', 'Dun & Bradstreet'], source: 'its own short name' },
  { names: ['J&J', 'Johnson & Johnson'], source: 'its own short name' },
  {
    names: ['BT', 'British Telecom', 'British Telecommunications'],
    source: 'British Telecommunications plc trades as BT',
  },
  { names: ['BAT', 'British American Tobacco'], source: 'its own short name' },
  { names: ['ABF', 'Associated British Foods', 'AB Foods'], source: 'its own short name' },
  { names: ['RBS', 'Royal Bank of Scotland'], source: 'its own short name' },
  { names: ['TfL', 'Transport for London'], source: 'its own short name' },
  { names: ['HMRC', 'HM Revenue & Customs'], source: 'its own short name' },
  {
    names: ['Morrisons', 'Morrison', 'Wm Morrison', 'Wm Morrison Supermarkets'],
    source: 'Wm Morrison Supermarkets trades as Morrisons',
  },
  { names: ['Co-op', 'Coop', 'Co-operative'], source: 'The Co-operative Group trades as Co-op' },
  { names: ['EDF', 'Électricité de France'], source: 'its legal name' },
  { names: ['SNCF', 'Société nationale des chemins de fer français'], source: 'its legal name' },
  { names: ['LCL', 'Crédit Lyonnais', 'Le Crédit Lyonnais'], source: 'renamed LCL, 2005' },
  { names: ['AP-HP', 'Assistance Publique - Hôpitaux de Paris'], source: 'its own short name' },
  {
    names: ['Crédit Agricole CIB', 'CACIB', 'Crédit Agricole Corporate and Investment Bank'],
    source: 'its own short names',
  },
  { names: ['The Body Shop', 'The Body Shop International'], source: 'its legal name' },
];

/** A group word, a place or one word more is all that tells these apart; each is an employer of its own. */
export const DIFFERENT: readonly Known<readonly [string, string]>[] = [
  { names: ['EDF', 'EDF Energy'], source: 'EDF Energy is the British subsidiary' },
  { names: ['Booking.com', 'Booking Holdings'], source: 'Booking Holdings owns Booking.com, Priceline and Agoda' },
  { names: ['GFI', 'GFI Group'], source: 'GFI Informatique (now Inetum); GFI Group is a New York broker' },
  { names: ['ADP', 'Groupe ADP'], source: 'ADP does payroll; Groupe ADP runs the airports of Paris' },
  { names: ['SEB', 'Groupe SEB'], source: 'SEB is a Swedish bank; Groupe SEB makes appliances' },
  { names: ['MAN', 'Man Group'], source: 'MAN builds lorries; Man Group is a hedge fund' },
  { names: ['Compass', 'Compass Group'], source: 'Compass is an American estate agent; Compass Group a caterer' },
  { names: ['Phoenix', 'Phoenix Group'], source: 'Phoenix is a wholesaler of medicines; Phoenix Group an insurer' },
  { names: ['Capital', 'Capital Group'], source: 'Capital is a radio station; Capital Group manages funds' },
  { names: ['Crown', 'Crown Holdings'], source: 'Crown is a maker of paint and others; Crown Holdings of cans' },
  { names: ['Mercer', 'Mercer International'], source: 'Mercer is a consultancy; Mercer International makes pulp' },
  { names: ['Sun', 'Sun International'], source: 'Sun International runs casinos' },
  { names: ['Philip Morris', 'Philip Morris International'], source: 'separate since 2008' },
  { names: ['Make', 'Make UK'], source: 'Make UK is the manufacturers’ organisation' },
  { names: ['Citizens', 'Citizens UK'], source: 'Citizens UK is a charity; Citizens an American bank' },
  { names: ['Carers', 'Carers UK'], source: 'Carers UK is a charity' },
  { names: ['Hospice', 'Hospice UK'], source: 'Hospice UK is a charity' },
  { names: ["Parkinson's", "Parkinson's UK"], source: 'Parkinson’s UK is a charity' },
  { names: ['Logistics', 'Logistics UK'], source: 'Logistics UK is a trade body' },
  { names: ['Campus', 'Campus France'], source: 'Campus France is a public agency' },
  { names: ['Expertise', 'Expertise France'], source: 'Expertise France is a public agency' },
  { names: ['Atout', 'Atout France'], source: 'Atout France is a public agency' },
  {
    names: ['Initiative', 'Initiative France'],
    source: 'Initiative France lends to founders; Initiative is a media agency',
  },
  { names: ['Météo', 'Météo France'], source: 'Météo-France is the weather service' },
  { names: ['Handicap', 'Handicap International'], source: 'a charity' },
  { names: ['Transparency', 'Transparency International'], source: 'a charity' },
];

/**
 * Networks whose national members are companies of their own under one name:
 * "PwC France" is PwC for who asks for France, and nobody's for who names no country.
 */
export const NETWORKS: readonly Known<readonly string[]>[] = [
  {
    names: ['PwC', 'PricewaterhouseCoopers', 'KPMG', 'Deloitte', 'EY', 'Ernst & Young'],
    source: 'each says of itself that its member firms are separate legal entities',
  },
  {
    names: ['BDO', 'Grant Thornton', 'RSM', 'Baker Tilly', 'Crowe', 'Moore', 'Nexia', 'PKF', 'HLB', 'UHY', 'Kreston'],
    source: 'each says of itself that its member firms are independent',
  },
  { names: ['Mazars', 'Forvis Mazars'], source: 'Forvis Mazars Global is a network of two members since 2024' },
  {
    names: ['Dentons', 'Baker McKenzie', 'DLA Piper', 'Norton Rose Fulbright', 'CMS', 'Squire Patton Boggs'],
    source: 'vereins, and an economic interest grouping, of national law firms',
  },
  {
    names: ['WWF', 'Greenpeace', 'Oxfam', 'UNICEF', 'Amnesty', 'Amnesty International', 'Save the Children'],
    source: 'federations of national bodies, each with staff of its own',
  },
];
