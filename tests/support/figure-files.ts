/** Tables of exposure figures as agents have them. */
const lines = (...some: string[]) => some.join('\r\n')

/** Daily figures for two listings of `resoHomes`, and for a home without a listing. */
export const figuresOfTwoHomes = lines(
  'Address,City,Site,Date,Views,Favorites,Shares',
  '"812 OAK RIDGE LANE #4B",Folsom,Zillow.com,11/19/2026,"1,204",17,4',
  '"812 OAK RIDGE LANE #4B",Folsom,Zillow.com,11/20/2026,980,12,1',
  '"1500 River Bend Drive",Folsom,Redfin,11/20/2026,80,–,',
  '9 Nowhere Rd,Folsom,Redfin,11/20/2026,80,4,',
)

/** Different figures for a day of `figuresOfTwoHomes`. */
export const newerFigures = lines(
  'Address,City,Site,Date,Views,Favorites,Shares',
  '"812 Oak Ridge Ln, Unit 4B",Folsom,Zillow,11/20/2026,991,13,1',
  '"812 Oak Ridge Ln, Unit 4B",Folsom,Zillow,11/21/2026,640,9,1',
)
