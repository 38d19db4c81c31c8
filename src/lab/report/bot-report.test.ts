import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS } from '#base/time.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { NoteRecord } from '#engine/model/record.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { instantAt, marketMinute } from '#engine/scan/market-minutes.ts';
import { FIGURES, figuresAt } from '#engine/sweep/figures.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { randomBotRun } from '../../../tests/support/random-bot-run.ts';
import { storedReport } from '../../../tests/support/stored-bots.ts';
import { sweepLadder } from '../../../tests/support/sweep-ladder.ts';
import { walk } from '../../../tests/support/walk-history.ts';
import { figuresOfReport } from '../sweep/account-figures.ts';
import { type BotReport, type BotRun, botReport, type Drive, REPORT_BOT } from './bot-report.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const DAYS = 3;

describe('the report of one bot', () => {
  it('adds up to the last digit over trades, cycles, net cycles, days and the wallet', () => {
    const seen = { cycles: 0, funding: 0, liquidated: 0, open: 0 };
    checkProperty(
      fc.property(seeds, (seed) => {
        const report = storedReport(randomBotRun(chance(seed), { minutes: DAYS * 1_440 - 7 }));
        expectSums(report);
        seen.cycles += report.cycles.length;
        seen.funding += report.funding.length;
        seen.liquidated += report.flags.includes('LIQUIDATED') ? 1 : 0;
        seen.open += report.flags.includes('OPEN_AT_END') ? 1 : 0;
      }),
      60, // Two runs of five end with an open position; of twenty, too few sometimes did.
    );
    expect(Math.min(seen.cycles, seen.funding, seen.open)).toBeGreaterThan(3);
  });

  it('is the same whether quiet minutes were skipped or walked', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const run = randomBotRun(chance(seed), { minutes: DAYS * 1_440 });
        expect(storedReport(run)).toEqual(storedReport(run, walk));
      }),
      10,
    );
  });

  it('without a log, keeps only notes about the whole bot, blocked entries and skipped steps', () => {
    let notes = 0;
    const isTold = ({ symbol, code }: NoteRecord): boolean =>
      symbol === null || code === 'ENTRY_BLOCKED' || code === 'STEP_SKIPPED';
    checkProperty(
      fc.property(seeds, (seed) => {
        const run = randomBotRun(chance(seed), { minutes: DAYS * 1_440 });
        const whole = storedReport(run);
        const bare = storedReport({ ...run, market: { ...run.market, hasLog: false } });
        const told = whole.notes.filter(isTold);
        expect(bare).toEqual({ ...whole, notes: told });
        notes += whole.notes.length - told.length;
      }),
      10,
    );
    expect(notes).toBeGreaterThan(20);
  });

  it('is the same whether or not the account reports every intermediate step', () => {
    let open = 0;
    checkProperty(
      fc.property(seeds, (seed) => {
        const run = randomBotRun(chance(seed), { minutes: DAYS * 1_440 });
        const report = storedReport(run);
        expect(report).toEqual(storedReport({ ...run, market: { ...run.market, hasSteps: true } }));
        open += report.netCycles.filter(({ netCycle }) => netCycle.endAt === null).length;
      }),
      25,
    );
    expect(open).toBeGreaterThan(0); // Episodes that are still open are told by their bot, not by a record.
  });

  it('has the same figures as a sweep of the same parameters, drawdown included', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const run = randomBotRun(chance(seed), { minutes: DAYS * 1_440, symbols: 1 });
        expect(figuresOfReport(storedReport(run))).toEqual(swept(run));
      }),
      40,
    );
  });

  it('values equity at 00:00 UTC at the last close before it', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const run = randomBotRun(chance(seed), { minutes: DAYS * 1_440 + 5 });
        expect(storedReport(run).equity.points.slice(1, -1)).toEqual(midnightsOf(run));
      }),
      10,
    );
  });

  it.each([
    ['BTCUSDT', 'buy'],
    ['XRPUSDT', 'both'],
  ])('is the same jumped, walked and swept over the recorded month of %s, %s', async (symbol, direction) => {
    const params = ladderParams.parse({
      direction,
      baseOrderSize: '500',
      stepPercent: '0.5',
      takeProfitPercent: '0.6',
    });
    const market = { instruments: recordedInstruments(), slippage: rateFrom('0.0005') };
    const history = await recordedHistory([symbol]);
    const run = { history, market, symbols: [symbol], kind: paperLadder.kind, params, wallet: cashFrom('10000') };
    const report = botReport(run);
    expect(report).toEqual(botReport(run, walk));
    expect(figuresOfReport(report)).toEqual(swept(run));
    expectSums(report);
    expect(report.results.length).toBeGreaterThan(30);
    expect(report.equity.points.slice(1, -1)).toEqual(midnightsOf(run)); // Funding is settled at 00:00 here: it counts to the day.
    expect(report.equity.points.length).toBe(32);
  });
});

