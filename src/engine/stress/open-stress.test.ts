import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { add, subtract, sum, ticks } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { DOGE, ETH, marketOf, minutesOf, START } from '../../../tests/support/market.ts';
import { botCommand, randomRun } from '../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { accountAfter, flat } from '../../../tests/support/small-account.ts';
import type { Account, AccountSnapshot, Market } from '../model/account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import { simulateAccount } from '../simulation/simulate-account.ts';
import type { PriceFall } from './fall-minute.ts';
import { openStress, type StressOutcome } from './open-stress.ts';

/** Worked example 1 of the domain document: its base order has filled at 2,000.00, for a fee of 0.10 USDT. */
const EXAMPLE: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrderSize: '200',
  safetyOrdersCount: 4,
  stepPercent: '1',
  stepScale: '1.5',
  volumeScale: '1.5',
  takeProfitPercent: '1',
  leverage: 10,
};
const MARKET = marketOf([ETH, DOGE]);

function entered(params: LadderParamsInput): Account {
  return accountAfter([botCommand(params)], [flat(200_000), flat(200_000)]);
}

function afterFall(snapshot: AccountSnapshot, falls: Readonly<Record<string, PriceFall>>, market: Market = MARKET) {
  const stress = openStress({ snapshot, market, falls: new Map(Object.entries(falls)) });
  if (stress === null) throw new Error('the account holds something');
  while (stress.advance());
  return stress.outcome();
}

const ethTo = (to: number) => ({ ETHUSDT: { from: ticks(200_000), to: ticks(to) } });

function told({ before, after, positions }: StressOutcome) {
  const { change, stepsTaken, end } = at(positions, 0);
  return {
    change: cashText(change),
    stepsTaken,
    end: end?.reason ?? null,
    equity: [before.equity, after.equity].map(cashText),
    freeMargin: [before.freeMargin, after.freeMargin].map(cashText),
  };
}

describe('a long ladder of 10× on isolated margin, in a fall', () => {
  it('to 1,840.00 takes three steps and lives on with its open loss', () => {
    // Steps at 1,980, 1,950 and 1,905 cost 0.039996 + 0.05967 + 0.089916 in fees and 20.0 + 19.998 + 29.835 + 44.958
    // in margin; 0.590 ETH that cost 1,147.91 are worth 1,085.60.
    expect(told(afterFall(entered(EXAMPLE).snapshot(), ethTo(184_000)))).toEqual({
      change: '-62.49958200',
      stepsTaken: [1, 2, 3],
      end: null,
      equity: ['9999.90000000', '9937.40041800'],
      freeMargin: ['9979.90000000', '9884.91941800'],
    });
  });

  it('to 1,600.00 takes all four steps and is liquidated at 1,720.61: it loses the wallet of the position and the fees', () => {
    // The wallet of the position is 182.22725, the fees of the steps are 0.3244545.
    expect(told(afterFall(entered(EXAMPLE).snapshot(), ethTo(160_000)))).toEqual({
      change: '-182.55170450',
      stepsTaken: [1, 2, 3, 4],
      end: 'liquidation',
      equity: ['9999.90000000', '9817.34829550'],
      freeMargin: ['9979.90000000', '9817.34829550'],
    });
  });

  it('with a stop at 10 % is stopped at 1,800.00 for the loss of the worked example', () => {
    // gross −99.6725, entry fees 0.4244545 of which 0.1 was paid before, exit fee 0.8613
    const { change, end } = told(afterFall(entered({ ...EXAMPLE, stopLossPercent: '10' }).snapshot(), ethTo(160_000)));
    expect([change, end]).toEqual(['-100.85825450', 'stop_loss']);
  });

  it('to 1,995.00 takes no step, and a rise to 2,030.00 ends at the take profit without a new cycle', () => {
    expect(told(afterFall(entered(EXAMPLE).snapshot(), ethTo(199_500)))).toMatchObject({
      change: '-0.50000000',
      stepsTaken: [],
      end: null,
    });
    const { change, end } = told(afterFall(entered(EXAMPLE).snapshot(), ethTo(203_000)));
    expect([change, end]).toEqual(['2.10057180', 'take_profit']); // 0.1 · 21.41 less 0.0002 of 202.141
  });

  it('ends in the minute in which the price gets there', () => {
    const { positions } = afterFall(entered(EXAMPLE).snapshot(), ethTo(160_000));
    // 1,720.61 is 279.39 below 2,000; a minute falls by 400 / 60.
    expect(at(positions, 0).end?.minute).toBe(42);
  });
});

