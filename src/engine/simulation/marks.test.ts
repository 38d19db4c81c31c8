import { expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { minuteClosed, replayed, reportsIn, stateHash } from '../../../tests/support/account-journal.ts';
import { type CandlePrices, DOGE, ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand, randomRun } from '../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { afterMinutes, EMPTY, flat, openCycleOf, runMinutes } from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { EngineEvent } from '../model/engine-event.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { AccountRecord, TradeRecord } from '../model/record.ts';
import { simulateAccount } from './simulate-account.ts';

const RUNS = 30;
const SEED = SEED_OF_RUN;

/** A long of 0.5 ETH at 2,000.00: a notional of 1,000 USDT, 50 USDT of margin at 20×. */
const LONG: LadderParamsInput = {
  baseOrderSize: '1000',
  safetyOrdersCount: 0,
  takeProfitPercent: null,
  leverage: 20,
};

interface Minute {
  readonly last: CandlePrices;
  readonly mark: CandlePrices | null;
}

interface Lived {
  readonly account: AccountInSimulation;
  readonly trades: readonly TradeRecord[];
}

/** Runs two quiet minutes at 2,000.00, in which the position opens, and then the given ones. */
function lived(params: LadderParamsInput, minutes: readonly Minute[], funding: Record<number, string> = {}): Lived {
  const account = simulateAccount(EMPTY, marketOf([ETH, DOGE]));
  account.command(botCommand(params), afterMinutes(0));
  const quiet = { last: flat(200_000), mark: flat(200_000) };
  const all = [quiet, quiet, ...minutes];
  const candles = { ETHUSDT: all.map(({ last }) => last) };
  const marks = { ETHUSDT: all.map(({ mark }) => mark) };
  const records = runMinutes(account, minutesOf(candles, { marks, funding: { ETHUSDT: funding } }));
  return { account, trades: tradesIn(records) };
}

function tradesIn(records: readonly AccountRecord[]): readonly TradeRecord[] {
  return records.filter((record) => record.type === 'trade');
}

// The wallet of the position is 50 USDT, so it is liquidated at (50 − 1,000) / (0.5 · (0.004 − 1)) = 1,907.63.
it('a last price far beyond the liquidation price does not liquidate a position while the mark stays before it', () => {
  const wick: Minute = { last: [200_000, 200_000, 150_000, 199_000], mark: [200_000, 200_000, 190_764, 199_500] };
  const { account, trades } = lived(LONG, [wick]);
  expect(account.views('bot')[0]?.liquidationPrice).toBe(190_763);
  expect(trades.map(({ role }) => role)).toEqual(['base']);
  const [view] = account.views('bot');
  // Valued at the mark's close of 1,995.00 and not at the last price of 1,990.00: 0.5 · 5.
  expect(view?.mark).toBe(199_500);
  expect(cashText(view?.unrealized ?? cashFrom('0'))).toBe('-2.50000000');
});

it('a position is liquidated when the mark reaches its liquidation price, however far away the last price stays', () => {
  const fall: Minute = { last: [200_000, 200_000, 199_000, 199_000], mark: [200_000, 200_000, 190_763, 191_000] };
  const { account, trades } = lived(LONG, [fall]);
  expect(trades.map(({ role, price }) => [role, price])).toEqual([
    ['base', 200_000],
    ['liquidation', 190_763],
  ]);
  expect(openCycleOf(account)).toBeNull();
  // The taker fee of the base order is 0.5; nothing beyond the position's wallet is lost.
  expect(cashText(account.wallet())).toBe('9949.50000000');
});

it('a wick of the last price fills a stop triggered by the last price, but not one triggered by the mark', () => {
  const wick: Minute = { last: [200_000, 200_000, 195_000, 199_000], mark: [200_000, 200_000, 198_001, 199_500] };
  const stops = (slWorkingType: 'mark' | 'last') =>
    lived({ ...LONG, stopLossPercent: '1', slWorkingType }, [wick]).trades.map(({ role, price }) => [role, price]);
  expect(stops('mark')).toEqual([['base', 200_000]]);
  expect(stops('last')).toEqual([
    ['base', 200_000],
    ['stop_loss', 198_000],
  ]);
});

it('a wick of the mark fills a stop triggered by the mark at its trigger, but not one triggered by the last price', () => {
  const fall: Minute = { last: [200_000, 200_000, 199_000, 199_000], mark: [200_000, 200_000, 197_000, 199_500] };
  const stops = (slWorkingType: 'mark' | 'last') =>
    lived({ ...LONG, stopLossPercent: '1', slWorkingType }, [fall]).trades.map(({ role, price }) => [role, price]);
  expect(stops('mark')).toEqual([
    ['base', 200_000],
    ['stop_loss', 198_000],
  ]);
  expect(stops('last')).toEqual([['base', 200_000]]);
});

it('in a minute without a mark, the candle is used as the mark', () => {
  const crash: Minute = { last: [200_000, 200_000, 190_763, 191_000], mark: null };
  expect(lived(LONG, [crash]).trades.map(({ role }) => role)).toEqual(['base', 'liquidation']);
  const stopped = lived({ ...LONG, stopLossPercent: '1' }, [crash]).trades;
  expect(stopped.map(({ role, price }) => [role, price])).toEqual([
    ['base', 200_000],
    ['stop_loss', 198_000],
  ]);
});

it('funding is charged on the position value at the opening mark of its minute', () => {
  const apart: Minute = { last: flat(200_000), mark: [202_000, 202_000, 202_000, 202_000] };
  const { account } = lived(LONG, [apart], { 2: '0.0001' });
  expect(cashText(openCycleOf(account)?.funding ?? cashFrom('0'))).toBe('-0.10100000'); // 0.5 · 2,020 · 0.0001
});

it(`${RUNS} random accounts give the same records with marks that equal the candles as without marks, seed ${SEED}`, () => {
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
    const [without, equal] = [randomRun(chance(seed)), randomRun(chance(seed), { marks: 'last' })];
    expect(equal.records, `repeat with PROPERTY_SEED=${seed}`).toEqual(without.records);
    expect(equal.account.snapshot()).toEqual(without.account.snapshot());
  }
});

