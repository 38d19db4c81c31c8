import Decimal from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { cash } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { type EquityExtremes, followStretch, newEquityExtremes } from './equity-extremes.ts';

const WALLET = cash(1_000_000_000_000);
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** A walk over the equity of every minute in decimals, with nothing of the product in it. */
function plainExtremes(equities: readonly Decimal[], opens: readonly Decimal[]) {
  let [peak, peakMinute, fall, share] = [new Decimal(cashText(WALLET)), -1, new Decimal(0), new Decimal(0)];
  let found = { peakMinute: -1, troughMinute: -1, recoveredMinute: null as number | null };
  for (const [minute, equity] of equities.entries()) {
    if (equity.gte(peak)) {
      if (share.gt(0) && found.recoveredMinute === null) found = { ...found, recoveredMinute: minute };
      [peak, peakMinute] = [equity, minute];
      continue;
    }
    const down = peak.minus(equity);
    fall = Decimal.max(fall, down);
    if (down.div(peak).lte(share)) continue;
    share = down.div(peak);
    found = { peakMinute, troughMinute: minute, recoveredMinute: null };
  }
  const low = Decimal.min(cashText(WALLET), ...equities);
  return { fall, share: share.toNumber(), low, openLow: Decimal.min(0, ...opens), ...found };
}

/** One or two symbols bought and sold at random, observed stretch by stretch and written down minute by minute. */
function randomRun(dice: Chance, symbols: number) {
  const minutes = dice.pick([17, 300, 4_200, 9_000]);
  const columns = Array.from({ length: symbols }, () =>
    randomColumns(dice, minutes, { volatility: dice.pick([0.0005, 0.003]) }),
  );
  const indexes = columns.map((candles) => skipIndexOf(candles));
  const extremes = newEquityExtremes(WALLET);
  const [equities, opens]: [Decimal[], Decimal[]] = [[], []];
  let [from, realised] = [0, 0];
  while (from < minutes) {
    const to = Math.min(minutes, from + dice.pick([1, 2, 15, 16, 40, 300, 5_000]));
    const perTicks = columns.map(() => dice.pick([0, 1_000_000, -1_000_000, 50_000, -7]));
    realised += dice.between(-2_000_000_000, 2_000_000_000);
    const worth = perTicks.reduce((sum, perTick, leg) => sum + perTick * at(at(columns, leg).close, from), 0);
    const isFlat = perTicks.every((perTick) => perTick === 0);
    const open = isFlat ? 0 : -worth + dice.between(-5_000_000, 5_000_000);
    const slopes = perTicks.map((perTick, leg) => ({ index: at(indexes, leg), perTick }));
    const fixed = WALLET + realised + open;
    followStretch(extremes, { fixed, open, slopes: slopes.filter(({ perTick }) => perTick !== 0) }, { from, to });
    for (let minute = from; minute < to; minute += 1) {
      const value = perTicks.map((perTick, leg) => new Decimal(perTick).times(at(at(columns, leg).close, minute)));
      const openNow = Decimal.sum(open, ...value).div(1e8);
      opens.push(openNow);
      equities.push(openNow.plus(new Decimal(WALLET + realised).div(1e8)));
    }
    from = to;
  }
  return { extremes, equities, opens };
}

function amountsOf({ fall, low, openLow, deepest }: EquityExtremes) {
  return { fall: cashText(cash(fall)), low: cashText(cash(low)), openLow: cashText(cash(openLow)), ...deepest };
}

describe('the extremes of equity over all minutes', () => {
  it.each([1, 2])(
    'equal those of decimal.js over every minute of %i symbols: falls, lowest equity, open loss, peak, trough, recovery',
    (symbols) => {
      const seen = { fallen: 0, recovered: 0 };
      checkProperty(
        fc.property(seeds, (seed) => {
          const { extremes, equities, opens } = randomRun(chance(seed), symbols);
          const { fall, low, openLow, ...deepest } = plainExtremes(equities, opens);
          const share = expect.closeTo(deepest.share, 14); // Both divide, in another order.
          const amounts = { fall: fall.toFixed(8), low: low.toFixed(8), openLow: openLow.toFixed(8) };
          expect(amountsOf(extremes)).toEqual({ ...amounts, ...deepest, share });
          if (deepest.share > 0) seen.fallen += 1;
          if (deepest.recoveredMinute !== null) seen.recovered += 1;
        }),
        60,
      );
      expect(seen.fallen).toBeGreaterThan(40);
      expect(seen.recovered).toBeGreaterThan(5);
    },
  );

  it('include a fall between two midnights with equal equity', () => {
    const close = Int32Array.from({ length: 1_440 }, (_, minute) => (minute === 700 ? 90_000 : 100_000));
    const candles = { start: instantOf(0), open: close, high: close, low: close, close, volume: close };
    const extremes = newEquityExtremes(WALLET);
    const line = { fixed: WALLET - 1_000_000 * 100_000, open: -1_000_000 * 100_000 };
    const slopes = [{ index: skipIndexOf(candles), perTick: 1_000_000 }];
    followStretch(extremes, { ...line, slopes }, { from: 0, to: 1_440 });
    const told = { fall: 10_000_000_000, low: WALLET - 10_000_000_000, openLow: -10_000_000_000 };
    expect(extremes).toMatchObject({ ...told, deepest: { peakMinute: 699, troughMinute: 700, recoveredMinute: 701 } });
  });
});
