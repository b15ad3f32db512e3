import type { NewProperty } from '#core/contract/property.ts'
import { readCatalog } from './read-catalog.ts'

/** Fictional houses in real towns, so that a new agent can create a listing at once (reading R15). */
export function sampleCatalog(): NewProperty[] {
  const catalog = readCatalog(new TextEncoder().encode(sample.replaceAll(' | ', '|')))
  if ('missingColumns' in catalog) throw new Error(`the sample lacks ${catalog.missingColumns.join()}`)
  return catalog.properties
}

const sample = `street | city | state | zip | beds | baths | sqft | acres | year built | garage | price | type | lat | lng
41 Lanternwood Ln | Portland | OR | 97202 | 4 | 2.5 | 1890 | 0.14 | 1980 | 1 | 593000 | Residential | 45.46432 | -122.635703
645 Thistledown Way | Milwaukie | OR | 97222 | 3 | 2.5 | 1560 | 0.14 | 1966 | 1 | 575000 | Residential | 45.428952 | -122.62907
556 Copperkettle Rd | Lake Oswego | OR | 97034 | 2 | 1.5 | 1030 | - | 1940 | 1 | 346000 | Condo | 45.398327 | -122.671234
64 Quillfeather Ct | Beaverton | OR | 97005 | 3 | 2.5 | 1850 | 0.36 | 1925 | 2 | 582000 | Residential | 45.49591 | -122.823488
801 Marrowstone Ave | Portland | OR | 97202 | 6 | 4 | 2940 | 0.4 | 1971 | 3 | 921000 | Multi-Family | 45.471937 | -122.648809
431 Hazelbrook Dr | Milwaukie | OR | 97222 | 3 | 3 | 1700 | 0.29 | 1955 | 3 | 517000 | Residential | 45.463207 | -122.633277
324 Winterpear St | Lake Oswego | OR | 97034 | 3 | 2 | 1650 | 0.12 | 1997 | 1 | 596000 | Residential | 45.415921 | -122.652981
683 Saltmarsh Ln | Beaverton | OR | 97005 | 4 | 2.5 | 2120 | 0.32 | - | 1 | 786000 | Residential | 45.511787 | -122.807036
26 Bellfounder St | Portland | OR | 97202 | 1 | 2 | 730 | - | 1994 | 1 | 222000 | Condo | 45.477432 | -122.629254
895 Cloverfield Rd | Milwaukie | OR | 97222 | 5 | 2 | 2350 | 0.29 | 1939 | 2 | 670000 | Residential | 45.433905 | -122.622362
370 Inkwell Ct | Lake Oswego | OR | 97034 | 6 | 4 | 2930 | 0.31 | 1929 | 3 | 1094000 | Multi-Family | 45.404137 | -122.671388
291 Oxbow Terrace | Beaverton | OR | 97005 | 5 | 2 | 2390 | 0.17 | 1996 | 2 | 648000 | Residential | 45.507244 | -122.818706
695 Pipers Green | Portland | OR | 97202 | 3 | 2.5 | 1620 | 0.34 | 1952 | 2 | 571000 | Residential | 45.48262 | -122.631296
216 Starling Row | Milwaukie | OR | 97222 | 3 | 3 | - | 0.26 | 1962 | 1 | 537000 | Residential | 45.440018 | -122.630376
375 Tamarind Loop | Lake Oswego | OR | 97034 | 1 | 1.5 | 880 | - | 1918 | 1 | 237000 | Condo | 45.399051 | -122.683941
502 Underhill Pl | Beaverton | OR | 97005 | 3 | 2 | 1630 | 0.16 | 1944 | 2 | 557000 | Residential | 45.492966 | -122.821386
531 Velvetleaf Way | Portland | OR | 97202 | 6 | 4 | 2770 | 0.16 | 2007 | 2 | 993000 | Multi-Family | 45.481145 | -122.628318
270 Wrenhouse Ln | Milwaukie | OR | 97222 | 3 | 3 | 1510 | 0.37 | 1915 | 2 | 585000 | Residential | 45.458533 | -122.610152
779 Yarrowdale Ave | Lake Oswego | OR | 97034 | 4 | 2.5 | 2140 | 0.31 | 1976 | 2 | 741000 | Residential | 45.417529 | -122.656464
289 Amberglass Ct | Beaverton | OR | 97005 | 3 | 2.5 | 1850 | 0.19 | 1978 | 3 | 578000 | Residential | 45.475159 | -122.824883
376 Birdcage Walk | Portland | OR | 97202 | 2 | 2 | 1310 | - | 1956 | 1 | 480000 | Condo | 45.490925 | -122.642019
493 Candlemaker Row | Milwaukie | OR | 97222 | 3 | 2 | 1680 | 0.18 | 1938 | 3 | 579000 | Residential | 45.460012 | -122.604383
343 Driftwood Bend | Lake Oswego | OR | 97034 | 6 | 4 | 2790 | 0.45 | 2012 | 2 | 913000 | Multi-Family | 45.400141 | -122.656435
929 Elderflower Dr | Beaverton | OR | 97005 | 3 | 2.5 | 1640 | 0.39 | 1922 | 2 | 476000 | Residential | 45.479082 | -122.819954`
