/**
 * The price of a house in a text, in dollars. Of several amounts the one that is called the price now; else the largest that is not
 * called something else, such as a deposit. Null where there is none: rents, payments and fees are no prices.
 */
export function priceInText(text: string): number | null {
  const amounts = amountsIn(text).filter(({ price, worth }) => worth >= 0 || price >= leastNamedOtherwise)
  const [best] = amounts.toSorted((one, other) => other.worth - one.worth || other.price - one.price)
  return best?.price ?? null
}

/** "Reduced $489,900" may be a price, "HOA $12,000" is none. */
const leastNamedOtherwise = 100_000

type Amount = { price: number; worth: number }

const amount =
  /\$\s?(\d[\d,]*(?:\.\d+)?)\s?(million|mm?|thousand|k)?\b(?!\s?(?:\/\s?(?:mo|sq|ft)|per\b|a month|monthly))/gi

function amountsIn(text: string): Amount[] {
  const found = [...text.matchAll(amount)]
  return found.flatMap((match, index) => {
    const [whole, digits = '', unit = ''] = match
    const factor = unit === '' ? 1 : /^[tk]/i.test(unit) ? 1000 : 1_000_000
    const price = Math.round(Number(digits.replaceAll(',', '')) * factor)
    if (price < 10_000 || price > 1_000_000_000) return []
    const end = match.index + whole.length
    const before = found[index - 1]
    const start = before === undefined ? 0 : before.index + before[0].length
    return [
      {
        price,
        worth: worthOf(
          text.slice(start, match.index),
          text.slice(end, found[index + 1]?.index),
          found[index + 1] !== undefined,
        ),
      },
    ]
  })
}

/** What an amount is called by the last such word before it, else by what follows it: "$12,000 HOA". */
function worthOf(before: string, after: string, isAmountNext: boolean): number {
  const clause =
    before
      .slice(-40)
      .split(/[.!?;\n]/)
      .at(-1) ?? ''
  const [word] = [...clause.matchAll(names)].slice(-1)
  if (word !== undefined) return word[1] !== undefined ? 2 : word[2] !== undefined ? 1 : -1
  const [next = '', ...others] = after.slice(0, 20).split(/[,.!?;:()\n]/)
  // In "$489,900 reduced by $15,000" the words are about the other amount.
  const isOfNext = isAmountNext && others.length === 0 && after.length <= 20
  return !isOfNext && othersBehind.test(next) ? -1 : 0
}

const names =
  /\b(?:(now|asking|asks?|(?:reduced|cut|dropped|lowered|down) to)|(list(?:ed|ing)?(?: price)?|price(?! (?:cut|drop|reduc))|offered|for sale)|(?:cut|reduced|reduction|drop(?:ped)?|lowered|down|off|was|originally|from|hoa|dues|tax(?:es)?|deposit|fees?|earnest|credit|rent|closing|assessed|payment))\b/gi

const othersBehind =
  /^\W*(?:(?:price|annual|yearly|earnest|money|in|of|a year|closing)\W+)*(?:cut|reduction|drop|off|less|down|hoa|dues|tax(?:es)?|deposit|fees?|earnest|credit|rent|costs)\b/i
