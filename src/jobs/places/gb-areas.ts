/** A county, or the principal area that adverts name in its stead, and the region that holds it. */
export interface CountyEntry {
  name: string;
  region: string;
  /** Other ways to write it. */
  aliases: readonly string[];
}

/** Regions of the United Kingdom: name, nation, other ways to write it. */
export const GB_REGIONS: readonly (readonly [name: string, nation: string, aliases?: string])[] = [
  ['London', 'England', 'greater london'],
  ['South East', 'England', 'south east england|se england|the south east'],
  ['South West', 'England', 'south west england|the south west|west country'],
  ['East of England', 'England', 'east england|eastern england|eastern'],
  ['East Midlands', 'England', 'east midlands region'],
  ['West Midlands', 'England', 'west midlands region'],
  [
    'Yorkshire and the Humber',
    'England',
    'yorkshire|yorkshire and humber|yorkshire humberside|yorkshire and humberside',
  ],
  ['North West', 'England', 'north west england|the north west'],
  ['North East', 'England', 'north east england|the north east'],
  ['Scotland', 'Scotland'],
  ['Wales', 'Wales', 'cymru'],
  ['Northern Ireland', 'Northern Ireland', 'ni'],
];

const COUNTIES = `
London: Greater London
South East: Berkshire=royal berkshire; Buckinghamshire=bucks; East Sussex; Hampshire=hants; Isle of Wight; Kent; Oxfordshire=oxon; Surrey; West Sussex
South West: Bristol=city of bristol; Cornwall; Devon; Dorset; Gloucestershire=glos; Somerset=avon; Wiltshire=wilts
East of England: Bedfordshire=beds; Cambridgeshire=cambs; Essex; Hertfordshire=herts; Norfolk; Suffolk
East Midlands: Derbyshire; Leicestershire=leics; Lincolnshire=lincs; Northamptonshire=northants; Nottinghamshire=notts; Rutland
West Midlands: Herefordshire; Shropshire=salop; Staffordshire=staffs; Warwickshire; West Midlands=west midlands county; Worcestershire=worcs
Yorkshire and the Humber: East Riding of Yorkshire=east yorkshire|east riding|humberside; North Yorkshire; South Yorkshire; West Yorkshire
North West: Cheshire=cheshire east|cheshire west and chester; Cumbria; Greater Manchester; Lancashire=lancs; Merseyside
North East: County Durham=durham county|co durham; Northumberland; Tyne and Wear=tyne wear
Scotland: Aberdeenshire; Angus; Argyll and Bute=argyll|argyllshire; Ayrshire=south ayrshire|east ayrshire|north ayrshire; Dumfries and Galloway=dumfriesshire; Dunbartonshire=west dunbartonshire|east dunbartonshire; Fife; Glasgow=lanarkshire glasgow|glasgow city; Highland=highlands|inverness shire; Lanarkshire=north lanarkshire|south lanarkshire; Lothian=midlothian|east lothian|west lothian|lothians; Moray=morayshire; Orkney=orkney islands; Perth and Kinross=perthshire; Renfrewshire=east renfrewshire|inverclyde; Scottish Borders=borders; Shetland=shetland islands; Stirling and Falkirk=stirlingshire|clackmannanshire; Western Isles=outer hebrides|na h eileanan siar
Wales: Anglesey=isle of anglesey|ynys mon; Blaenau Gwent; Bridgend; Caerphilly; Cardiff=city of cardiff|caerdydd; Carmarthenshire; Ceredigion; Conwy; Denbighshire; Flintshire; Gwynedd; Merthyr Tydfil; Monmouthshire; Neath Port Talbot; Newport; Pembrokeshire; Powys; Rhondda Cynon Taf; Swansea=abertawe; Torfaen; Vale of Glamorgan; Wrexham
Northern Ireland: County Antrim=antrim; County Armagh; County Down; County Fermanagh=fermanagh; County Londonderry=county derry; County Tyrone=tyrone`;

export const GB_COUNTIES: readonly CountyEntry[] = COUNTIES.trim()
  .split('\n')
  .flatMap((line) => {
    const [region = '', list = ''] = line.split(': ');
    return list.split('; ').map((item) => {
      const [name = '', aliases = ''] = item.split('=');
      return { name, region, aliases: aliases.split('|').filter(Boolean) };
    });
  });

