/** Beginnings of GeoNames' old administrative codes in England and Wales, by county. */
export const COUNTY_OF_CODE: Readonly<Record<string, string>> = Object.fromEntries(
  `Greater Manchester=00BL 00BM 00BN 00BP 00BQ 00BR 00BS 00BT 00BU 00BW
Merseyside=00BX 00BY 00BZ 00CA 00CB
South Yorkshire=00CC 00CE 00CF 00CG
Tyne and Wear=00CH 00CJ 00CK 00CL 00CM
West Midlands=00CN 00CQ 00CR 00CS 00CT 00CU 00CW
West Yorkshire=00CX 00CY 00CZ 00DA 00DB
County Durham=00EB 00EF 00EH 00EJ 20
Cleveland=00EC 00EE
North Yorkshire=00FF 36
Northumberland=00EM 35
Cheshire=00EQ 00ET 00EU 00EW 13
Lancashire=00EX 00EY 30
East Riding of Yorkshire=00FA 00FB
Lincolnshire=00FC 00FD 32
Derbyshire=00FK 17
Leicestershire=00FN 31 6896157
Rutland=00FP
Nottinghamshire=00FY 37
Herefordshire=00GA
Shropshire=00GF 00GG 39
Staffordshire=00GL 41
Somerset=00HA 00HC 40
Bristol=00HB
Gloucestershire=00HD 23
Cornwall=00HE 00HF 15
Devon=00HG 00HH 18
Dorset=00HN 00HP 19
Wiltshire=00HX 00HY 46
Cambridgeshire=00JA 12 2650488
Bedfordshire=00KA 00KB 00KC 09
Essex=00KF 00KG 22
Kent=00LC 29 6945806 6945807 6945814
Berkshire=00MA 00MB 00MC 00MD 00ME 00MF
Buckinghamshire=00MG 11
East Sussex=00ML 21
Hampshire=00MR 00MS 24
Isle of Wight=00MW
Cumbria=16
Hertfordshire=26 6615330
Norfolk=33
Northamptonshire=34
Oxfordshire=38
Suffolk=42
Surrey=43
Warwickshire=44
West Sussex=45
Worcestershire=47
Anglesey=00NA
Gwynedd=00NC
Conwy=00NE
Denbighshire=00NG
Flintshire=00NJ
Wrexham=00NL
Powys=00NN
Ceredigion=00NQ
Pembrokeshire=00NS
Carmarthenshire=00NU
Swansea=00NX
Neath Port Talbot=00NZ
Bridgend=00PB
Vale of Glamorgan=00PD
Rhondda Cynon Taf=00PF
Merthyr Tydfil=00PH
Caerphilly=00PK
Blaenau Gwent=00PL
Torfaen=00PM
Monmouthshire=00PP
Newport=00PR
Cardiff=00PT`
    .split('\n')
    .flatMap((line) => {
      const [county = '', codes = ''] = line.split('=');
      return codes.split(' ').map((code) => [code, county]);
    }),
);

/** Every place in one of these city districts counts as part of the city. */
export const CITY_OF_CODE: Readonly<Record<string, string>> = {
  '00BN': 'Manchester',
  '00BY': 'Liverpool',
  '00CG': 'Sheffield',
  '00CJ': 'Newcastle upon Tyne',
  '00CM': 'Sunderland',
  '00CN': 'Birmingham',
  '00CQ': 'Coventry',
  '00CW': 'Wolverhampton',
  '00CX': 'Bradford',
  '00DA': 'Leeds',
  '00FF': 'York',
  '00PT': 'Cardiff',
};

/**
 * GeoNames has no county, or a wrong one, for Scotland, Northern Ireland and some English cities. A town there gets the
 * county of the nearest town in this list; a town marked "!" sets only its own county.
 */
