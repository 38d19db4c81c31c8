import type { Chance } from '#base/prng.ts';
import { BAR_INPUTS, type BarInput } from '#engine/indicators/bar-input.ts';
import type { Indicator } from '#engine/indicators/indicator.ts';
import { paramSpecsOf, parseIndicatorParams } from '#engine/indicators/parse-params.ts';

const DAY_MS = 86_400_000;

/**
 * Random bars with every input that there is: a price that wanders and jumps.
 * @param mood - whether it stands still now and then, with bars without volume, over which some formulas have no value
 */
export function randomBars(
  dice: Chance,
  length: number,
  { barMs, mood }: { readonly barMs: number; readonly mood: 'lively' | 'with pauses' },
): Record<BarInput, Float64Array> {
  const columns = Object.fromEntries(BAR_INPUTS.map((name) => [name, new Float64Array(length)])) as Record<
    BarInput,
    Float64Array
  >;
  const start = Date.UTC(2025, 0, 1) + dice.between(0, 30) * DAY_MS + dice.between(0, 23) * 3_600_000;
  let [close, btc] = [10 ** dice.between(-4, 5) * (1 + dice.next()), 60_000];
  const size = 0.0005 * 10 ** (dice.next() * 1.5);
  for (let bar = 0; bar < length; bar += 1) {
    const isStill = mood === 'with pauses' && dice.next() < 0.06;
    const open = close;
    close = isStill ? open : open * (1 + (dice.next() - 0.5) * size * (dice.next() < 0.02 ? 10 : 2));
    btc *= 1 + (dice.next() - 0.5) * 0.01;
    const reach = isStill ? 0 : dice.next() * size * open;
    const volume = isStill ? 0 : dice.next() * 1_000 + 1;
    const row: Record<BarInput, number> = {
      time: start + bar * barMs,
      open,
      high: Math.max(open, close) + reach,
      low: Math.min(open, close) - reach * dice.next(),
      close,
      volume,
      taker_buy_volume: volume * dice.next(),
      funding_rate: (dice.next() - 0.4) * 0.001,
      predicted_funding_rate: (dice.next() - 0.4) * 0.001,
      open_interest: 1_000 + dice.next() * 100,
      mark: close * (1 + (dice.next() - 0.5) * 0.001),
      index: close * (1 + (dice.next() - 0.5) * 0.001),
      btc_close: btc,
      position_direction: dice.between(-1, 1),
      average_price: open,
      levels_filled: dice.between(0, 5),
      bars_in_position: dice.between(0, 50),
      bars_since_exit: dice.between(0, 50),
    };
    for (const name of BAR_INPUTS) columns[name][bar] = row[name];
  }
  return columns;
}

/** The bars from one index up to, but not including, another. */
export function cutBars<N extends string>(
  columns: Readonly<Record<N, Float64Array>>,
  from: number,
  to?: number,
): Record<N, Float64Array> {
  const names = Object.keys(columns) as N[]; // TypeScript loses the type of the keys.
  return Object.fromEntries(names.map((name) => [name, columns[name].slice(from, to)])) as Record<N, Float64Array>;
}

/** Random parameters that are allowed, lengths from `barsMin` up to `barsMax`. */
export function randomParams(dice: Chance, indicator: Indicator, barsMax: number, barsMin = 1) {
  for (;;) {
    const given = Object.entries(paramSpecsOf(indicator)).map(([name, spec]) => {
      if (spec.kind === 'choice') return [name, dice.pick(spec.allowed)];
      if (spec.kind === 'factor') return [name, spec.min + dice.next() * (spec.max - spec.min)];
      return [
        name,
        name === 'offset' ? dice.between(0, 3) : dice.between(Math.max(spec.min, barsMin), Math.min(spec.max, barsMax)),
      ];
    });
    const parsed = parseIndicatorParams(indicator, Object.fromEntries(given));
    if (parsed.kind === 'parsed') return parsed.params; // Otherwise two of them conflict: throw again.
  }
}
