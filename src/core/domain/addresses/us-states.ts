const names = `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia
FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland
MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey
NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico
RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia
WI Wisconsin|WY Wyoming|GU Guam|VI Virgin Islands|AS American Samoa|MP Northern Mariana Islands`

const codesByName = new Map(
  names.split(/[|\n]/).map((line) => [line.slice(3).toUpperCase(), line.slice(0, 2)] as const),
)

/** "CA" for "California", "CALIFORNIA" and "ca"; other text in capitals. */
export function stateCode(state: string): string {
  const plain = state.replaceAll('.', '').trim().toUpperCase()
  return codesByName.get(plain) ?? plain
}

const codes: ReadonlySet<string> = new Set(codesByName.values())

export function isStateCode(code: string): boolean {
  return codes.has(code)
}
