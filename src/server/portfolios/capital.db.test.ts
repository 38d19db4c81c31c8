import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, cash, sum } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Runtime } from '#ports/runtime.ts';
import { asUser, type Database, openDatabase, type Tx } from '#storage/database/database.ts';
import { listPortfolios, type PortfolioRow } from '#storage/portfolios.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { START } from '../../../tests/support/market.ts';
import { gainedAt, type KnownPortfolio, storeRandomPortfolios } from '../../../tests/support/random-portfolios.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import type { KnownCloses } from './known-closes.ts';
import { hourOfPnl, presentPnl, readPnl } from './present-pnl.ts';
import { presentPortfolios, readPortfolios } from './present-portfolio.ts';
import { presentReturns, readReturns } from './present-returns.ts';

const DAYS = 60;
const NOW = later(START, DAYS * DAY_MS + 23 * MINUTE_MS);
const ID = 'paper';
/** Before any transfer; large enough that equity stays above zero. */
const START_WALLET = 90_000_00000000;

const runtime = {
  market: () => ({ minute: later(NOW, -MINUTE_MS) }),
  fundsNow: async () => new Map(),
} as unknown as Runtime; // Of the engine only the clock: bots hold nothing now.
/** Prices do not move, so holding is worth what was paid in. */
const closes = {
  at: async (symbols: readonly string[], times: readonly Instant[]) =>
    new Map(symbols.map((symbol) => [symbol, times.map(() => 100)])),
} as unknown as KnownCloses;

interface Transfer {
  readonly time: Instant;
  readonly amount: Cash;
  /** False for a position that came at its mark: its result elsewhere is taken off and equity does not move. */
  readonly isDeposit: boolean;
}

let urls: TestDatabase;
let engine: Database;
let known: KnownPortfolio;
let stored: Transfer[] = [];

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  known = at(await storeRandomPortfolios(engine, chance(SEED_OF_RUN), { portfolios: [ID], days: DAYS }), 0);
  await transfer([]);
});
afterAll(async () => {
  await engine.close();
  await urls.close();
});

const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => asUser(engine, 'ann', work);

/** Books transfers as the engine does, and the wallet with them. */
async function transfer(added: readonly Transfer[]): Promise<void> {
  for (const { time, amount, isDeposit } of added) {
    const sourceId = isDeposit ? `${ID}-transfer-${time}-${stored.length}` : `cycle-${time}-adopted`;
    const row = { sourceId, ownerId: 'ann', portfolioId: ID, ts: new Date(time) };
    await engine.db
      .insertInto('ledger')
      .values([
        { ...row, account: 'transfer', amount: cashText(cash(-amount)) },
        { ...row, account: 'wallet', amount: cashText(amount) },
      ])
      .execute();
  }
  stored = [...stored, ...added];
  const all = [...known.cycles.map(({ result }) => result), ...stored.map(({ amount }) => amount)];
  await engine.db
    .updateTable('portfolios')
    .set({ wallet: cashText(add(cash(START_WALLET), sum(all))) })
    .execute();
}

const hourBefore = (time: Instant): Instant => instantOf(Math.floor(time / HOUR_MS) * HOUR_MS);
const paidInBy = (time: Instant): Cash =>
  add(cash(START_WALLET), sum(stored.filter((one) => hourBefore(one.time) < time).map(({ amount }) => amount)));

/** Equity at a time, and what one unit has become by then: a step of hours, each with what was paid in before it. */
function plainCurve(times: readonly Instant[]) {
  let [growth, before] = [new Decimal(1), new Decimal(0)];
  return times.map((time, index) => {
    const gained = time >= NOW ? sum(known.cycles.map(({ result }) => result)) : gainedAt(known, time);
    const equity = new Decimal(cashText(add(paidInBy(time), gained)));
    const last = times[index - 1];
    if (last !== undefined) growth = growth.times(growthOver({ last, time, before, equity }));
    before = equity;
    return { time, equity, growth };
  });
}

interface Step {
  readonly last: Instant;
  readonly time: Instant;
  readonly before: Decimal;
  readonly equity: Decimal;
}

/** The growth until the deposits of an hour, from equity of ended cycles alone, and the growth from then on. */
function growthOver({ last, time, before, equity }: Step): Decimal {
  const came = stored.filter((one) => one.isDeposit && hourBefore(one.time) >= last && hourBefore(one.time) < time);
  const latest = Math.max(...came.map((one) => one.time));
  if (came.length === 0) return equity.div(before);
  const ended = sum(known.cycles.filter(({ endAt }) => endAt <= latest).map(({ result }) => result));
  const paidIn = paidInBy(last <= hourBefore(instantOf(latest)) ? hourBefore(instantOf(latest)) : last);
  const flat = new Decimal(cashText(add(paidIn, ended)));
  const deposited = cashText(sum(came.map(({ amount }) => amount)));
  return flat.div(before).times(equity.div(flat.plus(deposited)));
}

