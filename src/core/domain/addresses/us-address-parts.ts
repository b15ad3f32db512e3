/** USPS Publication 28, appendices B (directionals), C1 (street suffixes) and C2 (units). Each group starts with the short form. */
const suffixLines = `
ALY ALLEY ALLEE ALLY|ANX ANEX ANNEX ANNX|ARC ARCADE|AVE AVENUE AV AVEN AVENU AVN AVNUE|BYU BAYOU BAYOO|BCH BEACH|BND BEND
BLF BLUFF BLUF|BLFS BLUFFS|BTM BOTTOM BOT BOTTM|BLVD BOULEVARD BOUL BOULV BVD|BR BRANCH BRNCH|BRG BRIDGE BRDGE
BRK BROOK|BRKS BROOKS|BYP BYPASS BYPA BYPAS BYPS|CP CAMP CMP|CYN CANYON CANYN CNYN|CPE CAPE|CSWY CAUSEWAY CAUSWA
CTR CENTER CEN CENT CENTR CENTRE CNTER CNTR|CTRS CENTERS|CIR CIRCLE CIRC CIRCL CRCL CRCLE|CIRS CIRCLES|CLF CLIFF|CLFS CLIFFS
CLB CLUB|CMN COMMON|CMNS COMMONS|COR CORNER|CORS CORNERS|CRSE COURSE|CT COURT CRT|CTS COURTS|CV COVE|CVS COVES|CRK CREEK
CRES CRESCENT CRSENT CRSNT|CRST CREST|XING CROSSING CRSSNG|XRD CROSSROAD|XRDS CROSSROADS|CURV CURVE|DL DALE|DM DAM|DV DIVIDE DIV DVD
DR DRIVE DRIV DRV|DRS DRIVES|EST ESTATE|ESTS ESTATES|EXPY EXPRESSWAY EXP EXPR EXPRESS EXPW|EXT EXTENSION EXTN EXTNSN|EXTS EXTENSIONS
FLS FALLS|FRY FERRY FRRY|FLD FIELD|FLDS FIELDS|FLT FLAT|FLTS FLATS|FRD FORD|FRDS FORDS|FRST FOREST FORESTS|FRG FORGE FORG|FRGS FORGES
FRK FORK|FRKS FORKS|FT FORT FRT|FWY FREEWAY FREEWY FRWAY FRWY|GDN GARDEN GARDN GRDEN GRDN|GDNS GARDENS GRDNS|GTWY GATEWAY GATEWY GATWAY GTWAY
GLN GLEN|GLNS GLENS|GRN GREEN|GRNS GREENS|GRV GROVE GROV|GRVS GROVES|HBR HARBOR HARB HARBR HRBOR|HBRS HARBORS|HVN HAVEN|HTS HEIGHTS HT
HWY HIGHWAY HIGHWY HIWAY HIWY HWAY|HL HILL|HLS HILLS|HOLW HOLLOW HLLW HOLLOWS HOLWS|INLT INLET|IS ISLAND ISLND|ISS ISLANDS ISLNDS|ISLE ISLES
JCT JUNCTION JCTION JCTN JUNCTN JUNCTON|JCTS JUNCTIONS JCTNS|KY KEY|KYS KEYS|KNL KNOLL KNOL|KNLS KNOLLS|LK LAKE|LKS LAKES
LNDG LANDING LNDNG|LN LANE|LGT LIGHT|LGTS LIGHTS|LF LOAF|LCK LOCK|LCKS LOCKS|LDG LODGE LDGE LODG|LOOP LOOPS|MNR MANOR|MNRS MANORS
MDW MEADOW|MDWS MEADOWS MEDOWS|ML MILL|MLS MILLS|MSN MISSION MISSN MSSN|MTWY MOTORWAY|MT MOUNT MNT|MTN MOUNTAIN MNTAIN MNTN MOUNTIN MTIN
MTNS MOUNTAINS MNTNS|NCK NECK|ORCH ORCHARD ORCHRD|OVAL OVL|OPAS OVERPASS|PARK PRK|PARKS|PKWY PARKWAY PARKWY PKWAY PKY|PKWYS PARKWAYS
PSGE PASSAGE|PATH PATHS|PIKE PIKES|PNE PINE|PNES PINES|PL PLACE|PLN PLAIN|PLNS PLAINS|PLZ PLAZA PLZA|PT POINT|PTS POINTS|PRT PORT|PRTS PORTS
PR PRAIRIE PRR|RADL RADIAL RAD RADIEL|RNCH RANCH RANCHES RNCHS|RPD RAPID|RPDS RAPIDS|RST REST|RDG RIDGE RDGE|RDGS RIDGES|RIV RIVER RVR RIVR
RD ROAD|RDS ROADS|RTE ROUTE RT|SHL SHOAL|SHLS SHOALS|SHR SHORE SHOAR|SHRS SHORES SHOARS|SKWY SKYWAY|SPG SPRING SPNG SPRNG|SPGS SPRINGS SPNGS SPRNGS
SPUR SPURS|SQ SQUARE SQR SQRE SQU|SQS SQUARES SQRS|STA STATION STATN STN|STRA STRAVENUE STRAV STRAVEN STRAVN STRVN STRVNUE|STRM STREAM STREME
ST STREET STR STRT|STS STREETS|SMT SUMMIT SUMIT SUMITT|TER TERRACE TERR|TRWY THROUGHWAY|TRCE TRACE TRACES|TRAK TRACK TRACKS TRK TRKS
TRFY TRAFFICWAY|TRL TRAIL TRAILS TRLS|TUNL TUNNEL TUNEL TUNLS TUNNELS TUNNL|TPKE TURNPIKE TRNPK TURNPK|UPAS UNDERPASS|UN UNION|UNS UNIONS
VLY VALLEY VALLY VLLY|VLYS VALLEYS|VW VIEW|VWS VIEWS|VLG VILLAGE VILL VILLAG VILLG VILLIAGE|VLGS VILLAGES|VL VILLE|VIS VISTA VIST VST VSTA
WALK WALKS|WAY WY|WAYS|WL WELL|WLS WELLS|FALL|LAND|MALL|MEWS|PASS|ROW|RUE|RUN`

