export interface DistrictEntry {
  name: string;
  /** The county or region that contains all or most of the district. */
  holder: string;
  /** True if the area has a council; false if it has no official boundaries. */
  official: boolean;
  aliases: readonly string[];
  towns: readonly string[];
}

/**
 * Each line is "county or region| district=another name: towns; next district", and "~" marks areas without a council.
 * Areas named after a town (Bolton) and the boroughs of London count as towns, so they are not listed.
 */
const DISTRICTS = `
Bedfordshire| Central Bedfordshire: Dunstable, Leighton Buzzard, Ampthill, Biggleswade, Flitwick, Sandy, Shefford, Stotfold, Arlesey, Cranfield, Potton
Berkshire| Bracknell Forest: Bracknell, Crowthorne; West Berkshire: Newbury, Thatcham, Hungerford, Pangbourne, Lambourn, Calcot; Windsor and Maidenhead=royal borough of windsor and maidenhead|rbwm: Windsor, Maidenhead, Ascot, Cookham, Eton, Old Windsor, Datchet
Buckinghamshire| Aylesbury Vale: Aylesbury, Buckingham, Wendover, Winslow, Haddenham; Chiltern: Amersham, Chesham, Great Missenden, Little Chalfont; South Bucks: Beaconsfield, Gerrards Cross, Iver, Stoke Poges, Farnham Royal; Wycombe: High Wycombe, Marlow, Princes Risborough, Bourne End, Stokenchurch
Cambridgeshire| East Cambridgeshire=east cambs: Ely, Soham, Littleport, Burwell; Fenland: Wisbech, March, Whittlesey, Chatteris; Huntingdonshire: Huntingdon, Saint Neots, Ramsey, Godmanchester, Yaxley, Sawtry; South Cambridgeshire=south cambs: Cambourne, Sawston, Histon, Waterbeach, Cottenham, Linton, Melbourn, Bar Hill, Fulbourn, Girton
Cheshire| Cheshire East: Crewe, Macclesfield, Wilmslow, Congleton, Sandbach, Nantwich, Poynton, Middlewich, Alsager, Knutsford, Bollington, Holmes Chapel, Alderley Edge; Cheshire West and Chester=cheshire west: Chester, Ellesmere Port, Northwich, Winsford, Neston, Frodsham, Helsby, Blacon, Weaverham; Halton: Runcorn, Widnes
Cleveland| Redcar and Cleveland: Redcar, Guisborough, Saltburn-by-the-Sea, Brotton, Loftus, Skelton, Marske-by-the-Sea
North East| ~Tees Valley: Middlesbrough, Redcar, Stockton-on-Tees, Hartlepool, Darlington, Billingham, Thornaby-on-Tees, Yarm, Guisborough, Eaglescliffe; ~Teesside: Middlesbrough, Stockton-on-Tees, Redcar, Billingham, Thornaby-on-Tees
Cumbria| Allerdale: Workington, Maryport, Cockermouth, Wigton, Keswick; Copeland: Whitehaven, Egremont, Cleator Moor, Millom; Cumberland: Carlisle, Workington, Whitehaven, Maryport, Cockermouth, Wigton, Keswick, Egremont, Cleator Moor, Millom, Brampton; Westmorland and Furness: Barrow in Furness, Kendal, Penrith, Ulverston, Windermere, Dalton in Furness, Grange-over-Sands, Appleby-in-Westmorland; South Lakeland: Kendal, Ulverston, Windermere, Grange-over-Sands; ~Lake District=the lakes: Keswick, Windermere
Derbyshire| Amber Valley: Alfreton, Belper, Heanor, Ripley, Duffield; Derbyshire Dales: Matlock, Ashbourne, Bakewell, Wirksworth; Erewash: Ilkeston, Long Eaton, Borrowash, West Hallam; North East Derbyshire: Dronfield, Killamarsh, Wingerworth; South Derbyshire: Swadlincote, Melbourne; ~Peak District: Bakewell, Buxton, Matlock, Whaley Bridge, Chapel en le Frith
Devon| East Devon: Exmouth, Honiton, Sidmouth, Axminster, Ottery St Mary, Budleigh Salterton; Mid Devon: Tiverton, Crediton, Cullompton; North Devon: Barnstaple, Ilfracombe, Braunton, South Molton; South Hams: Totnes, Ivybridge, Kingsbridge, Dartmouth; Teignbridge: Newton Abbot, Teignmouth, Dawlish, Kingsteignton, Bovey Tracey, Ashburton; Torbay: Torquay, Paignton, Brixham; Torridge: Bideford, Great Torrington, Northam; West Devon: Tavistock, Okehampton
Dorset| Bournemouth, Christchurch and Poole=bcp|bournemouth poole and christchurch|bournemouth poole: Bournemouth, Poole, Christchurch, Broadstone, Parkstone; Purbeck: Wareham, Swanage
Yorkshire and the Humber| ~Humberside=humber: Kingston upon Hull, Beverley, Goole, Bridlington, Hedon, Grimsby, Scunthorpe, Immingham, Cleethorpes
East Sussex| Rother: Bexhill-on-Sea, Battle, Rye; Wealden: Crowborough, Hailsham, Uckfield, Forest Row, Wadhurst, Pevensey
Essex| Castle Point: Canvey Island, South Benfleet; Epping Forest: Epping, Waltham Abbey, Chigwell, Buckhurst Hill, Chipping Ongar, Theydon Bois; Tendring: Clacton-on-Sea, Harwich, Walton-on-the-Naze, Frinton-on-Sea, Brightlingsea, Manningtree; Thurrock: Grays, Tilbury, Purfleet, South Ockendon, Stanford-le-Hope, West Thurrock, Aveley; Uttlesford: Saffron Walden, Great Dunmow, Stansted Mountfitchet, Takeley
Gloucestershire| Cotswold: Cirencester, Tetbury, Fairford, Moreton in Marsh, Bourton on the Water; ~Cotswolds=the cotswolds: Cirencester, Tetbury, Fairford, Moreton in Marsh, Bourton on the Water, Chipping Norton; Forest of Dean: Coleford, Cinderford, Lydney, Newent; South Gloucestershire=south glos: Yate, Thornbury, Chipping Sodbury, Kingswood, Mangotsfield, Stoke Gifford
Hampshire| Basingstoke and Deane: Basingstoke, Tadley, Kingsclere, Overton; East Hampshire: Alton, Petersfield, Bordon, Liphook, Liss, Four Marks; Hart: Fleet, Yateley, Hook, Hartley Wintney, Odiham; New Forest: Lymington, Ringwood, New Milton, Totton, Hythe, Fordingbridge, Brockenhurst, Milford on Sea, Marchwood; Rushmoor: Aldershot, Farnborough; Test Valley: Andover, Romsey, North Baddesley
Hertfordshire| Dacorum: Hemel Hempstead, Berkhamsted, Tring, Kings Langley, Bovingdon; East Hertfordshire=east herts: Bishops Stortford, Hertford, Ware, Sawbridgeworth, Buntingford; Hertsmere: Borehamwood, Bushey, Potters Bar, Radlett, Shenley; North Hertfordshire=north herts: Hitchin, Letchworth Garden City, Baldock, Royston, Knebworth; Three Rivers: Rickmansworth, Abbots Langley, Chorleywood; Welwyn Hatfield: Welwyn Garden City, Hatfield, Welwyn, Cuffley
Kent| Folkestone and Hythe=shepway: Folkestone, Hythe, New Romney, Hawkinge, Lydd, Dymchurch; Gravesham: Gravesend; Medway=medway towns: Gillingham, Chatham, Rochester, Strood, Rainham, Hoo; Swale: Sittingbourne, Faversham, Sheerness, Queenborough, Leysdown-on-Sea; Thanet: Margate, Ramsgate, Broadstairs, Birchington-on-Sea, Westgate on Sea; Tonbridge and Malling: Tonbridge, Snodland, Larkfield, Borough Green, Aylesford; ~Ebbsfleet: Dartford, Swanscombe, Greenhithe
Lancashire| Blackburn with Darwen: Blackburn, Darwen; Hyndburn: Accrington, Great Harwood, Rishton, Clayton le Moors; Pendle: Nelson, Colne, Brierfield, Barnoldswick, Barrowford, Earby; Ribble Valley: Clitheroe, Longridge, Whalley; South Ribble: Leyland; West Lancashire=west lancs: Ormskirk, Skelmersdale, Burscough, Tarleton, Parbold; Wyre: Fleetwood, Poulton-le-Fylde, Thornton-Cleveleys, Cleveleys, Garstang, Preesall
Leicestershire| Charnwood: Loughborough, Shepshed, Syston, Mountsorrel, Sileby, Anstey, Quorndon, Rothley, Barrow upon Soar; Harborough: Market Harborough, Lutterworth, Broughton Astley, Fleckney; Hinckley and Bosworth: Hinckley, Earl Shilton, Markfield, Ratby; Melton: Melton Mowbray, Bottesford; North West Leicestershire: Coalville, Ashby-de-la-Zouch, Castle Donington, Measham, Ibstock, Kegworth; Oadby and Wigston: Oadby, Wigston Magna
Lincolnshire| East Lindsey: Skegness, Louth, Mablethorpe, Horncastle, Alford, Spilsby, Coningsby; North East Lincolnshire=north east lincs|ne lincolnshire: Grimsby, Cleethorpes, Immingham, Humberston, Waltham; North Kesteven: Sleaford, Ruskington, Heckington, Waddington, Branston; North Lincolnshire=north lincs: Scunthorpe, Barton upon Humber, Brigg, Epworth, Winterton, Crowle; South Holland: Spalding, Holbeach, Crowland, Sutton Bridge; South Kesteven: Grantham, Stamford, Bourne, Market Deeping; West Lindsey: Gainsborough, Market Rasen, Nettleham, Saxilby
Merseyside| Knowsley: Huyton, Kirkby, Prescot; Sefton: Southport, Bootle, Crosby, Maghull, Formby, Litherland; ~Wirral=the wirral: Birkenhead, Wallasey, Bebington, Heswall, Hoylake, West Kirby, Bromborough, Greasby, Moreton, Prenton
Norfolk| Breckland: Thetford, East Dereham, Attleborough, Swaffham, Watton; Broadland: Aylsham, Brundall, Horsford, Spixworth; King's Lynn and West Norfolk=west norfolk: King's Lynn, Downham Market, Hunstanton, Heacham, Dersingham; North Norfolk: Cromer, North Walsham, Fakenham, Sheringham, Stalham, Holt; South Norfolk: Diss, Harleston, Hethersett, Long Stratton, Poringland, Loddon
North Yorkshire| Craven: Skipton, Settle, Cross Hills, Glusburn; Hambleton: Northallerton, Thirsk, Bedale, Easingwold, Stokesley, Great Ayton; Richmondshire: Richmond, Catterick Garrison, Catterick; Ryedale: Malton, Pickering, Norton
Northamptonshire| North Northamptonshire=north northants: Kettering, Corby, Wellingborough, Rushden, Desborough, Raunds, Irthlingborough, Oundle, Burton Latimer, Thrapston, Higham Ferrers; West Northamptonshire=west northants: Northampton, Daventry, Brackley, Towcester; East Northamptonshire: Rushden, Raunds, Oundle, Thrapston, Irthlingborough, Higham Ferrers; South Northamptonshire: Brackley, Towcester, Deanshanger
Nottinghamshire| Ashfield: Sutton in Ashfield, Kirkby in Ashfield, Hucknall; Bassetlaw: Worksop, Retford, Bircotes; Broxtowe: Eastwood, Kimberley; Gedling: Arnold, Calverton, Burton Joyce, Ravenshead; Newark and Sherwood: Newark on Trent, Southwell, Edwinstowe, Blidworth; Rushcliffe: West Bridgford, Bingham, Radcliffe on Trent, Cotgrave, Keyworth, Ruddington, East Leake
Oxfordshire| Cherwell: Banbury, Bicester, Kidlington, Bloxham; South Oxfordshire: Didcot, Henley-on-Thames, Thame, Wallingford, Wheatley, Chinnor; Vale of White Horse: Abingdon, Wantage, Faringdon, Grove; West Oxfordshire: Witney, Carterton, Chipping Norton, Eynsham
Shropshire| Telford and Wrekin=telford wrekin: Telford, Wellington, Newport, Oakengates, Hadley
Somerset| Bath and North East Somerset=banes|b&nes: Bath, Keynsham, Midsomer Norton, Radstock, Saltford, Paulton, Peasedown Saint John; North Somerset: Weston-super-Mare, Clevedon, Portishead, Nailsea, Yatton, Long Ashton, Congresbury, Easton-in-Gordano; Sedgemoor: Bridgwater, Burnham-on-Sea, Highbridge, Cheddar; South Somerset: Yeovil, Chard, Crewkerne, Ilminster, Wincanton, Langport, Martock, South Petherton, Castle Cary; Taunton Deane: Taunton
South Yorkshire| ~Dearne Valley: Wath upon Dearne, Bolton upon Dearne, Mexborough, Wombwell
Staffordshire| Cannock Chase: Cannock, Rugeley; East Staffordshire: Burton upon Trent, Uttoxeter; South Staffordshire: Codsall, Wombourn, Penkridge, Great Wyrley, Kinvere, Essington; Staffordshire Moorlands: Leek, Biddulph; ~Potteries=the potteries: Stoke-on-Trent, Newcastle under Lyme
Suffolk| Babergh: Sudbury, Hadleigh, Glemsford; East Suffolk: Lowestoft, Felixstowe, Beccles, Woodbridge, Kesgrave, Leiston, Halesworth, Bungay, Saxmundham, Southwold, Framlingham; Mid Suffolk: Stowmarket, Needham Market, Elmswell; West Suffolk: Bury St Edmunds, Haverhill, Newmarket, Mildenhall, Lakenheath
Surrey| Elmbridge: Esher, Walton-on-Thames, Weybridge, Cobham, East Molesey, West Molesey, Thames Ditton, Hinchley Wood; Epsom and Ewell: Epsom, Ewell; Mole Valley: Dorking, Leatherhead, Ashtead, Great Bookham; Reigate and Banstead: Reigate, Redhill, Banstead, Horley, Tadworth; Runnymede: Egham, Addlestone, Chertsey, Ottershaw; Spelthorne: Staines, Ashford, Sunbury-on-Thames, Shepperton; Surrey Heath: Camberley, Frimley, Bagshot, Lightwater, Windlesham; Tandridge: Caterham, Oxted, Warlingham, Lingfield, Whyteleafe; Waverley: Farnham, Godalming, Haslemere, Cranleigh, Hindhead, Milford
Tyne and Wear| North Tyneside: North Shields, Whitley Bay, Wallsend, Tynemouth, Shiremoor; South Tyneside: South Shields, Jarrow, Hebburn, East Boldon, The Boldons; ~Tyneside: Newcastle upon Tyne, Gateshead, North Shields, South Shields, Whitley Bay, Wallsend, Tynemouth, Jarrow, Hebburn; ~Wearside: Sunderland, Washington, Houghton-Le-Spring
Greater Manchester| Tameside: Ashton-under-Lyne, Stalybridge, Hyde, Denton, Dukinfield, Droylsden, Mossley; Trafford: Stretford, Altrincham, Sale, Urmston, Timperley, Partington, Trafford Park
Warwickshire| North Warwickshire: Atherstone, Polesworth, Kingsbury, Water Orton; Nuneaton and Bedworth: Nuneaton, Bedworth; Stratford-on-Avon: Stratford-upon-Avon, Alcester, Southam, Shipston on Stour, Studley, Wellesbourne, Bidford-on-Avon
West Midlands| ~Black Country=the black country: Dudley, Walsall, West Bromwich, Wolverhampton, Stourbridge, Halesowen, Oldbury, Smethwick, Tipton, Bilston, Wednesbury, Willenhall, Bloxwich, Cradley Heath, Brierley Hill; Sandwell: West Bromwich, Oldbury, Smethwick, Tipton, Wednesbury, Blackheath, Cradley Heath
West Sussex| Adur: Shoreham-by-Sea, Lancing; Arun: Bognor Regis, Littlehampton, Arundel, Rustington; Mid Sussex: Haywards Heath, Burgess Hill, East Grinstead, Hurstpierpoint, Hassocks, Cuckfield
West Yorkshire| Calderdale: Halifax, Brighouse, Elland, Todmorden, Sowerby Bridge, Hebden Bridge, Mytholmroyd, Ripponden, Rastrick; Kirklees: Huddersfield, Dewsbury, Batley, Mirfield, Heckmondwike, Cleckheaton, Liversedge, Meltham, Marsden, Denby Dale, Kirkburton
Worcestershire| Malvern Hills=malvern: Great Malvern, Tenbury Wells; Wychavon: Evesham, Droitwich, Pershore; Wyre Forest: Kidderminster, Stourport-on-Severn, Bewdley
Ayrshire| East Ayrshire: Kilmarnock, Cumnock, Stewarton, Galston, Mauchline, Auchinleck, Darvel; North Ayrshire: Irvine, Kilwinning, Saltcoats, Largs, Ardrossan, Stevenston, Kilbirnie, Beith, Dalry, West Kilbride, Isle of Arran; South Ayrshire: Ayr, Prestwick, Troon, Girvan, Maybole
Dunbartonshire| East Dunbartonshire: Bearsden, Bishopbriggs, Kirkintilloch, Milngavie, Lenzie; West Dunbartonshire: Clydebank, Dumbarton, Vale of Leven, Alexandria, Bonhill, Old Kilpatrick
Lanarkshire| North Lanarkshire: Airdrie, Coatbridge, Cumbernauld, Motherwell, Wishaw, Bellshill, Kilsyth, Shotts, Viewpark, Chapelhall; South Lanarkshire: East Kilbride, Hamilton, Rutherglen, Cambuslang, Blantyre, Larkhall, Carluke, Lanark, Bothwell, Uddingston, Strathaven
Lothian| East Lothian: Musselburgh, Tranent, Haddington, Prestonpans, Dunbar, North Berwick, Cockenzie; Midlothian: Dalkeith, Bonnyrigg, Penicuik, Loanhead, Gorebridge, Mayfield; West Lothian: Livingston, Bathgate, Broxburn, Linlithgow, Armadale, Whitburn, Fauldhouse, East Calder, Mid Calder, West Calder, Blackburn
Renfrewshire| East Renfrewshire: Newton Mearns, Barrhead, Giffnock, Clarkston, Thornliebank, Neilston, Busby, Eaglesham; Inverclyde: Greenock, Port Glasgow, Gourock, Kilmacolm, Inverkip
Stirling and Falkirk| Clackmannanshire: Alloa, Tullibody, Tillicoultry, Alva, Clackmannan
County Antrim| Antrim and Newtownabbey: Antrim, Newtownabbey, Ballyclare, Randalstown; Mid and East Antrim: Ballymena, Carrickfergus, Larne; Lisburn and Castlereagh: Lisburn, Castlereagh, Carryduff
County Armagh| Armagh City, Banbridge and Craigavon=armagh banbridge and craigavon: Armagh, Craigavon, Portadown, Banbridge
County Down| Ards and North Down=north down: Bangor, Newtownards, Holywood, Comber, Donaghadee; Newry, Mourne and Down: Newry, Downpatrick, Kilkeel, Warrenpoint, Newcastle
County Londonderry| Causeway Coast and Glens=causeway coast: Coleraine, Limavady, Portrush, Portstewart, Ballymoney, Ballycastle; Derry City and Strabane=derry and strabane: Derry, Strabane; Mid Ulster: Magherafelt, Cookstown, Dungannon, Coalisland
County Tyrone| Fermanagh and Omagh: Omagh, Enniskillen`;

export const GB_DISTRICTS: readonly DistrictEntry[] = DISTRICTS.trim()
  .split('\n')
  .flatMap((line) => {
    const [holder, list] = splitOnce(line, '| ');
    return list.split('; ').map((item) => {
      const [names, towns] = splitOnce(item, ': ');
      const [marked, aliases] = splitOnce(names, '=');
      const name = marked.replace('~', '');
      return {
        name,
        holder,
        official: name === marked,
        aliases: aliases.split('|').filter(Boolean),
        towns: towns.split(', '),
      };
    });
  });

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