it('an account that holds nothing has nothing to lose in a fall', () => {
  const account = accountAfter([], [flat(200_000)]);
  expect(openStress({ snapshot: account.snapshot(), market: MARKET, falls: new Map() })).toBeNull();
});

it('cross margin is pledged by the wallet: a fall leaves what the open loss and the initial margin leave', () => {
  const cross: LadderParamsInput = {
    baseOrderSize: '1000',
    safetyOrdersCount: 0,
    takeProfitPercent: null,
    leverage: 5,
    marginType: 'cross',
  };
  // 0.5 ETH at 2,000: a fee of 0.5, an initial margin of 200 and 100 of loss at 1,800.
  expect(told(afterFall(entered(cross).snapshot(), ethTo(180_000)))).toMatchObject({
    change: '-100.00000000',
    freeMargin: ['9799.50000000', '9699.50000000'],
  });
});

const RUNS = 12;

describe(`${RUNS} random accounts (repeat with PROPERTY_SEED=${SEED_OF_RUN})`, () => {
  it('lose in a fall exactly what the engine loses when it runs the same minutes, and their positions add up to it', () => {
    for (let seed = SEED_OF_RUN; seed < SEED_OF_RUN + RUNS; seed += 1) {
      const { account, market } = randomRun(chance(seed));
      const snapshot = account.snapshot();
      const falls = fallsOf(account, snapshot, chance(seed));
      const stress = openStress({ snapshot, market, falls: new Map(Object.entries(falls)) });
      if (stress === null) continue;
      while (stress.advance());
      const { before, after, positions } = stress.outcome();
      const changes = sum(positions.map(({ change }) => change));
      expect(cashText(changes), `seed ${seed}`).toBe(cashText(subtract(after.equity, before.equity)));
      expect(cashText(after.equity), `seed ${seed}`).toBe(cashText(equityAfterEngine(snapshot, market, falls)));
    }
  });
});

/** Each symbol from its last price to half of it or half as much again. */
function fallsOf(account: Account, { bots }: AccountSnapshot, dice: ReturnType<typeof chance>) {
  const falls: Record<string, PriceFall> = {};
  for (const { symbol, mark } of bots.flatMap(({ bot }) => account.views(bot.botId))) {
    if (mark !== null) falls[symbol] ??= { from: mark, to: ticks(Math.round(mark * (0.5 + dice.next()))) };
  }
  return falls;
}

/** The same made-up hour as candles of a stored market, run by the engine alone. */
function equityAfterEngine(snapshot: AccountSnapshot, market: Market, falls: Readonly<Record<string, PriceFall>>) {
  const past = Math.round(((snapshot.minute ?? START) - START) / MINUTE_MS) + 1;
  const priceAt = ({ from, to }: PriceFall, minute: number) =>
    from + Math.sign(to - from) * Math.round((Math.abs(to - from) * minute) / 60);
  const candles = Object.fromEntries(
    Object.entries(falls).map(([symbol, fall]) => [
      symbol,
      Array.from({ length: past + 60 }, (_, index) => {
        const [open, close] = [priceAt(fall, Math.max(0, index - past)), priceAt(fall, Math.max(0, index - past + 1))];
        return [open, Math.max(open, close), Math.min(open, close), close] as const;
      }),
    ]),
  );
  const minutes = minutesOf(candles, { volume: 2 ** 50 });
  const account = simulateAccount(snapshot, market, at(minutes, past - 1));
  for (const { bot } of snapshot.bots.filter((one) => one.bot.state === 'RUNNING')) {
    account.command({ type: 'finish', botId: bot.botId }, instantOf((snapshot.minute ?? START) + CLOSE_OFFSET_MS));
  }
  for (const minute of minutes.slice(past)) account.advance(minute);
  return snapshot.bots
    .flatMap(({ bot }) => account.views(bot.botId))
    .reduce((total, { unrealized }) => add(total, unrealized), account.wallet());
}