/** Areas that people name and no map draws: what they are made of. */
export const GB_GROUPS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ['Midlands', ['East Midlands', 'West Midlands']],
  ['East Anglia', ['Norfolk', 'Suffolk', 'Cambridgeshire']],
  ['Home Counties', ['Berkshire', 'Buckinghamshire', 'Essex', 'Hertfordshire', 'Kent', 'Surrey']],
  ['Black Country', ['Dudley', 'Walsall', 'West Bromwich', 'Wolverhampton', 'Stourbridge', 'Oldbury', 'Smethwick']],
  ['Tyneside', ['Newcastle upon Tyne', 'Gateshead', 'North Shields', 'South Shields', 'Whitley Bay', 'Wallsend']],
  ['Wirral', ['Birkenhead', 'Wallasey', 'Bebington', 'Heswall', 'Hoylake', 'West Kirby']],
  ['Sussex', ['East Sussex', 'West Sussex']],
  [
    'Glamorgan',
    ['Cardiff', 'Swansea', 'Bridgend', 'Neath Port Talbot', 'Rhondda Cynon Taf', 'Merthyr Tydfil', 'Vale of Glamorgan'],
  ],
  ['Gwent', ['Blaenau Gwent', 'Caerphilly', 'Monmouthshire', 'Newport', 'Torfaen']],
  ['Teesside', ['Middlesbrough', 'Stockton-on-Tees', 'Redcar', 'Billingham', 'Thornaby-on-Tees']],
  ['Thames Valley', ['Berkshire', 'Buckinghamshire', 'Oxfordshire']],
  ['Northern England', ['North East', 'North West', 'Yorkshire and the Humber']],
];

/** What people call a town beside its own name. */
export const GB_TOWN_ALIASES: Readonly<Record<string, string>> = {
  hull: 'Kingston upon Hull',
  kingston: 'Kingston upon Thames',
  newcastle: 'Newcastle upon Tyne',
  'newcastle tyne': 'Newcastle upon Tyne',
  'leamington spa': 'Royal Leamington Spa',
  'tunbridge wells': 'Royal Tunbridge Wells',
  'sutton coldfield': 'Royal Sutton Coldfield',
  'wootton bassett': 'Royal Wootton Bassett',
  stoke: 'Stoke-on-Trent',
  richmond: 'Richmond upon Thames',
  'hanley stoke on trent': 'Stoke-on-Trent',
  southend: 'Southend-on-Sea',
  'brighton and hove': 'Brighton',
  'brighton hove': 'Brighton',
  londonderry: 'Derry',
  'bury saint edmunds': 'Bury St Edmunds',
  'city of london': 'London',
  'central london': 'London',
  'west end': 'London',
  'inner london': 'London',
  'north london': 'London',
  'south london': 'London',
  'east london': 'London',
  'west london': 'London',
  'south east london': 'London',
  'south west london': 'London',
  'north west london': 'London',
  'leeds city centre': 'Leeds',
};

/** The boroughs of London: GeoNames has them as areas only. */
export const LONDON_BOROUGHS =
  "Barking and Dagenham|Barnet|Bexley|Brent|Bromley|Camden|Croydon|Ealing|Enfield|Greenwich|Hackney|Hammersmith and Fulham|Hammersmith|Fulham|Haringey|Harrow|Havering|Hillingdon|Hounslow|Islington|Kensington and Chelsea|Kensington|Chelsea|Kingston upon Thames|Lambeth|Lewisham|Merton|Newham|Redbridge|Richmond upon Thames|Southwark|Sutton|Tower Hamlets|Waltham Forest|Wandsworth|Westminster|Stratford|Canary Wharf|Shoreditch|Paddington|Wimbledon|Clapham|Heathrow|Mayfair|Soho|Holborn|Farringdon|Marylebone|Bloomsbury|King's Cross|London Bridge|Vauxhall|Battersea|Tottenham|Finchley|Hampstead|Notting Hill|Putney|Docklands|Euston|Victoria|Waterloo|Whitechapel|Brixton|Camden Town".split(
    '|',
  );

/**
 * Postcode areas: the post town, and which of its districts lie in that town
 * ("1-17"; "*" all). Outside these a postcode alone places a job in the county
 * of the post town, unless the area runs over a county's border ("~").
 */
