import type { NewProperty } from '#core/contract/property.ts'
import { normalizeHeading } from './table-format.ts'

/** A property's field that a column can fill; the import itself sets the two excluded fields. */
export type PropertyField = Exclude<keyof NewProperty, 'location_source' | 'is_private'>

const labelsByMeaning = {
  unused: 'Not used',
  address: 'Street address',
  whole_address: 'Address with city, state and ZIP',
  street_number: 'Street number',
  street_direction: 'Direction before the street (N, SW)',
  street_name: 'Street name',
  street_suffix: 'Street, avenue, drive',
  street_end: 'Direction after the street',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP code',
  price: 'Price',
  status: 'Status',
  description: 'Description',
  listed_on: 'Listed on',
  mls_number: 'MLS number',
  bedrooms: 'Bedrooms',
  bathrooms: 'Bathrooms',
  full_baths: 'Full baths',
  three_quarter_baths: 'Three-quarter baths',
  half_baths: 'Half baths',
  quarter_baths: 'Quarter baths',
  square_feet: 'Square feet',
  area_units: 'Unit of the area',
  lot_size: 'Lot size, in acres or square feet',
  lot_acres: 'Lot size in acres',
  lot_square_feet: 'Lot size in square feet',
  lot_units: 'Unit of the lot size',
  year_built: 'Year built',
  garage_spaces: 'Garage spaces',
  property_type: 'Type',
  property_sub_type: 'Kind of home',
  latitude: 'Latitude',
  longitude: 'Longitude',
} as const

export type HomeMeaning = keyof typeof labelsByMeaning

/** The label of each meaning; the agent chooses one for each column. */
export const homeMeanings: Readonly<Record<string, string>> = labelsByMeaning

/** Headings of catalogs, listing services and portals, separated by spaces and written as `normalizeHeading` returns them. */
const headingsByMeaning: Partial<Record<HomeMeaning, string>> = {
  address: 'address street streetaddress address1 addressline1 propertyaddress',
  whole_address: 'unparsedaddress fulladdress',
  street_number: 'streetnumber streetnumbernumeric stnumber housenumber street# stno houseno',
  street_direction:
    'streetdirprefix streetdirectionprefix streetdir streetdirection compass stdirpfx stdirprefix directionalprefix predirectional predirection predir stdir dirprefix directionprefix direction',
  street_name: 'streetname stname',
  street_suffix: 'streetsuffix streettype stsuffix',
  street_end:
    'streetdirsuffix streetdirectionsuffix stdirsfx stdirsuffix directionalsuffix postdirectional postdirection postdir dirsuffix directionsuffix',
  unit: 'unit unitnumber unit# unitno apt aptnumber suite apt# address2 addressline2',
  city: 'city town municipality locality postalcity citytowncode citytown cityname',
  state: 'state province region statecode stateorprovince stateprovince',
  zip_code: 'zip zipcode postalcode postcode zip5 ziporpostalcode zippostalcode',
  price: 'price listprice listingprice currentprice lp saleprice askingprice amount closeprice',
  status: 'standardstatus status mlsstatus listingstatus',
  description: 'publicremarks description remarks listingdescription marketingremarks',
  listed_on: 'listingcontractdate listdate listeddate listingdate onmarketdate datelisted ld',
  mls_number: 'listingid mls# mlsnumber mlsno ml# mlsid listingnumber listnumber mlnum mlsnum mls',
  bedrooms:
    'bedrooms beds bed bedroom br bd bdrms bedroomstotal totalbedrooms #bedrooms #beds numberofbedrooms bedstotal totalbeds',
  bathrooms:
    'bathrooms baths bath bathroom ba bathroomstotal bathroomstotaldecimal bathroomstotalinteger totalbaths bathstotal totalbathrooms #bathrooms #baths numberofbathrooms',
  full_baths: 'bathroomsfull fullbaths bathsfull fullbathrooms #fullbaths totalfullbaths',
  three_quarter_baths:
    'bathroomsthreequarter threequarterbaths threequarterbathrooms bathsthreequarter 34baths 34bath 34bathrooms baths34 3quarterbaths',
  half_baths:
    'bathroomshalf halfbaths bathshalf bathroomspartial halfbathrooms partialbaths #halfbaths 12baths 12bath 12bathrooms baths12 totalhalfbaths bathspartial',
  quarter_baths: 'bathroomsonequarter quarterbaths onequarterbaths bathsonequarter 14baths baths14',
  square_feet:
    'squarefeet squarefootage sqft livingarea livingareasqft buildingareatotal approxsqft squarefootagetotal totalsquarefeet totalsqft approximatesqft approxsquarefeet buildingsqft heatedsqft area ft2 ft²',
  area_units: 'livingareaunits livingareaunit areaunits areaunit buildingareaunits',
  lot_acres: 'approxlotacres lotsizeacreage lotsizeacres lotacres lotszac lotsizeac acres acreage',
  lot_square_feet:
    'approxlotsqft lotsquarefootage lotsquarefeet lotsizesquarefeet lotsqft lotsizesqft lotszsqft lotsizesf lotsizeft2',
  lot_size: 'lotsize lotsizearea lotsz lot',
  lot_units: 'lotsizeunits lotsizeunit',
  year_built: 'yearbuilt year built yrbuilt yrblt yb',
  garage_spaces: 'garagespaces garage garages gar parkingspaces garagecars',
  property_type: 'propertytype type hometype buildingtype',
  property_sub_type: 'propertysubtype subtype homestyle',
  latitude: 'latitude lat geolat geolatitude',
  longitude: 'longitude lon lng long geolon geolong geolng geolongitude',
}

/** The position of the column with each meaning, counted from 0. */
export type HomeColumns = Partial<Record<HomeMeaning, number>>

/** Finds columns by the known headings, or by those in `named`: `{ address: 'Site street' }`. */
export function homeColumns(
  headings: readonly string[],
  named: Partial<Record<PropertyField, string>> = {},
): HomeColumns {
  const plain = headings.map(normalizeHeading)
  const columns: HomeColumns = {}
  for (const [meaning, known] of Object.entries(headingsByMeaning) as [HomeMeaning, string][]) {
    const wanted = (named as Partial<Record<HomeMeaning, string>>)[meaning]
    const names = wanted === undefined ? known.split(' ') : [normalizeHeading(wanted)]
    const position = names.map((name) => plain.indexOf(name)).find((index) => index >= 0)
    if (position !== undefined) columns[meaning] = position
  }
  return columns
}

export function missingFields(columns: HomeColumns): PropertyField[] {
  if (columns.whole_address !== undefined) return []
  const hasStreet = columns.address !== undefined || columns.street_name !== undefined
  const needed = (['city', 'state', 'zip_code'] as const).filter((field) => columns[field] === undefined)
  return hasStreet ? needed : ['address', ...needed]
}