/** From every form of a street suffix to the short form: "AVENUE" to "AVE". */
export const streetSuffixes: ReadonlyMap<string, string> = wordsIn(suffixLines)

/** Words inside a street name that have short forms but are not suffixes, such as "SAINT". */
export const nameWords: ReadonlyMap<string, string> = wordsIn(
  'ST SAINT|STE SAINTE|JR JUNIOR|SR SENIOR|DR DOCTOR|CO COUNTY CNTY',
)

export const directionals: ReadonlyMap<string, string> = wordsIn(
  'N NORTH NO|S SOUTH SO|E EAST|W WEST|NE NORTHEAST|NW NORTHWEST|SE SOUTHEAST|SW SOUTHWEST',
)

/** Words before a unit's number. Those that say nothing more than the number map to '', so that "#4" and "Apt 4" are equal. */
export const unitWords: ReadonlyMap<string, string> = new Map([
  ...(['#', 'APT', 'APARTMENT', 'UNIT', 'STE', 'SUITE', 'NO', 'NUM', 'RM', 'ROOM', 'SPC', 'SPACE', 'LOT'] as const).map(
    (word) => [word, ''] as const,
  ),
  ...(['TRLR', 'TRAILER', 'OFC', 'OFFICE'] as const).map((word) => [word, ''] as const),
  ...wordsIn('BLDG BUILDING BLD|FL FLOOR FLR|PH PENTHOUSE|DEPT DEPARTMENT|HNGR HANGAR|PIER|SLIP|STOP|TOWER TWR'),
])

/** Words for units without a number, such as "BASEMENT". */
export const unitsAlone: ReadonlyMap<string, string> = wordsIn(
  'BSMT BASEMENT|FRNT FRONT|LBBY LOBBY|LOWR LOWER LWR|OFC OFFICE|PH PENTHOUSE|REAR|SIDE|UPPR UPPER UPR',
)

const ones = 'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH'.split(' ')
const teens = 'FOURTEENTH FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH'.split(' ')
const tens = ['TWENT', 'THIRT', 'FORT', 'FIFT', 'SIXT', 'SEVENT', 'EIGHT', 'NINET']

export const ordinalWords: ReadonlyMap<string, number> = new Map([
  ...[...ones, ...teens].map((word, index) => [word, index + 1] as const),
  ...tens.map((word, index) => [`${word}IETH`, (index + 2) * 10] as const),
])