function deepest(curve: ReturnType<typeof plainCurve>): number {
  let [peak, fall] = [new Decimal(0), new Decimal(0)];
  for (const { growth } of curve) {
    peak = Decimal.max(peak, growth);
    fall = Decimal.min(fall, growth.div(peak).minus(1));
  }
  return fall.times(100).toNumber();
}

const hoursFrom = (from: Instant): Instant[] => {
  const times: Instant[] = [from];
  for (let time = hourBefore(from) + HOUR_MS; time < NOW; time += HOUR_MS) times.push(instantOf(time));
  return [...times, NOW];
};

async function answers(days: number) {
  const rows: PortfolioRow[] = await read((tx) => listPortfolios(tx, 'ann', null));
  const [card] = await presentPortfolios(await read((tx) => readPortfolios(tx, 'ann', { rows, now: NOW })), runtime);
  const query = { dateFrom: new Date(NOW - days * DAY_MS).toISOString() };
  const pnl = await presentPnl(
    await read((tx) => readPnl(tx, 'ann', { portfolioId: ID, query, hour: hourOfPnl(runtime) })),
    query,
    { runtime, closed: [] },
  );
  const returned = await read((tx) => readReturns(tx, 'ann', { rows, deleted: [], query, now: NOW }));
  const returns = await presentReturns(returned, { runtime, closes });
  return { card, pnl, times: returns.times, item: at(returns.items, 0) };
}

/** Deposits, withdrawals and an adopted position, at random minutes; two of them within an hour. */
function randomTransfers(): Transfer[] {
  const dice = chance(SEED_OF_RUN + 1);
  const times = [7, 19, 33, 34, 52].map((day) => later(START, day * DAY_MS + dice.between(0, 1_439) * MINUTE_MS + 1));
  return [
    { time: at(times, 0), amount: cash(45_000_00000000), isDeposit: true },
    { time: at(times, 1), amount: cash(-60_000_12345678), isDeposit: true },
    { time: at(times, 2), amount: cash(-70_00000000), isDeposit: false },
    { time: at(times, 3), amount: cash(dice.between(1, 90_000_00000000)), isDeposit: true },
    { time: later(at(times, 3), 1), amount: cash(1_00000000), isDeposit: true },
    { time: at(times, 4), amount: cash(20_000_00000000), isDeposit: true },
  ];
}

describe(`capital that comes and goes (seed ${SEED_OF_RUN})`, () => {
  it.each([20, 58])(
    'a deposit changes no earlier point of the last %i days, no drawdown and no return',
    async (days) => {
      const before = await answers(days);
      await transfer([{ time: later(NOW, -MINUTE_MS), amount: cash(33_333_00000000), isDeposit: true }]);
      const after = await answers(days);
      expect(after.pnl.points.slice(0, -1)).toEqual(before.pnl.points.slice(0, -1));
      expect(after.item.equity.slice(0, -1)).toEqual(before.item.equity.slice(0, -1));
      expect(after.item.holding.slice(0, -1)).toEqual(before.item.holding.slice(0, -1));
      const percents = ({ card, pnl }: typeof before) =>
        [card?.drawdownMaxPercent, card?.drawdownNowPercent, pnl.statistics.maxDrawdownPercent].map(Number);
      for (const [index, percent] of percents(after).entries())
        expect(percent).toBeCloseTo(at(percents(before), index), 5);
      const growth = ({ item }: typeof before) => Number(item.equity.at(-1)) / Number(item.base.at(-1));
      expect(growth(after)).toBeCloseTo(growth(before), 9);
    },
  );

  it('equity is what it was, and drawdown and return are those of an hourly walk, over transfers of every kind', async () => {
    await transfer(randomTransfers());
    for (const days of [20, 58]) {
      const { card, pnl, times, item } = await answers(days);
      const from = later(NOW, -days * DAY_MS);
      const plain = plainCurve(hoursFrom(from));
      const equityAt = new Map(plain.map(({ time, equity }) => [time, equity.toFixed(8)]));
      for (const { ts, equity } of pnl.points)
        expect(`${ts} ${equity}`).toBe(`${ts} ${equityAt.get(instantOf(Date.parse(ts)))}`);
      expect(Number(pnl.statistics.maxDrawdownPercent)).toBeCloseTo(deepest(plain), 4);
      const life = plainCurve(hoursFrom(at(known.hours, 0).at));
      expect(Number(card?.drawdownMaxPercent)).toBeCloseTo(deepest(life), 4);
      const growthAt = new Map(plain.map(({ time, growth }) => [time, growth.toNumber()]));
      for (const [index, time] of times.entries()) {
        const growth = growthAt.get(instantOf(Date.parse(time)));
        if (growth === undefined) continue;
        expect(Number(item.equity[index]) / Number(item.base[index]), time).toBeCloseTo(growth, 8);
        expect(Number(item.holding[index]) / Number(item.base[index]), time).toBeCloseTo(1, 8);
      }
    }
  });
});
