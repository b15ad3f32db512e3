/**
 * Labels of dynamic programming in typed arrays: millions of objects would keep the garbage collector busy. Each state
 * has a list of labels of which none is better than another. A sequence of up to fifteen stops is packed, four bits a
 * stop, into two numbers that compare as the sequences do.
 */
export class LabelPool {
  private readonly heads: Int32Array
  private count = 0
  private nexts = new Int32Array(1 << 12)
  private times = new Int32Array(1 << 12)
  private drives = new Int32Array(1 << 12)
  private highs = new Int32Array(1 << 12)
  private lows = new Uint32Array(1 << 12)

  constructor(states: number) {
    this.heads = new Int32Array(states).fill(-1)
  }

  /** The first label of a state, −1 when there is none. */
  first(state: number): number {
    return this.heads[state] ?? -1
  }

  next(label: number): number {
    return this.nexts[label] ?? -1
  }

  time(label: number): number {
    return this.times[label] ?? 0
  }

  drive(label: number): number {
    return this.drives[label] ?? 0
  }

  high(label: number): number {
    return this.highs[label] ?? 0
  }

  low(label: number): number {
    return this.lows[label] ?? 0
  }

  /** Adds a label unless one of the state is as good in everything; removes those that it beats. */
  add(state: number, time: number, drive: number, high: number, low: number): void {
    let before = -1
    for (let label = this.first(state); label >= 0; label = this.next(label)) {
      const timeDifference = time - this.time(label)
      const driveDifference = drive - this.drive(label)
      // Of equal driving both are kept, where the later one has the smaller sequence: waiting may make up for the time.
      const order = driveDifference === 0 ? high - this.high(label) || low - this.low(label) : 0
      if (timeDifference >= 0 && driveDifference >= 0 && order >= 0) return
      if (timeDifference <= 0 && driveDifference <= 0 && order <= 0) this.unlink(state, before, label)
      else before = label
    }
    this.append(state, before, time, drive, high, low)
  }

  private unlink(state: number, before: number, label: number): void {
    if (before < 0) this.heads[state] = this.next(label)
    else this.nexts[before] = this.next(label)
  }

  private append(state: number, before: number, time: number, drive: number, high: number, low: number): void {
    const label = this.count
    if (label === this.times.length) this.grow()
    this.count += 1
    this.times[label] = time
    this.drives[label] = drive
    this.highs[label] = high
    this.lows[label] = low
    this.nexts[label] = -1
    if (before < 0) this.heads[state] = label
    else this.nexts[before] = label
  }

  private grow(): void {
    const size = this.times.length * 2
    this.nexts = grown(this.nexts, new Int32Array(size))
    this.times = grown(this.times, new Int32Array(size))
    this.drives = grown(this.drives, new Int32Array(size))
    this.highs = grown(this.highs, new Int32Array(size))
    this.lows = grown(this.lows, new Uint32Array(size))
  }
}

function grown<Numbers extends Int32Array | Uint32Array>(old: Numbers, larger: Numbers): Numbers {
  larger.set(old)
  return larger
}