/** "TWENTY" is 20: the first half of "Twenty First". */
export const tensWords: ReadonlyMap<string, number> = new Map(
  tens.map((word, index) => [`${word}Y`, (index + 2) * 10] as const),
)

function wordsIn(lines: string): Map<string, string> {
  const groups = lines.trim().split(/[|\n]/)
  return new Map(
    groups.flatMap((group) => {
      const [short = '', ...others] = group.split(' ')
      return [short, ...others].map((word) => [word, short] as const)
    }),
  )
}

const suffixes: ReadonlySet<string> = new Set(streetSuffixes.values())

/** Splits units off the end of an address's words: "APT 4", "# 4", "BLDG 2 UNIT 5". */
export function takeUnit(words: readonly string[]): { words: string[]; unit: string } {
  const remaining = [...words]
  const units: string[] = []
  for (;;) {
    const last = remaining.at(-1) ?? ''
    const alone = unitAlone(remaining)
    const floor = floorAtEnd(remaining)
    const glued = remaining.length > 2 ? /^(APT|UNIT|STE|BLDG)(\d[\w-]*)$/.exec(last) : null
    const at = remaining.findLastIndex(
      (word, index) => index > 0 && index < remaining.length - 1 && unitWords.has(word),
    )
    if (alone !== undefined) {
      units.unshift(alone)
      remaining.pop()
      // "UNIT REAR"
      if (remaining.length > 2 && unitWords.get(remaining.at(-1)!) === '') remaining.pop()
    } else if (floor !== null) {
      units.unshift(floor)
      remaining.splice(-2)
    } else if (glued !== null) {
      units.unshift(`${unitWords.get(glued[1]!)}${plainUnit([glued[2]!])}`)
      remaining.pop()
    } else if (at > 0 && remaining.slice(at + 1).every(isUnitName)) {
      units.unshift(`${unitWords.get(remaining[at]!)}${plainUnit(remaining.slice(at + 1))}`)
      remaining.splice(at)
      // "APT # 4"
      if (remaining.length > 1 && unitWords.has(remaining.at(-1)!) && floorAtEnd(remaining) === null) remaining.pop()
    } else return { words: remaining, unit: units.join(' ') }
  }
}

/** Returns a unit without a number, if it follows a street with its direction, or "UNIT": REAR in "ELM ST NE REAR". */
function unitAlone(words: readonly string[]): string | undefined {
  const [street = '', direction = '', last = ''] = ['', ...words].slice(-3)
  const before = directionals.has(direction) ? street : direction
  return streetSuffixes.has(before) || unitWords.get(before) === '' ? unitsAlone.get(last) : undefined
}

/** Returns "FL2" for "2ND FLOOR" or "SECOND FL" after a street; null if there is no floor. */
function floorAtEnd(words: readonly string[]): string | null {
  const [before = '', ordinal = '', word = ''] = words.slice(-3)
  if (words.length < 3 || unitWords.get(word) !== 'FL' || (words.length === 3 && directionals.has(before))) return null
  const number = ordinalWords.get(ordinal) ?? /^(\d+)(?:ST|ND|RD|TH)$/.exec(ordinal)?.[1]
  return number === undefined ? null : `FL${number}`
}

function isUnitName(word: string): boolean {
  return /\d/.test(word) || (/^[A-Z]{1,2}$/.test(word) && !suffixes.has(word))
}

/** Returns "4B" for "4-B", "4 B" and "04B", which are the same unit. */
export function plainUnit(words: readonly string[]): string {
  return words
    .join('')
    .replaceAll('-', '')
    .replace(/^0+(?=\w)/, '')
}

const names = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland
MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey
NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico
RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia
WI Wisconsin|WY Wyoming|GU Guam|VI Virgin Islands|AS American Samoa|MP Northern Mariana Islands`

const codesByName = new Map(
  names.split(/[|\n]/).map((line) => [line.slice(3).toUpperCase(), line.slice(0, 2)] as const),
)

/** Returns "CA" for "California", "CALIFORNIA" and "ca"; any other text in capitals. */
export function stateCode(state: string): string {
  const plain = state.replaceAll('.', '').trim().toUpperCase()
  return codesByName.get(plain) ?? plain
}

const codes: ReadonlySet<string> = new Set(codesByName.values())

export function isStateCode(code: string): boolean {
  return codes.has(code)
}
