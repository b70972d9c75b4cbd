export interface CountyEntry {
  name: string;
  region: string;
  aliases: readonly string[];
}

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
  ['Northern Ireland', 'Northern Ireland', 'ni|n ireland|north of ireland|ulster'],
  ['Crown dependencies', 'Crown dependencies'],
];

const COUNTIES = `
London: Greater London
South East: Berkshire=royal berkshire|berks; Buckinghamshire=bucks; East Sussex; Hampshire=hants; Isle of Wight; Kent; Oxfordshire=oxon; Surrey; West Sussex
South West: Bristol=city of bristol; Cornwall; Devon; Dorset; Gloucestershire=glos; Somerset; Wiltshire=wilts
East of England: Bedfordshire=beds; Cambridgeshire=cambs; Essex; Hertfordshire=herts; Norfolk; Suffolk
East Midlands: Derbyshire=derbys; Leicestershire=leics; Lincolnshire=lincs; Northamptonshire=northants; Nottinghamshire=notts; Rutland
West Midlands: Herefordshire; Shropshire=salop|shrops; Staffordshire=staffs; Warwickshire=warks; West Midlands=west midlands county; Worcestershire=worcs
Yorkshire and the Humber: East Riding of Yorkshire=east yorkshire|east riding; North Yorkshire; South Yorkshire; West Yorkshire
North West: Cheshire; Cumbria; Greater Manchester; Lancashire=lancs; Merseyside
North East: Cleveland=middlesbrough and redcar; County Durham=durham county|co durham; Northumberland; Tyne and Wear=tyne wear
Scotland: Aberdeenshire; Angus; Argyll and Bute=argyll|argyllshire; Ayrshire; Dumfries and Galloway=dumfriesshire; Dunbartonshire; Fife; Glasgow=lanarkshire glasgow|glasgow city; Highland=highlands|inverness shire; Lanarkshire; Lothian=lothians; Moray=morayshire; Orkney=orkney islands; Perth and Kinross=perthshire; Renfrewshire; Scottish Borders=borders; Shetland=shetland islands; Stirling and Falkirk=stirlingshire; Western Isles=outer hebrides|na h eileanan siar
Wales: Anglesey=isle of anglesey|ynys mon; Blaenau Gwent; Bridgend; Caerphilly; Cardiff=city of cardiff|caerdydd; Carmarthenshire; Ceredigion; Conwy; Denbighshire; Flintshire; Gwynedd; Merthyr Tydfil; Monmouthshire; Neath Port Talbot; Newport; Pembrokeshire; Powys; Rhondda Cynon Taf=rhondda cynon taff|rct; Swansea=abertawe; Torfaen; Vale of Glamorgan; Wrexham
Northern Ireland: County Antrim=antrim; County Armagh; County Down; County Fermanagh=fermanagh; County Londonderry=county derry; County Tyrone=tyrone
Crown dependencies: Isle of Man; Jersey; Guernsey; Channel Islands`;

export const GB_COUNTIES: readonly CountyEntry[] = COUNTIES.trim()
  .split('\n')
  .flatMap((line) => {
    const [region = '', list = ''] = line.split(': ');
    return list.split('; ').map((item) => {
      const [name = '', aliases = ''] = item.split('=');
      return { name, region, aliases: aliases.split('|').filter(Boolean) };
    });
  });