function expectSums(report: BotReport): void {
  const { cycles, netCycles, orders, trades, funding, totals } = report;
  const { points } = report.equity;
  for (const { symbol, direction, cycle } of cycles) {
    const isOwn = (row: { symbol: string; direction: string; cycleSeq: number }) =>
      row.symbol === symbol && row.direction === direction && row.cycleSeq === cycle.seq;
    const fills = trades.filter(isOwn);
    expect(sum(fills.map(({ gross }) => gross))).toBe(cycle.gross);
    expect(sum(fills.map(({ commission }) => commission))).toBe(cycle.commission);
    expect(sum(funding.filter(isOwn).map(({ amount }) => amount))).toBe(cycle.funding);
    for (const { order, state } of orders.filter(isOwn)) {
      const filled = fills.filter((fill) => fill.order === order.number).map(({ quantity }) => quantity);
      expect(sum(filled)).toBe(order.filled);
      if (cycle.endAt !== null) expect(state).not.toBe('OPEN');
    }
  }
  expect(new Set(funding.map(({ sourceId }) => sourceId)).size).toBe(funding.length);
  for (const { symbol, netCycle } of netCycles) {
    const own = cycles.filter((row) => row.symbol === symbol && row.netCycleSeq === netCycle.seq);
    const net = netCycle.gross + netCycle.funding - netCycle.commission - netCycle.liquidationFee;
    expect(sum(own.map(({ cycle }) => cycleResult(cycle)))).toBe(net);
  }
  expect(totals.gross + totals.funding - totals.commission - totals.liquidationFee).toBe(totals.result);
  expect(totals.equityAtStart + totals.result + totals.unrealized).toBe(totals.equityAtEnd);
  expect([points[0]?.equity, points.at(-1)?.equity]).toEqual([totals.equityAtStart, totals.equityAtEnd]);
}

/** Wallet and open results as the account itself has them when a day ends. */
function midnightsOf(run: BotRun) {
  const points: EquityPoint[] = [];
  const drive: Drive = (account, history, { tell }) => {
    for (let index = 0; index < history.minutes; index += 1) {
      tell(account.advance(marketMinute(history, index)));
      const at = instantAt(history, index + 1);
      if (at % DAY_MS !== 0) continue;
      const open = account.views(REPORT_BOT).map(({ unrealized }) => unrealized);
      points.push({ at, equity: sum([account.wallet(), ...open]) });
    }
    return history.minutes;
  };
  storedReport(run, drive);
  return points;
}

function swept({
  history,
  market,
  symbols,
  params,
  wallet,
}: BotRun): Record<keyof ReturnType<typeof figuresOfReport>, number> {
  const [symbol = ''] = symbols;
  const [stored, instrument] = [history.symbols.get(symbol), market.instruments.get(symbol)];
  if (stored === undefined || instrument === undefined) throw new Error(`${symbol} is known`);
  const row = new Float64Array(FIGURES);
  const plan = sweepPlan(ladderParams.parse(params), instrument, { wallet, slippage: market.slippage });
  sweepLadder(stored, plan, 0, history.minutes, row, 0);
  return figuresAt(row, 0);
}