export const COUNTY_SEEDS = `
Greater London=London
West Midlands=Birmingham|!West Bromwich|!Stourbridge|!Halesowen|Wolverhampton|Walsall|Dudley|Coventry|Solihull|!Sutton Coldfield|!Castle Vale|!Smethwick|!Oldbury|!Bilston|!Willenhall|!Wednesbury|!Tipton|!Rowley Regis|!Bartley Green|!Dorridge|!Brierley Hill|!Kingswinford|!Aldridge|!Brownhills|!Darlaston|!Bloxwich|!Wednesfield|!Blackheath
Greater Manchester=Manchester|Salford|Stockport|Oldham|Rochdale|Bury|Bolton|Wigan|!Ashton-under-Lyne|!Marple|!Bramhall|!Cheadle|!Cheadle Hulme|!Hyde|!Altrincham|!Leigh|!Middleton|!Heywood|!Golborne|!Ashton in Makerfield|!Cheadle Heath|!Tottington
Merseyside=Liverpool|Birkenhead|!Bebington|Southport|!Bootle|!Crosby|St Helens|Saint Helens|!Heswall|!New Ferry|!Wallasey|!Haydock|!Hoylake|!West Kirby|!Kirkby|!Newton-le-Willows
South Yorkshire=Sheffield|Doncaster|Barnsley|Rotherham
West Yorkshire=Leeds|Bradford|Wakefield|Halifax|Huddersfield|Castleford|Dewsbury|Batley|Pontefract
Tyne and Wear=Newcastle upon Tyne|Sunderland|Gateshead|South Shields|!North Shields|!Whitley Bay|!Jarrow|!Tynemouth|!Wallsend|!Washington|!Hebburn|!Newburn|!Houghton-le-Spring|!Ryton|!Birtley|!Shiremoor|!Rowlands Gill|!Chopwell
Cleveland=!Middlesbrough
North Yorkshire=York|Harrogate|Scarborough
County Durham=Durham|Hartlepool|Stockton-on-Tees|Darlington|!Billingham
East Riding of Yorkshire=Kingston upon Hull|Hull
Lancashire=Blackburn|Blackpool|Preston|Burnley|Lancaster
Cheshire=Warrington|Chester|!Ellesmere Port|!Neston|!Runcorn|!Widnes
Derbyshire=Derby|Chesterfield
Nottinghamshire=Nottingham|Mansfield
Leicestershire=Leicester|Loughborough
Staffordshire=Stoke-on-Trent|Stafford|Burton upon Trent|Cannock|Tamworth|Lichfield
Shropshire=Telford|Shrewsbury
Herefordshire=Hereford
Bristol=Bristol
Somerset=Bath|Weston-super-Mare|Taunton
Gloucestershire=Gloucester|Cheltenham|!Filton|!Yate|!Kingswood|!Bradley Stoke|!Thornbury
Devon=Plymouth|Exeter|Torquay|Paignton
Dorset=Bournemouth|Poole|Weymouth
Wiltshire=Swindon|Salisbury
Cambridgeshire=Peterborough|Cambridge
Bedfordshire=Luton|Bedford|Dunstable
Essex=Southend-on-Sea|Basildon|Chelmsford|Colchester|!Grays|!South Ockendon|!Chafford Hundred|!Purfleet|!Tilbury|!Stanford-le-Hope
Kent=Chatham|Gillingham|Maidstone|Rochester|Dartford|Gravesend|Ashford
Berkshire=Reading|Slough|Bracknell|Windsor|Maidenhead|Newbury|Wokingham
Buckinghamshire=Milton Keynes|High Wycombe|Aylesbury
East Sussex=Brighton|Eastbourne|Hastings|!Hove|!Newhaven
West Sussex=Worthing|Crawley
Hampshire=Southampton|Portsmouth|Basingstoke|Winchester|Fareham|Gosport
Isle of Wight=Ryde|Cowes
Suffolk=Ipswich|Lowestoft|Bury St Edmunds
Norfolk=Norwich|Great Yarmouth
Hertfordshire=Watford|St Albans|Stevenage|Hemel Hempstead
Oxfordshire=Oxford|Banbury
Northamptonshire=Northampton|Kettering|Corby
Worcestershire=Worcester|!Bromsgrove
Cumbria=Carlisle|Barrow in Furness|Kendal
Cornwall=Truro|Falmouth
Lincolnshire=Lincoln|Grimsby|Scunthorpe
Northumberland=Blyth|Cramlington|!Seaton Delaval
Surrey=Guildford|Woking|!Ashford|!Walton-on-Thames|!Weybridge|!West Molesey|!East Molesey|!Esher|!Ewell|!Epsom
Warwickshire=Rugby|Nuneaton
Aberdeenshire=Aberdeen|Peterhead|Fraserburgh|Inverurie|Stonehaven|Huntly|Westhill|Banchory|!Banff|!Macduff
Angus=Dundee|Arbroath|Forfar|Montrose|Brechin|Carnoustie
Argyll and Bute=Helensburgh|Dunoon|Oban|Campbeltown|Rothesay|Lochgilphead
Ayrshire=Ayr|Kilmarnock|Irvine|Largs|Cumnock|Girvan|Kilwinning|Saltcoats|Troon|Prestwick|Stewarton|Beith
Dumfries and Galloway=Dumfries|Stranraer|Annan|Newton Stewart|Lockerbie|Dalbeattie|Langholm
Dunbartonshire=Dumbarton|Clydebank|Alexandria|Kirkintilloch|Bearsden|Milngavie|Bishopbriggs
Fife=Dunfermline|Kirkcaldy|Glenrothes|Saint Andrews|Cupar|Methil|Cowdenbeath|Inverkeithing|Leven|Anstruther|Lochgelly|Rosyth|Tayport|Kincardine
Glasgow=Glasgow
Highland=Inverness|Fort William|Wick|Thurso|Nairn|Invergordon|Aviemore|Dingwall|Portree|Alness
Lanarkshire=Hamilton|Motherwell|East Kilbride|Cumbernauld|Airdrie|Coatbridge|Wishaw|Lanark|Larkhall|Bellshill|Carluke|Rutherglen|Cambuslang|Shotts|Kilsyth|Strathaven|Stonehouse
Lothian=Edinburgh|Livingston|Musselburgh|Dalkeith|Penicuik|Bathgate|Linlithgow|Haddington|Dunbar|North Berwick|Whitburn|Bo'ness|!Queensferry|!Kirkliston
Moray=Elgin|Forres|Buckie|Keith|Lossiemouth
Orkney=Kirkwall
Perth and Kinross=Perth|Crieff|Kinross|Blairgowrie|Pitlochry|Auchterarder
Renfrewshire=Paisley|Johnstone|Renfrew|Greenock|Port Glasgow|Barrhead|Newton Mearns|Gourock|Giffnock|Clarkston|!Erskine|!Bishopton|!Inverkip
Scottish Borders=Galashiels|Hawick|Peebles|Selkirk|Kelso|Jedburgh|Duns|Eyemouth
Shetland=Lerwick
Stirling and Falkirk=Stirling|Falkirk|Grangemouth|Alloa|Denny|Larbert|Callander
Western Isles=Stornoway
County Antrim=Belfast|Lisburn|Ballymena|Carrickfergus|Larne|Newtownabbey|Antrim|Ballyclare|Ballymoney
County Armagh=Armagh|Craigavon|Lurgan|Portadown
County Down=Bangor|Newtownards|Newry|Downpatrick|Holywood|Banbridge|Newcastle|Comber|Dundonald|Ballynahinch
County Fermanagh=Enniskillen
County Londonderry=Derry|Coleraine|Limavady|Magherafelt|Portrush
County Tyrone=Omagh|Cookstown|Dungannon|Strabane`;

/** GeoNames gives each of these hamlets the population of a town with the same name. */
export const SAME_NAME_HAMLETS: ReadonlySet<string> = new Set([
  'Newhaven/Derbyshire',
  'Neston/Wiltshire',
  'Watton/East Riding of Yorkshire',
  'Skelton/East Riding of Yorkshire',
  'Burwell/Lincolnshire',
]);