export const GB_GROUPS: readonly (readonly [name: string, parts: readonly string[]])[] = [
  ['Midlands', ['East Midlands', 'West Midlands']],
  [
    'Avon',
    [
      'Bristol',
      'Bath',
      'Weston-super-Mare',
      'Keynsham',
      'Yate',
      'Thornbury',
      'Portishead',
      'Clevedon',
      'Nailsea',
      'Filton',
      'Patchway',
      'Bradley Stoke',
      'Midsomer Norton',
      'Radstock',
      'Chipping Sodbury',
      'Mangotsfield',
      'Kingswood',
    ],
  ],
  ['Lake District', ['Kendal', 'Keswick', 'Windermere', 'Ambleside', 'Penrith', 'Ulverston', 'Cockermouth']],
  ['East Anglia', ['Norfolk', 'Suffolk', 'Cambridgeshire']],
  ['Home Counties', ['Berkshire', 'Buckinghamshire', 'Essex', 'Hertfordshire', 'Kent', 'Surrey']],
  ['Middlesex', ['London', 'Staines', 'Ashford', 'Sunbury-on-Thames', 'Shepperton', 'Potters Bar']],
  ['Sussex', ['East Sussex', 'West Sussex']],
  [
    'Glamorgan',
    ['Cardiff', 'Swansea', 'Bridgend', 'Neath Port Talbot', 'Rhondda Cynon Taf', 'Merthyr Tydfil', 'Vale of Glamorgan'],
  ],
  ['Gwent', ['Blaenau Gwent', 'Caerphilly', 'Monmouthshire', 'Newport', 'Torfaen']],
  ['Thames Valley', ['Berkshire', 'Buckinghamshire', 'Oxfordshire']],
  [
    'South Wales',
    [
      'Cardiff',
      'Swansea',
      'Newport',
      'Bridgend',
      'Neath Port Talbot',
      'Rhondda Cynon Taf',
      'Merthyr Tydfil',
      'Vale of Glamorgan',
      'Blaenau Gwent',
      'Caerphilly',
      'Monmouthshire',
      'Torfaen',
      'Carmarthenshire',
    ],
  ],
  ['North Wales', ['Anglesey', 'Conwy', 'Denbighshire', 'Flintshire', 'Gwynedd', 'Wrexham']],
  ['Mid Wales', ['Powys', 'Ceredigion']],
  ['West Wales', ['Carmarthenshire', 'Ceredigion', 'Pembrokeshire']],
  ['Dyfed', ['Carmarthenshire', 'Ceredigion', 'Pembrokeshire']],
  ['Clwyd', ['Conwy', 'Denbighshire', 'Flintshire', 'Wrexham']],
  ['Central Belt', ['Glasgow', 'Lanarkshire', 'Lothian', 'Renfrewshire', 'Dunbartonshire', 'Stirling and Falkirk']],
  ['Strathclyde', ['Glasgow', 'Lanarkshire', 'Renfrewshire', 'Dunbartonshire', 'Ayrshire', 'Argyll and Bute']],
  ['Tayside', ['Angus', 'Perth and Kinross']],
  ['Grampian', ['Aberdeenshire', 'Moray']],
  ['Southern England', ['South East', 'South West', 'London']],
  ['North of England', ['North East', 'North West', 'Yorkshire and the Humber']],
  ['Northern England', ['North East', 'North West', 'Yorkshire and the Humber']],
];

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
  'greater london area': 'London',
  bham: 'Birmingham',
  brum: 'Birmingham',
  soton: 'Southampton',
  'm chester': 'Manchester',
  mcr: 'Manchester',
  wolves: 'Wolverhampton',
  'london gatwick': 'Gatwick',
  'london gatwick airport': 'Gatwick',
  'london heathrow': 'Heathrow',
  'london heathrow airport': 'Heathrow',
  'london stansted': 'Stansted Mountfitchet',
  'london luton': 'Luton',
  'london luton airport': 'Luton',
  'b ham': 'Birmingham',
  mk: 'Milton Keynes',
  stansted: 'Stansted Mountfitchet',
};

/** Towns for which GeoNames has no population, by county. */
export const GB_MORE_TOWNS: readonly (readonly [county: string, towns: string])[] = [
  ['Gloucestershire', 'Filton|Patchway|Bradley Stoke'],
  ['Nottinghamshire', 'Beeston|Stapleford'],
  ['Essex', 'Leigh-on-Sea'],
  ['County Armagh', 'Lurgan'],
  ['Oxfordshire', 'Harwell|Culham'],
  ['Berkshire', 'Aldermaston|Burghfield'],
  ['Northamptonshire', 'Silverstone'],
  ['Greater London', 'Canada Water|Surrey Quays|Imperial Wharf'],
];

