/**
 * Tables of homes as listing services and portals write them. The column names are those of the RESO Data Dictionary 2.0
 * (ddwiki.reso.org; the first two), of screens from which agents export, and of Redfin's "Download All".
 */
const lines = (...some: string[]) => some.join('\r\n')

export const resoHomes = lines(
  'ListingKey,ListingId,StandardStatus,ListPrice,ListingContractDate,UnparsedAddress,City,StateOrProvince,PostalCode,UnitNumber,PropertyType,PropertySubType,BedroomsTotal,BathroomsTotalInteger,BathroomsFull,BathroomsHalf,LivingArea,LotSizeSquareFeet,LotSizeAcres,YearBuilt,GarageSpaces,Latitude,Longitude,PublicRemarks',
  '1001,ML8123,Active,525000,2026-10-02,"812 Oak Ridge Ln, Unit 4B, Folsom, CA 95630",Folsom,CA,95630,4B,Residential,Condominium,2,3,2,1,1240,,,1998,1,38.67,-121.15,"Bright corner home, near the lake"',
  '1002,ML8124,Active Under Contract,699000,2026-09-14,"1500 River Bend Dr, Folsom, CA 95630",Folsom,CA,95630,,Residential,Single Family Residence,4,2,2,0,2210,10890,,2005,2,38.68,-121.14,',
  '1003,ML8125,Expired,450000,2026-01-05,"77 Elm Ct, Folsom, CA 95630",Folsom,CA,95630,,Residential,Single Family Residence,3,2,2,0,1480,,0.18,1988,2,,,Needs a new roof',
  '',
)

export const resoParts = lines(
  'ListPrice,StreetNumber,StreetDirPrefix,StreetName,StreetSuffix,StreetDirSuffix,UnitNumber,City,StateOrProvince,PostalCode,BedroomsTotal,BathroomsTotalInteger,LotSizeArea,LotSizeUnits,PropertySubType',
  '410000,100,N,Main,St,,4A,Salem,OR,97301,2,1,,,Condominium',
  '415000,100,N,Main,St,,5C,Salem,OR,97301,2,1,,,Condominium',
  '615000,2210,,Commercial,St,SE,,Salem,OR,97302,4,2,8712,Square Feet,Single Family Residence',
  '',
)

export const agentScreen = lines(
  'MLS #,Status,Address,City,State,Zip,Bd,Baths,SqFt,Yr Blt,Gar,Lot Sz (ac),Current Price,List Date',
  '225001,Closed,"9 Harbor Rd, #2",Salem,OR,97301,3,2 (1 1),"1,420",1961,1,0.25,"$389,000",3/14/2026',
  '225002,Pending,44 Vine Way,Salem,OR,97301,4,3 (2 0 1 0),"2,100",1999,2,0.2,"$549,500",8/2/2026',
  '',
)

export const redfinHomes = lines(
  'SALE TYPE,PROPERTY TYPE,ADDRESS,CITY,STATE OR PROVINCE,ZIP OR POSTAL CODE,PRICE,BEDS,BATHS,LOCATION,SQUARE FEET,LOT SIZE,YEAR BUILT,DAYS ON MARKET,STATUS,LATITUDE,LONGITUDE',
  'MLS Listing,Single Family Residential,31 Cedar Hill Rd,Salem,OR,97304,515000,3,2.5,West Salem,1890,7405,1994,12,Active,44.95,-123.09',
  '',
)

export const condos = lines(
  'Address,Unit,City,State,Zip,Price',
  '100 Main St,4A,Salem,OR,97301,280000',
  '100 Main St,4B,Salem,OR,97301,290000',
  '100 Main St,#5C,Salem,OR,97301,300000',
  '',
)

export const decimalCommas = lines(
  'street;city;state;zip;beds;baths;sqft;price',
  '1 A St;Folsom;CA;95630;3;2,5;1.420;410.000',
  '2 A St;Folsom;CA;95630;4;2;2.100;510.000',
  '',
)
