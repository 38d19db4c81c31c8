/**
 * The bars that no nearer bar has surpassed, as seen from the bar before them, while bars are added from the last to the
 * first: the prices grow with the distance. `sign` is 1 for highs, −1 for lows.
 */
export class RecordStack {
  readonly #values: Int32Array;
  readonly #sign: 1 | -1;
  /** The farthest bar first. */
  readonly #bars: Int32Array;
  #size = 0;

  constructor(values: Int32Array, sign: 1 | -1) {
    this.#values = values;
    this.#sign = sign;
    this.#bars = new Int32Array(values.length);
  }

  /** Adds the bar before all that were added. */
  add(bar: number): void {
    const value = this.#sign * (this.#values[bar] ?? 0);
    while (this.#size > 0 && this.#valueAt(this.#size - 1) <= value) this.#size -= 1;
    this.#bars[this.#size] = bar;
    this.#size += 1;
  }

  /** The nearest bar whose price reaches a target; null when none does. */
  firstAt(target: number): number | null {
    const needed = this.#sign * target;
    const place = this.#lastPlace((at) => this.#valueAt(at) >= needed);
    return place === null ? null : (this.#bars[place] ?? null);
  }

  /** The farthest price of all bars up to and including one; null when there are none. */
  extremeUntil(bar: number): number | null {
    // Places grow towards the near bars, so the first place that is not beyond the bar follows the last that is.
    const beyond = this.#lastPlace((at) => (this.#bars[at] ?? 0) > bar);
    const place = beyond === null ? 0 : beyond + 1;
    return place < this.#size ? this.#sign * this.#valueAt(place) : null;
  }

  #valueAt(place: number): number {
    return this.#sign * (this.#values[this.#bars[place] ?? 0] ?? 0);
  }

  /** The last place that fulfils a condition which holds up to some place and not after it. */
  #lastPlace(holds: (place: number) => boolean): number | null {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(middle)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? null : low - 1;
  }
}