/** Historic or ceremonial counties, with the places in other counties that belong to them. */
export const GB_COUNTIES_HOLD: readonly (readonly [county: string, parts: readonly string[]])[] = [
  ['Cleveland', ['Stockton-on-Tees', 'Hartlepool', 'Billingham', 'Thornaby-on-Tees', 'Yarm']],
  ['North Yorkshire', ['Cleveland']],
];

/** Districts and sites that GeoNames lacks, with the town that contains them. */
export const GB_PARTS_OF_TOWNS: readonly (readonly [town: string, parts: string])[] = [
  ['Crawley', 'Gatwick=gatwick airport'],
  ['Leeds', 'Headingley|Holbeck|Seacroft|Kirkstall|Hunslet|Roundhay|Alwoodley|Moortown|Cross Gates'],
  ['Salford', 'MediaCityUK=media city uk|mediacity|Salford Quays|Pendleton|Ordsall'],
  ['Manchester', 'Wythenshawe|Ancoats|Spinningfields|Manchester Airport|Chorlton|Withington|Rusholme|Moss Side'],
  [
    'Birmingham',
    'Edgbaston|Selly Oak|Erdington|Digbeth|Harborne|Kings Heath|Northfield|Longbridge|Perry Barr|Aston|Jewellery Quarter|Birmingham Business Park',
  ],
  ['Liverpool', 'Speke|Aigburth|Wavertree|Toxteth|Everton|Fazakerley|Anfield'],
  ['Bristol', 'Bedminster|Avonmouth|Temple Meads|Aztec West'],
  ['Newcastle upon Tyne', 'Jesmond|Byker|Cobalt Business Park'],
  ['Sheffield', 'Meadowhall|Attercliffe|Darnall'],
  ['Glasgow', 'Govan|Partick|Easterhouse|Hillington'],
  ['Edinburgh', 'Leith|Gyle|Edinburgh Park|South Gyle|Morningside|Corstorphine|Portobello'],
  ['Cardiff', 'Cardiff Bay|Llanishen|Cathays|Pontprennau'],
  ['Nottingham', 'Bulwell|Lenton'],
  ['Milton Keynes', 'Wolverton|Stony Stratford|Central Milton Keynes'],
  ['Reading', 'Thames Valley Park|Caversham'],
  ['Warrington', 'Birchwood'],
];

/** Boroughs, districts and stations of London. GeoNames lists the boroughs only as areas. */
export const LONDON_BOROUGHS =
  "Barking and Dagenham|Barnet|Bexley|Brent|Bromley|Camden|Croydon|Ealing|Enfield|Greenwich|Hackney|Hammersmith and Fulham|Hammersmith|Fulham|Haringey|Harrow|Havering|Hillingdon|Hounslow|Islington|Kensington and Chelsea|Kensington|Chelsea|Kingston upon Thames|Lambeth|Lewisham|Merton|Newham|Redbridge|Richmond upon Thames|Southwark|Sutton|Tower Hamlets|Waltham Forest|Wandsworth|Westminster|Stratford|Canary Wharf|Shoreditch|Paddington|Wimbledon|Clapham|Heathrow|Mayfair|Soho|Holborn|Farringdon|Liverpool Street|Old Street|Oxford Street|Oxford Circus|Bond Street|Baker Street|Fenchurch Street|Cannon Street|Charing Cross|Moorgate|Blackfriars|White City|Park Royal|Stockley Park|Chiswick|Fitzrovia|Covent Garden|Knightsbridge|Holland Park|Wembley Park|Greenwich Peninsula|Elephant and Castle|Nine Elms|Streatham|Tooting|Balham|Dulwich|Deptford|Eltham|Hoxton|Dalston|Stoke Newington|Highbury|Muswell Hill|Kilburn|Cricklewood|Mill Hill|Leyton|Leytonstone|Chingford|Barkingside|Marylebone|Bloomsbury|King's Cross|London Bridge|Vauxhall|Battersea|Tottenham|Finchley|Hampstead|Notting Hill|Putney|Docklands|Euston|Victoria|Waterloo|Whitechapel|Brixton|Camden Town".split(
    '|',
  );