it(`${RUNS} random accounts with separate marks give the same records when they are restarted midway, seed ${SEED}`, () => {
  const roles = new Set<string>();
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
    const whole = randomRun(chance(seed), { marks: 'apart' });
    const restarted = randomRun(chance(seed), { marks: 'apart', restartEvery: 17 });
    expect(restarted.records, `repeat with PROPERTY_SEED=${seed}`).toEqual(whole.records);
    for (const { role } of tradesIn(whole.records)) roles.add(role);
  }
  process.stdout.write(`${[...roles].sort()}\n`);
  expect(roles).toContain('liquidation');
});

it('an account replayed without a venue from a journal with marks ends in the same state', () => {
  const market = marketOf([ETH, DOGE]);
  const account = simulateAccount(EMPTY, market);
  const command = botCommand({ ...LONG, stopLossPercent: '1', marginType: 'cross' });
  account.command(command, afterMinutes(0));
  const journal: EngineEvent[] = [{ type: 'Commanded', at: afterMinutes(0), command }];
  const candles = { ETHUSDT: [flat(200_000), flat(200_000), [200_000, 200_000, 199_000, 199_500]] as CandlePrices[] };
  const marks = { ETHUSDT: [null, flat(200_100), [200_100, 200_100, 198_500, 198_600]] as (CandlePrices | null)[] };
  for (const minute of minutesOf(candles, { marks })) {
    journal.push(...reportsIn(account.advance(minute)), minuteClosed(minute, ['ETHUSDT', 'DOGEUSDT']));
  }
  const again = replayed(EMPTY, market, journal);
  expect(openCycleOf(account)?.position.quantity).toBeGreaterThan(0);
  expect(stateHash(again.snapshot)).toBe(stateHash(account.snapshot()));
});
