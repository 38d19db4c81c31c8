import { rateFromPercent } from '#base/decimal.ts';
import { type Rate, rate, ticks } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { breakEvenPrice, stopLossPrice, takeProfitPrice } from '#engine/risk/ladder/exits.ts';
import { ladderOf } from '#engine/risk/ladder/ladder.ts';
import {
  type Attack,
  aboveZero,
  below,
  beside,
  CASH_MAX,
  type Ground,
  ground,
  type Held,
  inTicks,
  movedPrice,
  type Probe,
  paramsOf,
  percentOf,
  positionOf,
  RATE,
  SIZE_MAX,
  sized,
  toCash,
  usdtOf,
} from './attack.ts';
import { exact, ONE, roundBy } from './exact.ts';
import * as oracle from './ladder.ts';
import { nearWhole } from './near-boundary.ts';

function costsOf(dice: Chance): { fees: bigint; fundingPaid: bigint } {
  const most = dice.pick([10, 1_000, 10 ** 9]);
  return { fees: BigInt(dice.between(0, most)), fundingPaid: BigInt(dice.between(-most, most)) };
}

/** A quantity whose formulas keep the solutions in the range of cash. */
function quantityOf(dice: Chance, { instrument }: Ground): number {
  return sized(dice, 40_000_000 / instrument.cashPerTickStep);
}

/** Whether a price exceeds the engine's range, in either sign: a short with an absurd target has a negative one. */
const beyond = (top: bigint, bottom: bigint): boolean => top / bottom > CASH_MAX || top / bottom < -CASH_MAX;

export const takeProfit: Attack = (dice) => {
  const on = ground(dice);
  const [tpBasis, tpNetOfFees] = [dice.pick(['average', 'base'] as const), dice.pick([true, false])];
  const tpOrder = dice.pick(['limit', 'market_trigger'] as const);
  const trailingPercent = dice.pick([null, null, '0.5']);
  const gain = dice.between(10_000, dice.pick([5_000_000, 99_000_000, 1_000_000_000]));
  const d = BigInt(on.d);
  const isTaker = tpOrder === 'market_trigger' || trailingPercent !== null;
  const exitFee = BigInt(isTaker ? on.instrument.takerFee : on.instrument.makerFee);
  const quantity = quantityOf(dice, on);
  const stepValue = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep);
  const denominator = stepValue * (tpNetOfFees ? RATE - d * exitFee : RATE);
  const { fees, fundingPaid } = costsOf(dice);
  const taken = tpBasis === 'base' ? BigInt(dice.between(-1_000_000, 1_000_000)) : 0n;
  const charges = d * RATE * ((tpNetOfFees ? fees + fundingPaid : 0n) - taken);
  const offset = beside(dice);
  const guess = stepValue * BigInt(sized(dice, 10_000_000));
  const [alpha, beta] =
    tpBasis === 'average' ? [RATE + d * BigInt(gain), charges] : [d * BigInt(gain), RATE * guess + charges];
  if (alpha === 0n) return null;
  const solved = below(
    dice,
    nearWhole({ alpha, beta }, denominator, offset),
    tpBasis === 'average' ? CASH_MAX : SIZE_MAX,
  );
  if (solved === null || solved === 0n || beyond(alpha * solved + beta, denominator)) return null;
  const [cost, size] = tpBasis === 'average' ? [solved, 100n] : [guess, solved];
  if (cost > CASH_MAX) return null;
  const baseOrderSize = usdtOf(size).toFixed();
  const params = paramsOf(on, {
    baseOrderSize,
    takeProfitPercent: percentOf(gain),
    tpBasis,
    tpNetOfFees,
    tpOrder,
    trailingPercent,
  });
  const held = { quantity, cost, fees, fundingPaid };
  const input = { ladder: ladderOf(params), instrument: on.instrument, direction: on.way, basePrice: ticks(1) };
  return {
    engine: () =>
      aboveZero(
        takeProfitPrice({ ...input, position: positionOf(held), takeProfit: rate(gain), taken: toCash(taken) }),
      ),
    oracle: () => {
      const earned = { gross: usdtOf(taken), net: usdtOf(taken) };
      return inTicks(
        oracle.takeProfitPrice({ instrument: on.terms, params }, on.way, { ...inUsdt(held, on), taken: earned }),
        on,
      );
    },
  };
};