export interface PostcodeArea {
  /** The post town comes first. `districts` is like "1-17,25", or "*" for all. */
  towns: readonly { town: string; districts: string }[];
  crossesCounty: boolean;
}

/**
 * Postcode areas, each with its post town and the districts there ("1-17"; "*" for all). A postcode in another district
 * means the county of the post town, unless "~" marks an area that crosses a county border.
 */
const POST_TOWNS =
  'AB Aberdeen 10-16,21-25;AL~ St Albans 1-4;B~ Birmingham 1-38,40,42-45;BA~ Bath 1-2;BB Blackburn 1-2;BD~ Bradford 1-15;BH~ Bournemouth 1-11;BL Bolton 1-5;BN~ Brighton 1-2;BR~ Bromley 1-7;BS~ Bristol 1-16;BT~ Belfast 1-17;CA Carlisle 1-5;CB~ Cambridge 1-5;CF~ Cardiff 3,5,10,11,14,15,23,24;CH~ Chester 1-4;CM~ Chelmsford 1-3;CO~ Colchester 1-4;CR~ Croydon 0,2,4,5,7-9;CT Canterbury 1-4;CV~ Coventry 1-6;CW Crewe 1-2;DA~ Dartford 1-2;DD~ Dundee 1-5;DE~ Derby 1,3,21-24;DG Dumfries 1-2;DH~ Durham 1;DL~ Darlington 1-3;DN~ Doncaster 1-12;DT Dorchester 1;DY~ Dudley 1-3;E London *;EC London *;EH~ Edinburgh 1-17;EN~ Enfield 1-5;EX~ Exeter 1-5;FK~ Falkirk 1-2;FY Blackpool 1-4;G~ Glasgow 1-5,11-15,20-23,31-34,40-46,51-53;GL~ Gloucester 1-4;GU~ Guildford 1-4;HA Harrow *;HD~ Huddersfield 1-5;HG Harrogate 1-3;HP~ Hemel Hempstead 1-3;HR~ Hereford 1-4;HS Stornoway 1-2;HU~ Hull 1-9;HX Halifax 1-4;IG~ Ilford 1-6,8,11;IP~ Ipswich 1-5;IV~ Inverness 1-3;KA~ Kilmarnock 1,3;KT~ Kingston upon Thames 1-6,9;KW~ Kirkwall 15;KY~ Kirkcaldy 1-2;L~ Liverpool 1-19,24,25,27;LA~ Lancaster 1;LD~ Llandrindod Wells 1;LE~ Leicester 1-5;LL~ Llandudno 30;LN~ Lincoln 1-6;LS~ Leeds 1-17;LU~ Luton 1-4;M~ Manchester 1,2,4,8,9,11-16,18-23,40;ME~ Rochester 1-2;MK~ Milton Keynes 1-15;ML~ Motherwell 1;N London *;NE~ Newcastle upon Tyne 1-7,13,15;NG~ Nottingham 1-11;NN~ Northampton 1-5;NP~ Newport 10,18-20;NR~ Norwich 1-8;NW London *;OL~ Oldham 1-4,8-9;OX~ Oxford 1-4;PA~ Paisley 1-3;PE~ Peterborough 1-7;PH~ Perth 1-2;PL~ Plymouth 1-9;PO~ Portsmouth 1-6;PR Preston 1-2;RG~ Reading 1-2,4,6,30;RH~ Redhill 1;RM~ Romford 1-7;S~ Sheffield 1-14,17;SA~ Swansea 1-7;SE London *;SG~ Stevenage 1-2;SK~ Stockport 1-7;SL~ Slough 1-3;SM~ Sutton 1-3;SN~ Swindon 1-6,25,26;SO~ Southampton 14-19;SP~ Salisbury 1-2;SR~ Sunderland 1-6;SS Southend-on-Sea 0-3,99;ST~ Stoke-on-Trent 1-4,6;SW London *;SY~ Shrewsbury 1-3;TA~ Taunton 1-3;TD~ Galashiels 1;TF~ Telford 1-7;TN~ Tunbridge Wells 1-4;TQ Torquay 1-2;TR Truro 1-4;TS~ Middlesbrough 1-9;TW~ Twickenham 1-2;UB Southall 1-2;W London *;WA~ Warrington 1-5;WC London *;WD~ Watford 17-19,24-25;WF~ Wakefield 1-4;WN~ Wigan 1-6;WR~ Worcester 1-5;WS~ Walsall 1-6;WV~ Wolverhampton 1-11;YO~ York 1,10,19,23,24,26,30-32;ZE Lerwick 1';

