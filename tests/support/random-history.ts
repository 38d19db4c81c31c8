import type { Chance } from '#base/prng.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { FundingColumns, MarketHistory, Stretch, SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { START } from './market.ts';

const FUNDING_EVERY = 480;

/** A symbol and the price it begins at, in ticks. */
export interface RandomSymbol {
  readonly symbol: string;
  readonly start: number;
}

/** Random minutes of several symbols: walks with jumps, calm and wild stretches, funding, and minutes without a market. */
export function randomHistory(dice: Chance, symbols: readonly RandomSymbol[], minutes: number): MarketHistory {
  return {
    start: START,
    minutes,
    symbols: new Map(symbols.map(({ symbol, start }) => [symbol, randomSymbol(dice, start, minutes)])),
  };
}

function randomSymbol(dice: Chance, start: number, minutes: number): SymbolHistory {
  const frozen = dice.next() < 0.4 ? randomStretches(dice, minutes) : [];
  const columns = randomWalk(dice, { start, minutes, frozen });
  return { columns, index: skipIndexOf(columns), funding: randomFunding(dice, minutes), frozen };
}

function randomStretches(dice: Chance, minutes: number): Stretch[] {
  const stretches: Stretch[] = [];
  let from = dice.between(1, 3_000);
  while (from < minutes && stretches.length < 5) {
    const to = Math.min(minutes, from + dice.pick([1, 3, 40, 600]));
    stretches.push({ from, to });
    from = to + dice.between(1, 4_000);
  }
  return stretches;
}

/** How far a minute's prices move, as a share; a regime lasts for some hours. */
const VOLATILITIES = [0.000_05, 0.000_2, 0.000_5, 0.001, 0.003] as const;

function randomWalk(
  dice: Chance,
  { start, minutes, frozen }: { start: number; minutes: number; frozen: readonly Stretch[] },
): CandleColumns {
  const column = () => new Int32Array(minutes);
  const columns = { start: START, open: column(), high: column(), low: column(), close: column(), volume: column() };
  const volume = dice.pick([3_000, 30_000, 10_000_000]);
  let [price, volatility, drift, regimeEnd, place] = [start, 0.001, 0, 0, 0];
  const moved = (from: number): number =>
    Math.max(50, Math.round(from * (1 + (dice.next() * 2 - 1) * volatility + drift)));
  for (let minute = 0; minute < minutes; minute += 1) {
    if (minute >= regimeEnd) {
      volatility = dice.pick(VOLATILITIES);
      drift = (dice.next() - 0.5) * volatility * 0.2;
      regimeEnd = minute + dice.between(20, 900);
    }
    while ((frozen[place]?.to ?? minutes) <= minute) place += 1;
    const isFrozen = (frozen[place]?.from ?? minutes) <= minute;
    const open = !isFrozen && dice.next() < 0.01 ? moved(moved(moved(price))) : price;
    const [extreme, close] = isFrozen ? [open, open] : [moved(open), moved(open)];
    const reach = isFrozen ? 0 : Math.floor(dice.next() * volatility * price);
    columns.open[minute] = open;
    columns.high[minute] = Math.max(open, extreme, close) + reach;
    columns.low[minute] = Math.max(1, Math.min(open, extreme, close) - reach);
    columns.close[minute] = close;
    columns.volume[minute] = isFrozen ? 0 : Math.floor(volume * dice.next());
    price = close;
  }
  return columns;
}

function randomFunding(dice: Chance, minutes: number): FundingColumns {
  const settled: number[] = [];
  for (let minute = dice.between(0, FUNDING_EVERY); minute < minutes; ) {
    settled.push(minute);
    minute += dice.next() < 0.1 ? dice.between(1, 200) : FUNDING_EVERY;
  }
  return {
    minute: Int32Array.from(settled),
    rate: Int32Array.from(settled, () => (dice.next() < 0.1 ? 0 : dice.between(-40_000, 60_000))),
  };
}