const inUsdt = ({ quantity, cost, fees, fundingPaid }: Held, { terms }: Ground) => ({
  quantity: terms.step.times(quantity),
  cost: usdtOf(cost),
  fees: usdtOf(fees),
  fundingPaid: usdtOf(fundingPaid),
});

export const breakEven: Attack = (dice) => {
  const on = ground(dice);
  const exitFee = dice.pick([on.instrument.makerFee, on.instrument.takerFee]);
  const quantity = quantityOf(dice, on);
  const kept = RATE - BigInt(on.d) * BigInt(exitFee);
  const denominator = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep) * kept;
  const costs = costsOf(dice);
  const beta = BigInt(on.d) * RATE * (costs.fees + costs.fundingPaid);
  const cost = below(dice, nearWhole({ alpha: RATE, beta }, denominator, beside(dice)), CASH_MAX);
  if (cost === null || cost === 0n) return null;
  const held = { quantity, cost, ...costs };
  const input = {
    ladder: ladderOf(paramsOf(on, {})),
    instrument: on.instrument,
    direction: on.way,
    basePrice: ticks(1),
  };
  return {
    engine: () => breakEvenPrice({ ...input, position: positionOf(held), exitFee }),
    oracle: () => {
      const { quantity: size, cost: paid, fees, fundingPaid } = inUsdt(held, on);
      const top = paid.plus(fees.plus(fundingPaid).times(on.d));
      const bottom = size.times(ONE.minus(exact(exitFee).div(1e8).times(on.d)));
      return inTicks(roundBy(on.d === 1 ? -1 : 1, on.terms.tick, { top, bottom }), on);
    },
  };
};

function stopProbe(on: Ground, params: LadderParams, at: { held: Held; basePrice: number }): Probe {
  const ladder = ladderOf(params);
  const stopLoss: Rate = rateFromPercent(params.stopLossPercent ?? '1');
  const percent = params.stopLossPercent ?? '1';
  const input = { ladder, instrument: on.instrument, direction: on.way, basePrice: ticks(at.basePrice) };
  const held = inUsdt(at.held, on);
  const from =
    params.slBasis === 'base'
      ? { top: on.terms.tick.times(at.basePrice), bottom: ONE }
      : { top: held.cost, bottom: held.quantity };
  return {
    engine: () => aboveZero(stopLossPrice({ ...input, position: positionOf(at.held), stopLoss })),
    oracle: () => inTicks(oracle.stopPrice(on.terms.tick, on.way, { ...from, percent }), on),
  };
}

export const stopFromBase: Attack = (dice) => {
  const on = ground(dice);
  const moved = movedPrice(dice, on.d, dice.pick([99_000_000, 1_000_000_000]));
  if (moved === null) return null;
  const params = paramsOf(on, { stopLossPercent: percentOf(moved.count), slBasis: 'base' });
  return stopProbe(on, params, { held: { quantity: 1, cost: 1n, fees: 0n, fundingPaid: 0n }, basePrice: moved.price });
};

export const stopFromAverage: Attack = (dice) => {
  const on = ground(dice);
  const count = dice.between(10_000, dice.pick([99_000_000, 1_000_000_000]));
  const alpha = RATE - BigInt(on.d) * BigInt(count);
  if (alpha <= 0n) return null;
  const quantity = quantityOf(dice, on);
  const denominator = BigInt(quantity) * BigInt(on.instrument.cashPerTickStep) * RATE;
  const cost = below(dice, nearWhole({ alpha, beta: 0n }, denominator, beside(dice)), CASH_MAX / (alpha / RATE + 1n));
  if (cost === null || cost === 0n) return null;
  const params = paramsOf(on, { stopLossPercent: percentOf(count), slBasis: 'average' });
  return stopProbe(on, params, { held: { quantity, cost, fees: 0n, fundingPaid: 0n }, basePrice: 1 });
};