const OTHER_POST_TOWNS =
  'LL Wrexham 11-14;B Halesowen 62-63;B Smethwick 66-67;B Oldbury 68-69;B West Bromwich 70-71;B Sutton Coldfield 72-76;B Tamworth 77-79;B Solihull 90-93;B Redditch 97-98;B Bromsgrove 60-61;BD Keighley 20-22;BD Shipley 17-18;BD Bingley 16;BL Bury 9;BN Hove 3;BN Worthing 11-14;BN Eastbourne 20-23;CH Birkenhead 41-42;CH Wallasey 44-45;CH Ellesmere Port 65-66;CM Harlow 17-20;CV Rugby 21-23;CV Nuneaton 10-11;DN Grimsby 31-34;DN Scunthorpe 15-17;GU Woking 21-22,24;GU Aldershot 11-12;GU Farnborough 14;GU Camberley 15-17;L Bootle 20;L Huyton 36;L Kirkby 32-33;L Prescot 34-35;LS Ilkley 29;M Salford 5-7,50;M Trafford Park 17;M Middleton 24;M Prestwich 25;M Radcliffe 26;M Swinton 27;M Eccles 30;M Stretford 32;M Sale 33;M Denton 34;M Failsworth 35;M Urmston 41;M Droylsden 43;M Irlam 44;M Whitefield 45;M Atherton 46;ME Maidstone 14-17;ME Chatham 4-5;ME Gillingham 7-8;ME Sittingbourne 9-10;NE Gateshead 8-11;NE Cramlington 23;NE Blyth 24;NE Whitley Bay 25-26;NE Wallsend 28;NE North Shields 29-30;NE Hebburn 31;NE Jarrow 32;NE South Shields 33-34;OL Ashton-under-Lyne 6-7;OL Rochdale 11-12,16;OL Heywood 10;PR Southport 8-9;RG Bracknell 12,42;RG Basingstoke 21-24;RG Newbury 14;RG Wokingham 40-41;RH Crawley 10-11;RH Horsham 12-13;S Rotherham 60-66;S Barnsley 70-75;S Chesterfield 40-45;S Worksop 80-81;SK Macclesfield 10-11;SK Wilmslow 9;SK Glossop 13;SK Hyde 14;SL Maidenhead 6;SL Windsor 4;TS Hartlepool 24-26;TS Redcar 10;TS Stockton-on-Tees 18-20;TN Ashford 23-24;TN Hastings 34-35;WA Runcorn 7;WA Widnes 8;WA St Helens 9-10;WA Altrincham 14;WF Dewsbury 12-13;WF Batley 17;WF Castleford 10;WF Pontefract 8;WN Leigh 7;WS Cannock 11-12;WS Lichfield 13-14';

export const GB_POSTCODES: ReadonlyMap<string, PostcodeArea> = readPostTowns();

function readPostTowns(): Map<string, PostcodeArea> {
  const areas = new Map<string, { towns: { town: string; districts: string }[]; crossesCounty: boolean }>();
  for (const entry of `${POST_TOWNS};${OTHER_POST_TOWNS}`.split(';')) {
    const [head = '', ...rest] = entry.split(' ');
    const districts = rest.pop() ?? '';
    const area = areas.get(head.replace('~', '')) ?? { towns: [], crossesCounty: head.endsWith('~') };
    area.towns.push({ town: rest.join(' '), districts });
    areas.set(head.replace('~', ''), area);
  }
  return areas;
}
