import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { add, cash, steps, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Chance, chance } from '#base/prng.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { ETH, marketOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { bitcoin, instrumentOf, tier } from '../../../tests/support/worked-examples.ts';
import { openAccount } from '../account/open-account.ts';
import { openBot } from '../account/open-bot.ts';
import type { RunningAccount } from '../account/running-account.ts';
import { type Leg, legKeyOf, noSums } from '../account/valuation/sums.ts';
import { type Instrument, notional } from '../model/instrument.ts';
import { FLAT } from '../model/position.ts';
import { liquidationTrigger } from '../risk/margin/liquidation.ts';
import { cumulativeAmounts, maintenanceMargin } from '../risk/margin/margin.ts';
import { skipIndexOf } from '../scan/skip-index.ts';
import { nextLiquidation } from './next-liquidation.ts';
import { restingPerformer } from './resting-orders.ts';
import type { Span } from './span.ts';

const CASES = 1_500;
const MINUTES = 300;
const SEED = SEED_OF_RUN;

/** Steep tiers that a price move of some percent crosses. */
const STEEP = instrumentOf({
  symbol: 'STEEPUSDT',
  tick: '0.01',
  step: '0.1',
  notionalMin: '5',
  brackets: cumulativeAmounts([
    tier('0', '10000', '0.01'),
    tier('10000', '10500', '0.05'),
    tier('10500', '11000', '0.2'),
    tier('11000', '90000', '0.5'),
  ]),
});
const INSTRUMENTS = [bitcoin, ETH, STEEP];
const SETTING = {
  ...marketOf(INSTRUMENTS),
  past: { range: () => null, bar: () => null },
  performer: restingPerformer(new Map()),
};
const PRICES = { BTCUSDT: 600_000, ETHUSDT: 200_000, STEEPUSDT: 50_000 } as Readonly<Record<string, number>>;

it(`the search for the next liquidation finds the minute of a plain walk, over ${CASES} random wallets, seed ${SEED}`, () => {
  const met = { exactly: 0, early: 0, never: 0 };
  for (let number = 0; number < CASES; number += 1) {
    const { account, span } = randomWallet(chance(SEED + number));
    const walked = walkedLiquidation(account, span);
    const found = nextLiquidation(account, span);
    expect(found, `repeat with PROPERTY_SEED=${SEED + number}`).toBeLessThanOrEqual(walked);
    met[found < walked ? 'early' : walked === span.to ? 'never' : 'exactly'] += 1;
  }
  process.stdout.write(`liquidations of random wallets, seed ${SEED}: ${JSON.stringify(met)}\n`);
  expect(met.exactly).toBeGreaterThan(CASES / 5);
  expect(met.never).toBeGreaterThan(CASES / 20);
  expect(met.early).toBeLessThan(CASES / 2);
});

/** Up to six positions on one wallet that holds little more than their margin. */
function randomWallet(dice: Chance): { account: RunningAccount; span: Span } {
  const traded = INSTRUMENTS.filter(() => dice.next() < 0.6);
  const legs = traded.flatMap((instrument) => randomLegs(dice, instrument));
  const histories = INSTRUMENTS.map(({ symbol }) => {
    const columns = randomColumns(dice, MINUTES, { start: PRICES[symbol] ?? 1, volatility: 0.002 });
    const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
    return [symbol, { columns, index: skipIndexOf(columns), funding, frozen: [] }] as const;
  });
  const margin = legs.reduce((total, leg) => total + equityNeeded(leg), 0);
  const wallet = cash(Math.round(margin + dice.between(0, 400) * 1e8));
  const account: RunningAccount = {
    ...openAccount({ wallet, limit: null, minute: null, bots: [] }, SETTING),
    sums: { ...noSums(), legs: new Map(legs.map((leg) => [legKeyOf(leg.symbol, leg.direction), leg])) },
    closedBars: new Map(),
  };
  const history = { start: START, minutes: MINUTES, symbols: new Map(histories) };
  return { account, span: { history, from: dice.between(0, 20), to: dice.between(200, MINUTES) } };
}

function randomLegs(dice: Chance, instrument: Instrument): Leg[] {
  const directions = dice.pick([['buy'], ['sell'], ['buy', 'sell']] as const);
  return directions.map((direction) => {
    const command = botCommand({ direction, baseOrderSize: '100' }, 'bot', [instrument.symbol]);
    if (command.type !== 'create') throw new Error('the command creates a bot');
    const atom = at(openBot(SETTING, { bot: command.bot, netCycles: [] }).atoms, 0);
    const price = PRICES[instrument.symbol] ?? 1;
    const value = dice.between(3_000, 60_000) * 1e8;
    const quantity = steps(Math.max(1, Math.round(value / (price * instrument.cashPerTickStep))));
    const cost = notional(instrument, ticks(price + dice.between(-50, 50)), quantity);
    return { symbol: instrument.symbol, direction, atom, quantity, cost };
  });
}

const priceOf = (leg: Leg, minute: number, span: Span, column: 'open' | 'low' | 'high'): Ticks => {
  const columns = span.history.symbols.get(leg.symbol)?.columns;
  if (columns === undefined) throw new Error('the symbol is stored');
  return ticks(at(columns[column], minute));
};

/** What a leg needs of the wallet at the first price so that it is not liquidated at once. */
function equityNeeded({ atom, quantity, cost, direction }: Leg): number {
  const value = notional(atom.instrument, ticks(PRICES[atom.key.symbol] ?? 1), quantity);
  return maintenanceMargin(atom.instrument, value) - (direction === 'buy' ? value - cost : cost - value);
}

/** By the formula of the fill model, minute by minute: other symbols at their opens. */
function walkedLiquidation({ wallet, sums }: RunningAccount, span: Span): number {
  const legs = [...sums.legs.values()];
  for (let minute = span.from; minute < span.to; minute += 1) {
    for (const leg of legs) {
      const hedge = legs.find((other) => other.symbol === leg.symbol && other !== leg);
      let [otherMaintenance, otherUnrealized] = [ZERO_CASH, ZERO_CASH];
      for (const other of legs.filter(({ symbol }) => symbol !== leg.symbol)) {
        const value = notional(other.atom.instrument, priceOf(other, minute, span, 'open'), other.quantity);
        otherMaintenance = add(otherMaintenance, maintenanceMargin(other.atom.instrument, value));
        otherUnrealized = cash(otherUnrealized + (other.direction === 'buy' ? value - other.cost : other.cost - value));
      }
      const trigger = liquidationTrigger({
        instrument: leg.atom.instrument,
        direction: leg.direction,
        position: { ...FLAT, quantity: leg.quantity, cost: leg.cost },
        wallet,
        otherMaintenance,
        otherUnrealized,
        ...(hedge === undefined ? {} : { hedge }),
      });
      if (trigger === null) continue;
      const [low, high] = [priceOf(leg, minute, span, 'low'), priceOf(leg, minute, span, 'high')];
      if (leg.direction === 'buy' ? low <= trigger : high >= trigger) return minute;
    }
  }
  return span.to;
}