export const GB_POSTCODE_AREAS: ReadonlyMap<string, { town: string; districts: string; crosses: boolean }> = new Map(
  `AB Aberdeen 10-16,21-25;AL~ St Albans 1-4;B~ Birmingham 1-38,40,42-45;BA~ Bath 1-2;BB Blackburn 1-2;BD~ Bradford 1-15;BH~ Bournemouth 1-11;BL Bolton 1-5;BN~ Brighton 1-2;BR~ Bromley 1-7;BS~ Bristol 1-16;BT~ Belfast 1-17;CA Carlisle 1-5;CB~ Cambridge 1-5;CF~ Cardiff 3,5,10,11,14,15,23,24;CH~ Chester 1-4;CM~ Chelmsford 1-3;CO~ Colchester 1-4;CR~ Croydon 0,2,4,5,7-9;CT Canterbury 1-4;CV~ Coventry 1-6;CW Crewe 1-2;DA~ Dartford 1-2;DD~ Dundee 1-5;DE~ Derby 1,3,21-24;DG Dumfries 1-2;DH~ Durham 1;DL~ Darlington 1-3;DN~ Doncaster 1-12;DT Dorchester 1;DY~ Dudley 1-3;E London *;EC London *;EH~ Edinburgh 1-17;EN~ Enfield 1-5;EX~ Exeter 1-5;FK~ Falkirk 1-2;FY Blackpool 1-4;G~ Glasgow 1-5,11-15,20-23,31-34,40-46,51-53;GL~ Gloucester 1-4;GU~ Guildford 1-4;HA Harrow *;HD~ Huddersfield 1-5;HG Harrogate 1-3;HP~ Hemel Hempstead 1-3;HR~ Hereford 1-4;HS Stornoway 1-2;HU~ Hull 1-9;HX Halifax 1-4;IG~ Ilford 1-6,8,11;IP~ Ipswich 1-5;IV~ Inverness 1-3;KA~ Kilmarnock 1,3;KT~ Kingston upon Thames 1-6,9;KW~ Kirkwall 15;KY~ Kirkcaldy 1-2;L~ Liverpool 1-19,24,25,27;LA~ Lancaster 1;LD~ Llandrindod Wells 1;LE~ Leicester 1-5;LL~ Llandudno 30;LN~ Lincoln 1-6;LS~ Leeds 1-17;LU~ Luton 1-4;M~ Manchester 1,2,4,8,9,11-16,18-23,40;ME~ Rochester 1-2;MK~ Milton Keynes 1-15;ML~ Motherwell 1;N London *;NE~ Newcastle upon Tyne 1-7,13,15;NG~ Nottingham 1-11;NN~ Northampton 1-5;NP~ Newport 10,18-20;NR~ Norwich 1-8;NW London *;OL~ Oldham 1-4,8-9;OX~ Oxford 1-4;PA~ Paisley 1-3;PE~ Peterborough 1-7;PH~ Perth 1-2;PL~ Plymouth 1-9;PO~ Portsmouth 1-6;PR Preston 1-2;RG~ Reading 1-2,4,6,30;RH~ Redhill 1;RM~ Romford 1-7;S~ Sheffield 1-14,17;SA~ Swansea 1-7;SE London *;SG~ Stevenage 1-2;SK~ Stockport 1-7;SL~ Slough 1-3;SM~ Sutton 1-3;SN~ Swindon 1-6,25,26;SO~ Southampton 14-19;SP~ Salisbury 1-2;SR~ Sunderland 1-6;SS Southend-on-Sea 0-3,99;ST~ Stoke-on-Trent 1-4,6;SW London *;SY~ Shrewsbury 1-3;TA~ Taunton 1-3;TD~ Galashiels 1;TF~ Telford 1-7;TN~ Tunbridge Wells 1-4;TQ Torquay 1-2;TR Truro 1-4;TS~ Middlesbrough 1-9;TW~ Twickenham 1-2;UB Southall 1-2;W London *;WA~ Warrington 1-5;WC London *;WD~ Watford 17-19,24-25;WF~ Wakefield 1-4;WN~ Wigan 1-6;WR~ Worcester 1-5;WS~ Walsall 1-6;WV~ Wolverhampton 1-11;YO~ York 1,10,19,23,24,26,30-32;ZE Lerwick 1`
    .split(';')
    .map((entry) => {
      const [head = '', ...rest] = entry.split(' ');
      const districts = rest.pop() ?? '';
      return [head.replace('~', ''), { town: rest.join(' '), districts, crosses: head.endsWith('~') }];
    }),
);
