import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { add, type Cash, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { ETH, marketOf, minutesOf, START } from '../../../tests/support/market.ts';
import { botCommand, type RandomRun as Run, randomRun } from '../../../tests/support/random-account.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import type { Cycle } from '../model/cycle.ts';
import type {
  CycleRecord,
  LedgerAccount,
  LedgerRecord,
  NetCycleRecord,
  OrderRecord,
  TradeRecord,
} from '../model/record.ts';
import { cycleIdOf, netCycleIdOf, orderIdOf } from '../model/record.ts';
import { simulateAccount } from './simulate-account.ts';

const CASES = 300;
const SEED = SEED_OF_RUN;

type TradesOfCycles = ReadonlyMap<string, readonly TradeRecord[]>;
type Posted = (account: LedgerAccount) => Cash;

/** Every third account has deals by hand besides the bots' own orders. */
const runOf = (index: number, options: { readonly restartEvery?: number } = {}) =>
  randomRun(chance(SEED + index), { ...options, ...(index % 3 === 0 ? { deals: chance(SEED + index) } : {}) });

describe(`ledger invariants over ${CASES} random accounts, seed ${SEED}`, () => {
  const runs = Array.from({ length: CASES }, (_, index) => runOf(index));

  it('are checked on fills, stops, liquidations, funding, partial fills and net cycles', () => {
    const all = runs.flatMap(({ records }) => records);
    const roles = new Set(all.flatMap((record) => (record.type === 'trade' ? [record.role] : [])));
    expect([...roles].sort()).toEqual([
      'base',
      'exit',
      'liquidation',
      'manual',
      'safety',
      'stop_loss',
      'take_profit',
      'trailing',
    ]);
    const states = new Set(all.flatMap((record) => (record.type === 'cycle' ? [record.cycle.state] : [])));
    expect([...states].sort()).toEqual([
      'CANCELED',
      'CLOSED',
      'CLOSING',
      'DETACHED',
      'LIQUIDATED',
      'OPEN',
      'PENDING_ENTRY',
      'SUSPENDED',
    ]);
    expect(all.some((record) => record.type === 'order' && record.state === 'PARTIALLY_FILLED')).toBe(true);
    expect(all.some((record) => record.type === 'ledger' && record.sourceId.includes('-funding-'))).toBe(true);
  });

  it('L1: the postings of every event sum to zero', () => {
    for (const event of runs.flatMap(ledgerOf)) expect(sum(event.postings.map(({ amount }) => amount))).toBe(0);
  });

  it('L2, L6, L8, L9: trades sum to cycles, cycles to net cycles, and everything to the wallet, to the last digit', () => {
    for (const run of runs) {
      const cycles = newest(cyclesOf(run), (record) => cycleIdOf(record, record.cycle.seq));
      const [trades, posted] = [Map.groupBy(tradesOf(run), cycleOf), postedOf(run)];
      for (const record of cycles.values()) expectTradesMakeCycle(record, trades, posted);
      const results = sum([...cycles.values()].map(({ cycle }) => resultOf(cycle)));
      expect(run.account.wallet()).toBe(subtract(add(run.wallet, results), posted('transfer')));
      expectNetCyclesMatch(run, cycles);
    }
  });

  it('L3, L4: a closed cycle sold exactly what it bought; an open one holds the sum of its fills', () => {
    for (const run of runs) {
      for (const { cycle } of newest(cyclesOf(run), (record) => cycleIdOf(record, record.cycle.seq)).values()) {
        const open = cycle.state === 'DETACHED' ? null : cycle.position.quantity;
        if (open !== null) expect(subtract(cycle.entryQuantity, cycle.exitQuantity)).toBe(open);
        if (cycle.state === 'CLOSED' || cycle.state === 'LIQUIDATED') expect(open).toBe(0);
      }
    }
  });

  it('L5, L10: an order is filled by the sum of its trades; every trade and ledger event is recorded once', () => {
    for (const run of runs) {
      const trades = tradesOf(run);
      const orderOf = (trade: TradeRecord): string => orderIdOf(trade, trade.cycleSeq, trade.order);
      const ids = trades.map((trade) => `${orderOf(trade)}-${trade.fill}`);
      expect(new Set(ids).size).toBe(ids.length);
      const sources = ledgerOf(run).map(({ sourceId }) => sourceId);
      expect(new Set(sources).size).toBe(sources.length);
      const tradesOfOrders = Map.groupBy(trades, orderOf);
      for (const [id, order] of newest(ordersOf(run), (record) =>
        orderIdOf(record, record.cycleSeq, record.order.number),
      )) {
        const own = tradesOfOrders.get(id) ?? [];
        expect(own.reduce((total, trade) => total + trade.quantity, 0)).toBe(order.order.filled);
        if (order.state === 'FILLED' && order.order.quantity !== null)
          expect(order.order.filled).toBe(order.order.quantity);
      }
    }
  });

  it('L11: a resting take profit is exactly as large as the position', () => {
    for (const run of runs) {
      for (const { cycle } of cyclesOf(run)) {
        if (cycle.endAt !== null) continue;
        for (const order of cycle.orders.filter(({ role }) => role === 'take_profit')) {
          if (order.quantity !== null) expect(order.quantity - order.filled).toBe(cycle.position.quantity);
        }
      }
    }
  });

  it('L13: the same minutes and commands give the same records, wherever a restart comes between', () => {
    for (let index = 0; index < 40; index += 1) {
      const whole = runs[index]?.records;
      expect(runOf(index, { restartEvery: 17 }).records).toEqual(whole);
    }
  });

  it('the margin committed by the account is the sum of that committed by its bots', () => {
    for (const { account } of runs) {
      const bots = account.snapshot().bots.map(({ bot }) => account.committed(bot.botId));
      expect(account.committed()).toBe(sum(bots));
    }
    expect(runs.some(({ account }) => account.committed() > 0)).toBe(true);
  });

  it('L14: sizes multiplied by k multiply the gross by k where nothing is rounded', () => {
    const grossOf = (factor: number): Cash => {
      const account = simulateAccount(
        { wallet: cashFrom('1000000'), limit: null, minute: null, bots: [] },
        marketOf([ETH]),
      );
      account.command(
        botCommand({ baseOrderSize: `${200 * factor}`, safetyOrdersCount: 0, tpNetOfFees: false }),
        instantOf(START - 1),
      );
      const minutes = minutesOf({
        ETHUSDT: [
          [200_000, 200_000, 200_000, 200_000],
          [200_000, 200_000, 200_000, 200_000],
          [200_000, 203_000, 200_000, 203_000],
        ],
      });
      const records = minutes.flatMap((minute) => [...account.advance(minute)]);
      return sum(records.flatMap((record) => (record.type === 'trade' ? [record.gross] : [])));
    };
    expect(grossOf(1)).toBe(cashFrom('2'));
    expect(grossOf(7)).toBe(cashFrom('14'));
  });
});

const ledgerOf = (run: Run): LedgerRecord[] => run.records.filter((record) => record.type === 'ledger');
const tradesOf = (run: Run): TradeRecord[] => run.records.filter((record) => record.type === 'trade');
const ordersOf = (run: Run): OrderRecord[] => run.records.filter((record) => record.type === 'order');
const cyclesOf = (run: Run): CycleRecord[] => run.records.filter((record) => record.type === 'cycle');
const netsOf = (run: Run): NetCycleRecord[] => run.records.filter((record) => record.type === 'net-cycle');
const resultOf = (cycle: Pick<Cycle, 'gross' | 'funding' | 'commission' | 'liquidationFee'>): Cash =>
  subtract(subtract(add(cycle.gross, cycle.funding), cycle.commission), cycle.liquidationFee);

const cycleOf = (trade: TradeRecord): string => cycleIdOf(trade, trade.cycleSeq);

function newest<T>(list: readonly T[], idOf: (item: T) => string): Map<string, T> {
  return new Map(list.map((item) => [idOf(item), item]));
}

/** Per account of the ledger, all that was posted to it. */
function postedOf(run: Run): Posted {
  const amounts = Map.groupBy(
    ledgerOf(run).flatMap(({ postings }) => postings),
    ({ account }) => account,
  );
  return (account) => sum((amounts.get(account) ?? []).map(({ amount }) => amount));
}

function expectTradesMakeCycle({ cycle, ...key }: CycleRecord, trades: TradesOfCycles, posted: Posted): void {
  const id = cycleIdOf(key, cycle.seq);
  const own = trades.get(id) ?? [];
  expect(sum(own.map(({ gross }) => gross))).toBe(cycle.gross);
  expect(sum(own.map(({ commission }) => commission))).toBe(cycle.commission);
  expect(subtract(ZERO_CASH, posted(`gross:${id}`))).toBe(cycle.gross);
  expect(posted(`fee:${id}`)).toBe(cycle.commission);
  expect(subtract(ZERO_CASH, posted(`funding:${id}`))).toBe(cycle.funding);
  expect(posted(`liq_fee:${id}`)).toBe(cycle.liquidationFee);
}

function expectNetCyclesMatch(run: Run, cycles: ReadonlyMap<string, CycleRecord>): void {
  for (const { botId, symbol, netCycle } of newest(netsOf(run), (r) =>
    netCycleIdOf(r.botId, r.symbol, r.netCycle.seq),
  ).values()) {
    const members = netCycle.cycles.map(
      ({ direction, seq }) => cycles.get(cycleIdOf({ botId, symbol, direction }, seq))?.cycle,
    );
    expect(members.length).toBeGreaterThan(0);
    expect(resultOf(netCycle)).toBe(sum(members.map((cycle) => (cycle === undefined ? ZERO_CASH : resultOf(cycle)))));
  }
}
