import { expect, test } from 'vitest';
import { rateFromPercent } from '#base/decimal.ts';
import { cash, steps, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { Position } from '#engine/model/position.ts';
import { stopLossPrice, takeProfitPrice } from '#engine/risk/exits.ts';
import { ladderOf } from '#engine/risk/ladder.ts';
import { levelPrice, levelQuantity } from '#engine/risk/levels.ts';
import { liquidationTrigger } from '#engine/risk/liquidation.ts';
import { type Exact, exact, halfUp, ONE, ZERO } from '../oracle/exact.ts';
import * as oracle from '../oracle/ladder.ts';
import { INSTRUMENTS, oracleInstrument } from '../oracle/random-case.ts';

const ROUNDS = Number(process.env['CASES'] ?? 2_000);
const SEED = Number(process.env['PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const CASH = exact('0.00000001');

interface Planted {
  readonly dice: Chance;
  readonly way: 'buy' | 'sell';
  readonly d: 1 | -1;
  readonly instrument: Instrument;
  readonly terms: ReturnType<typeof oracleInstrument>;
  /** A price on the grid, in ticks. */
  readonly target: number;
  readonly percent: string;
  /** In steps. */
  readonly quantity: number;
}

test(`prices and quantities planted on their boundaries and 1e-8 beside them, ${ROUNDS} rounds`, () => {
  process.stdout.write(`boundary seed ${SEED}\n`);
  const dice = chance(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    const planted = plant(dice);
    const label = `PROPERTY_SEED=${SEED}, round ${round}`;
    for (const [engine, exactly] of [levels(planted), takeProfit(planted), stopLoss(planted), liquidation(planted)]) {
      expect(engine, label).toBe(exactly);
    }
  }
}, 600_000);

function plant(dice: Chance): Planted {
  const { instrument, start } = dice.pick(INSTRUMENTS);
  const way = dice.pick(['buy', 'sell'] as const);
  return {
    dice,
    way,
    d: way === 'buy' ? 1 : -1,
    instrument,
    terms: oracleInstrument(instrument, '0'),
    target: start + dice.between(-start / 10, start / 10) * dice.pick([0, 1, 5]),
    percent: dice.pick(['1', '0.1', '0.7', '2.5', '12.5', '0.123457', '33.333333', '19.9']),
    quantity: dice.pick([1, 7, 1_000, 12_345]),
  };
}

const inTicks = (price: Exact | null, { tick }: Planted['terms']): number | null =>
  price === null ? null : price.div(tick).toNumber();
/** The planted amount, or its neighbour. */
const beside = (amount: Exact, dice: Chance): Exact => halfUp(amount).plus(CASH.times(dice.pick([-1, 0, 0, 1])));
const toCash = (amount: Exact) => cash(amount.div(CASH).toNumber());

/** A level whose size is worth a whole number of steps at its price. */
function levels({ dice, way, instrument, terms, target, percent, quantity }: Planted): [string, string] {
  const base = terms.tick.times(target);
  const make = (size: string) =>
    ladderParams.parse({ direction: way, baseOrderSize: '100', customLevels: [{ deviationPercent: percent, size }] });
  const [rung] = oracle.rungsFrom({ instrument: terms, params: make('100') }, way, base);
  const size = beside((rung?.price ?? ONE).times(terms.step).times(quantity), dice).toFixed(8);
  const params = make(size);
  const [expected] = oracle.rungsFrom({ instrument: terms, params }, way, base);
  const side = { ladder: ladderOf(params), instrument, direction: way };
  const price = levelPrice(side, 1, ticks(target));
  const wanted = [inTicks(expected?.price ?? null, terms), expected?.quantity.div(terms.step).toNumber()];
  return [`${price} ${levelQuantity(side, 1, price)}`, wanted.join(' ')];
}

/** A cost whose take profit lies on the target. */
function takeProfit(planted: Planted): [number, number | null] {
  const { dice, way, d, instrument, terms, target, percent, quantity } = planted;
  const [tpBasis, tpNetOfFees] = [dice.pick(['average', 'base'] as const), dice.pick([true, false])];
  const params = ladderParams.parse({
    direction: way,
    baseOrderSize: '1.00000001',
    takeProfitPercent: percent,
    tpBasis,
    tpNetOfFees,
  });
  const [fees, fundingPaid] = [CASH.times(dice.between(0, 1_000)), CASH.times(dice.between(-1_000, 1_000))];
  const held = terms.step.times(quantity);
  const value = terms.tick
    .times(target)
    .times(held)
    .times(tpNetOfFees ? ONE.minus(terms.maker.times(d)) : ONE);
  const charges = tpNetOfFees ? fees.plus(fundingPaid).times(d) : ZERO;
  const factor = ONE.plus(exact(percent).div(100).times(d));
  const own = exact('1.00000001').times(percent).div(100).times(d);
  const cost = beside(tpBasis === 'average' ? value.minus(charges).div(factor) : value.minus(charges).minus(own), dice);
  if (cost.lte(0)) return [0, 0];
  const position = positionOf({ quantity, cost, fees, fundingPaid });
  const price = takeProfitPrice({
    ladder: ladderOf(params),
    instrument,
    direction: way,
    position,
    takeProfit: rateFromPercent(percent),
    basePrice: ticks(target),
  });
  const taken = { gross: ZERO, net: ZERO };
  const wanted = oracle.takeProfitPrice({ instrument: terms, params }, way, {
    quantity: held,
    cost,
    fees,
    fundingPaid,
    taken,
  });
  return [price, inTicks(wanted, terms)];
}

/** A cost whose stop from the average lies on the target. */
function stopLoss({ dice, way, d, instrument, terms, target, percent, quantity }: Planted): [number, number | null] {
  const params = ladderParams.parse({ direction: way, baseOrderSize: '100', slBasis: 'average' });
  const held = terms.step.times(quantity);
  const cost = beside(
    terms.tick
      .times(target)
      .times(held)
      .div(ONE.minus(exact(percent).div(100).times(d))),
    dice,
  );
  if (cost.lte(0)) return [0, 0];
  const position = positionOf({ quantity, cost, fees: ZERO, fundingPaid: ZERO });
  const price = stopLossPrice({
    ladder: ladderOf(params),
    instrument,
    direction: way,
    position,
    stopLoss: rateFromPercent(percent),
    basePrice: ticks(target),
  });
  return [price, inTicks(oracle.stopPrice(terms.tick, way, { top: cost, bottom: held, percent }), terms)];
}

/** A wallet whose liquidation lies on the target. */
function liquidation({ dice, way, d, instrument, terms, target, quantity }: Planted): [Ticks | null, number | null] {
  const [held, tier] = [terms.step.times(quantity), dice.pick(terms.tiers)];
  const cost = beside(
    terms.tick
      .times(target)
      .times(held)
      .times(dice.pick(['1', '1.01', '0.99'])),
    dice,
  );
  const equity = terms.tick.times(target).times(held).times(tier.rate.minus(d));
  const wallet = beside(equity.minus(tier.cumulative).plus(cost.times(d)), dice);
  const position = positionOf({ quantity, cost, fees: ZERO, fundingPaid: ZERO });
  const none = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
  const mark = liquidationTrigger({ instrument, direction: way, position, wallet: toCash(wallet), ...none });
  return [mark, inTicks(oracle.liquidationMark(terms, way, { quantity: held, cost, wallet }), terms)];
}

function positionOf(held: { quantity: number; cost: Exact; fees: Exact; fundingPaid: Exact }): Position {
  return {
    quantity: steps(held.quantity),
    cost: toCash(held.cost),
    fees: toCash(held.fees),
    fundingPaid: toCash(held.fundingPaid),
  };
}
