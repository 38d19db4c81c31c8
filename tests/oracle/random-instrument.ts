import { cashFrom, rateFrom } from '#base/decimal.ts';
import { cash, rate } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import type { Bracket, Instrument } from '#engine/model/instrument.ts';
import { instrumentOf } from '../support/worked-examples.ts';
import { exact, halfUp, ZERO } from './exact.ts';

const GRID_DECIMALS = 8; // Tick times step is never finer than 1e-8 USDT.

/** An instrument with a coarse or a fine grid, any fees and one to eight maintenance tiers. */
export function randomInstrument(dice: Chance): Instrument {
  const tickDecimals = dice.between(0, 6);
  const stepDecimals = dice.between(0, GRID_DECIMALS - tickDecimals);
  const instrument = instrumentOf({
    symbol: 'RNDUSDT',
    tick: gridOf(dice, tickDecimals),
    step: gridOf(dice, stepDecimals),
    notionalMin: dice.pick(['0.00000001', '5', '20']),
    brackets: randomTiers(dice),
  });
  return {
    ...instrument,
    makerFee: randomFee(dice),
    takerFee: randomFee(dice),
    liquidationFee: rateFrom(dice.pick(['0', '0.0125', '0.01234567'])),
  };
}

function gridOf(dice: Chance, decimals: number): string {
  if (decimals === 0) return dice.pick(['1', '1', '5', '10', '100']);
  return exact(dice.pick([1, 1, 1, 5, 25, 3]))
    .div(exact(10).pow(decimals))
    .toFixed();
}

function randomFee(dice: Chance) {
  return dice.next() < 0.5 ? rateFrom(dice.pick(['0', '0.0002', '0.0005'])) : rate(dice.between(1, 500_000));
}

/** Tiers whose amounts keep the margin continuous: cum_n = floor_n · (MMR_n − MMR_(n−1)) + cum_(n−1). */
export function randomTiers(dice: Chance): Bracket[] {
  const tiers: Bracket[] = [];
  let [floor, maintenance, cumulative] = [ZERO, exact(dice.between(100_000, 1_000_000)), ZERO];
  const count = dice.between(1, 8);
  for (let number = 1; number <= count; number += 1) {
    const cap = number === count ? exact('90000000') : floor.plus(dice.pick(['1000', '50000', '250000.5', '1234567']));
    tiers.push({
      floor: cashFrom(floor.toFixed()),
      cap: cashFrom(cap.toFixed()),
      maintenanceRate: rate(maintenance.toNumber()),
      cumulative: cash(cumulative.times(1e8).toNumber()),
      leverageMax: 125,
    });
    const rise = exact(dice.pick([100_000, 250_000, 1_234_567, 5_000_000]));
    maintenance = maintenance.plus(rise);
    cumulative = cumulative.plus(halfUp(cap.times(rise).div(1e8)));
    floor = cap;
  }
  return tiers;
}
