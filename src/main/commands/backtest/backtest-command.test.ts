import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { cashFrom, cashText } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { sum } from '#base/exact.ts';
import { DAY_MS, instantOf } from '#base/time.ts';
import { writeListings } from '#market/store/listing-file.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { programFile } from '../../../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { readConfig } from '../../config.ts';
import { backtestCommand, sweepCommand } from './backtest-command.ts';

const PROGRAM = programFile();
/** Bought when oversold, sold when overbought, with both directions closed by the rule of the other. */
const RULES = {
  timeframe: '15m',
  sizing: { type: 'equity_percent', value: '100' },
  buy: {
    enter: { op: 'crosses_above', a: { ind: 'rsi', n: 14 }, b: { const: '30' } },
    exit: { op: 'gt', a: { ind: 'rsi', n: 14 }, b: { const: '70' } },
    take_profit_percent: '2',
    stop: { type: 'percent', value: '2' },
  },
  sell: {
    enter: { op: 'crosses_below', a: { ind: 'rsi', n: 14 }, b: { const: '70' } },
    exit: { op: 'lt', a: { ind: 'rsi', n: 14 }, b: { const: '30' } },
    stop: { type: 'atr', n: 14, mult: '2' },
  },
};
const LADDER = { base_order_size: '500', step_percent: '0.5', take_profit_percent: '0.6', safety_orders_count: 4 };

let [place, files] = ['', 0];
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'botyard-backtest-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function paramsFile(content: unknown): string {
  files += 1;
  const file = path.join(place, `params-${files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Runs the real program in its own process, as `npm run botyard` does. */
function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', DATA_DIR: path.join(place, 'data') };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

const sums = z.object({ gross: z.string(), commission: z.string(), funding: z.string(), result: z.string() });
const originSchema = z.object({
  source: z.string(),
  engine_version: z.string().regex(/^\d+\.\d+\.\d+/),
  slippage_percent: z.string(),
  symbols: z.array(
    z.object({
      data_hash: z.string().regex(/^[0-9a-f]{64}$/),
      terms: z.string(),
      maker_fee_percent: z.string(),
      taker_fee_percent: z.string(),
      funding_source: z.string(),
      assumed_funding_percent: z.string().nullable(),
    }),
  ),
  notes: z.array(z.string()),
});
const reportSchema = z.object({
  origin: originSchema,
  halts: z.array(z.object({ reason: z.string(), from: z.string(), to: z.string().nullable() })),
  start: z.string(),
  end: z.string(),
  totals: sums.extend({ unrealized: z.string(), equity_at_start: z.string(), equity_at_end: z.string() }),
  flags: z.array(z.string()),
  equity: z.array(z.object({ ts: z.string(), equity: z.string() })),
  cycles: z.array(
    sums.extend({
      ...{ state: z.string(), close_reason: z.string().nullable(), direction: z.string() },
      ...{ begin_at: z.iso.datetime(), end_at: z.iso.datetime().nullable() },
    }),
  ),
  net_cycles: z.array(sums),
  trades: z.array(z.object({ price: z.string(), commission: z.string(), gross: z.string(), quote_qty: z.string() })),
  funding: z.array(z.object({ amount: z.string() })),
  orders: z.array(z.object({ state: z.string() })),
  log: z.array(z.object({ detail: z.string() })),
});
const rankingSchema = z.object({
  sweeps: z.tuple([
    z.object({
      symbol: z.string(),
      origin: originSchema,
      refused: z.number(),
      sets: z.array(
        z.object({
          params: z.object({ take_profit_percent: z.string() }),
          cycles: z.number(),
          equity_end: z.string(),
          gross: z.string(),
          max_drawdown_share: z.string(),
        }),
      ),
    }),
  ]),
});

const total = (amounts: readonly string[]): string => cashText(sum(amounts.map(cashFrom)));

describe('npm run botyard -- backtest', () => {
  it('reports one bot as text, and as one JSON document whose decimals add up', async () => {
    const words = ['backtest', '--symbol', 'BTCUSDT', '--params', paramsFile(LADDER), '--to', '2025-05-20'];
    const [told, document] = await Promise.all([run(...words), run(...words, '--json')]);
    const report = reportSchema.parse(JSON.parse(document.out));
    const { totals, cycles, trades, funding } = report;
    expect([told.code, document.code]).toEqual([0, 0]);
    expect([report.start, report.end]).toEqual(['2025-05-04T15:37:00.000Z', '2025-05-21T00:00:00.000Z']);
    for (const name of ['gross', 'commission', 'funding', 'result'] as const) {
      expect(total(cycles.map((cycle) => cycle[name]))).toBe(totals[name]);
      expect(total(report.net_cycles.map((cycle) => cycle[name]))).toBe(totals[name]);
    }
    expect(total(trades.map(({ gross }) => gross))).toBe(totals.gross);
    expect(total(trades.map(({ commission }) => commission))).toBe(totals.commission);
    expect(total(funding.map(({ amount }) => amount))).toBe(totals.funding);
    expect(total([totals.equity_at_start, totals.result, totals.unrealized])).toBe(totals.equity_at_end);
    expect(report.equity.at(-1)).toEqual({ ts: report.end, equity: totals.equity_at_end });
    const [data] = report.origin.symbols;
    expect(report.origin).toMatchObject({ source: 'the bundled recording', slippage_percent: '0.05', notes: [] });
    expect(data).toMatchObject({ maker_fee_percent: '0.02', taker_fee_percent: '0.05', funding_source: 'settled' });
    expect(told.out).toContain('; candles from the bundled recording; slippage 0.05 %; the last price as the mark\n');
    expect(told.out).toContain(
      `BTCUSDT: maker 0.02 %, taker 0.05 %, funding as settled, data ${data?.data_hash.slice(0, 16)}\n`,
    );
    expect(report.log[0]?.detail).toBe('Bot created.');
    expect(told.out).toContain('BTCUSDT, 2025-05-04 15:37 to 2025-05-21 00:00 UTC\nBotyard ');
    expect(told.out).toMatch(new RegExp(`^Fills +${trades.length}$`, 'm'));
    expect(told.out).toMatch(/^Deepest fall +-0.78 %\n {2}from the peak of +2025-05-19 00:09\n/m);
    expect(told.out).toContain(
      'Note: fewer than 30 daily returns, too few for growth a year and the Sharpe, Sortino and Calmar ratios.',
    );
    expect(told.err).toMatch(/^23543 minutes in [\d.]+ ms\n$/);
  });

  it('tells in JSON every figure of a report that the pages show, as its own rows add up to', async () => {
    const ends = { take_profit_percent: '1.5', stop_loss_percent: '0.6' };
    const ladder = { ...LADDER, ...ends, direction: 'both', step_percent: '0.2', safety_orders_count: 1 };
    const words = ['--symbol', 'ETHUSDT', '--params', paramsFile(ladder), '--to', '2025-05-16', '--json'];
    const document = JSON.parse((await run('backtest', ...words)).out);
    const { cycles, trades, equity } = reportSchema.parse(document);
    const { figures, by_direction: sides } = document;
    const ended = cycles
      .flatMap(({ end_at: endAt, begin_at: beginAt, ...cycle }) =>
        endAt === null ? [] : [{ ...cycle, beginAt, endAt }],
      )
      .toSorted((one, other) => one.endAt.localeCompare(other.endAt));
    const results = ended.map(({ result }) => Number(result));
    const minutes = ended.map(({ beginAt, endAt }) => Math.floor((Date.parse(endAt) - Date.parse(beginAt)) / 60_000));
    const losing = results.map((result) => (result < 0 ? 'L' : '.')).join('');
    const longest = Math.max(...losing.split(/[^L]+/).map(({ length }) => length));
    expect([figures.cycles, figures.wins]).toEqual([ended.length, results.filter((result) => result > 0).length]);
    expect([Number(figures.best_cycle), Number(figures.worst_cycle)]).toEqual([
      Math.max(...results),
      Math.min(...results),
    ]);
    expect([document.losing_streak_max, longest > 1]).toEqual([longest, true]);
    expect(document.cycle_minutes_mean).toBe(Math.round(minutes.reduce((sum, one) => sum + one, 0) / minutes.length));
    const volume = total(trades.map(({ quote_qty: value }) => value));
    expect([document.volume, document.cycle_minutes_max]).toEqual([volume, Math.max(...minutes)]);
    const rows: { name: string; result: string }[] = sides;
    for (const { name, result } of rows.slice(0, -1))
      expect(total(ended.flatMap((cycle) => (cycle.direction === name ? cycle.result : [])))).toBe(result);
    expect(rows.map(({ name }) => name)).toEqual(['buy', 'sell', 'open']);
    expect(total(rows.map(({ result }) => result))).toBe(figures.result);
    const days = equity.slice(1).map((point, place) => Number(point.equity) - Number(equity[place]?.equity));
    expect(Number(document.best_day.result)).toBeCloseTo(Math.max(...days), 6);
    expect(Number(document.worst_day.result)).toBeCloseTo(Math.min(...days), 6);
    expect(Number(document.equity_min)).toBeLessThan(Math.min(...equity.map((point) => Number(point.equity)))); // Of all minutes.
    const { market_change_percent: market, time_in_market_percent: inMarket } = figures;
    expect([Number(market) > 30, Number(inMarket) > 50, document.refused]).toEqual([true, true, []]);
    expect(Number(figures.roi_committed_percent)).toBeCloseTo((100 * figures.result) / figures.committed_margin, 6);
  });

  it('reports a strategy of rules, with cycles that its signals, its stops and its take profit closed', async () => {
    const words = ['backtest', '--symbol', 'BTCUSDT', '--params', paramsFile(RULES), '--to', '2025-05-20'];
    const [told, document] = await Promise.all([run(...words), run(...words, '--json')]);
    const { totals, cycles, trades, net_cycles } = reportSchema.parse(JSON.parse(document.out));
    expect([told.code, document.code]).toEqual([0, 0]);
    for (const name of ['gross', 'commission', 'funding', 'result'] as const) {
      expect(total(cycles.map((cycle) => cycle[name]))).toBe(totals[name]);
      expect(total(net_cycles.map((cycle) => cycle[name]))).toBe(totals[name]);
    }
    expect(total(trades.map(({ gross }) => gross))).toBe(totals.gross);
    expect(total([totals.equity_at_start, totals.result, totals.unrealized])).toBe(totals.equity_at_end);
    expect(new Set(cycles.map(({ close_reason }) => close_reason))).toEqual(
      new Set(['exit_signal', 'stop_loss', 'take_profit']),
    );
    expect(told.out).toMatch(/^ {2}by exit signal +[1-9]/m);
  });

  it('says which values of a strategy nobody stores before it reports on it', async () => {
    const enter = { any: [RULES.buy.enter, { op: 'gt', a: { ind: 'oi_change_percent', n: 3 }, b: { const: '1' } }] };
    const words = ['--symbol', 'BTCUSDT', '--params', paramsFile({ ...RULES, buy: { ...RULES.buy, enter } })];
    const { code, err } = await run('backtest', ...words, '--to', '2025-05-06');
    expect(code).toBe(0);
    expect(err).toMatch(/^buy\.enter\.any\.1\.a: /);
  });

  it('ranks a grid by final equity, with progress and speed on standard error', async () => {
    const grid = ['--grid', 'take_profit_percent=0.3,0.6,1,0.60;step_percent=0.4,0.8', '--from', '2025-05-20'];
    const words = ['backtest', '--symbol', 'XRPUSDT', '--params', paramsFile(LADDER), ...grid];
    const [told, document] = await Promise.all([run(...words), run(...words, '--json')]);
    const [{ sets, symbol, refused }] = rankingSchema.parse(JSON.parse(document.out)).sweeps;
    expect([symbol, refused, sets.length]).toEqual(['XRPUSDT', 0, 6]);
    const ends = sets.map((set) => cashFrom(set.equity_end));
    expect(ends).toEqual(ends.toSorted((one, other) => other - one));
    expect(told.out.split('\n')[5]).toMatch(new RegExp(`^1 +${sets[0]?.params.take_profit_percent} `));
    expect(told.err).toContain('take_profit_percent names 0.60 more than once: each is tried once.\n');
    expect(told.err).toContain('6 of 6 sets\n');
    expect(told.err).toMatch(/^XRPUSDT: 6 sets of 20,640 minutes in \d+ ms with \d+ workers, [\d,]+ candles\/s$/m);
  });

  it('ranks a grid over numbers inside the rules of a strategy, as a sweep', async () => {
    const grid = ['--grid', 'buy.enter.b.const=25,35;sell.stop.mult=1,3', '--to', '2025-05-20'];
    const { out, err } = await run('sweep', '--symbol', 'BTCUSDT', '--params', paramsFile(RULES), ...grid);
    expect(out).toMatch(/^ +buy\.enter\.b\.const +sell\.stop\.mult +equity at the end +cycles/m);
    expect(out).toMatch(/^1 +[23]5 +[13] +\d/m);
    expect(err).toContain('BTCUSDT: 4 sets of ');
  });

  it('omits parameter sets that no bot would be allowed to run, and says how many and why', async () => {
    const grid = ['--grid', 'base_order_size=1,500', '--from', '2025-06-01'];
    const { out, err, code } = await run('backtest', '--symbol', 'BTCUSDT', '--params', paramsFile(LADDER), ...grid);
    expect(code).toBe(0);
    expect(err).toContain(
      'Omitted sets, for example base_order_size 1: BTCUSDT cannot be traded with these parameters:\n  base_order_size: ',
    );
    expect(out).toContain('1 of 2 sets were omitted because no bot may run them.\n');
  });

  it('uses imported candles if there are any', async () => {
    const file = path.join(place, 'ETHUSDT.csv');
    const minutes = Array.from({ length: 20 }, (_, index) => {
      const low = index % 2 === 0 ? '1990' : '2000';
      return `${1_746_373_020_000 + index * 60_000},2000,2030,${low},2000,1000\n`;
    });
    writeFileSync(file, `open_time,open,high,low,close,volume\n${minutes.join('')}`);
    const imported = await run('candles', 'import', file, '--symbol', 'ETHUSDT');
    const told = await run('backtest', '--symbol', 'ETHUSDT', '--params', paramsFile(LADDER));
    expect(imported.err).toBe('');
    expect(told.out).toContain('ETHUSDT, 2025-05-04 15:37 to 2025-05-04 15:57 UTC\nBotyard ');
    expect(told.out).toMatch(/Cycles ended +\d+\n {2}by take profit +\d+\n/);
  });

  it('uses the filters that the exchange listed for an imported symbol', async () => {
    const file = path.join(place, 'ADAUSDT.csv');
    const minutes = Array.from({ length: 20 }, (_, index) => {
      const low = index % 2 === 0 ? '0.699' : '0.7';
      return `${1_746_373_020_000 + index * 60_000},0.7,0.72,${low},0.7,100000\n`;
    });
    writeFileSync(file, `open_time,open,high,low,close,volume\n${minutes.join('')}`);
    const grids = ['--tick', '0.0001', '--step', '1'];
    await run('candles', 'import', file, '--symbol', 'ADAUSDT', ...grids);
    const own = await run('backtest', '--symbol', 'ADAUSDT', '--params', paramsFile(LADDER));
    expect(own.out).toContain(
      'Note: No contract ADAUSDT in the tick and step of these candles is known: fees, least order and tiers are assumed.',
    );
    const begin = { firstMinute: instantOf(0), startMinute: instantOf(40 * DAY_MS), recordings: new Map() };
    const listed = listedSymbols(begin).filter(({ instrument }) => instrument.symbol === 'ADAUSDT');
    const listing = { status: 'TRADING', sector: '', fundingHours: 8, hasBrackets: true } as const;
    await writeListings(
      path.join(place, 'data', 'candles'),
      listed.map(({ instrument, onboardDate }) => ({ ...listing, instrument, onboardDate })),
    );
    const told = await run('backtest', '--symbol', 'ADAUSDT', '--params', paramsFile(LADDER));
    expect(told.out).toContain('ADAUSDT, 2025-05-04 15:37 to 2025-05-04 15:57 UTC\nBotyard ');
    expect(told.out).not.toContain('No contract ADAUSDT');
    expect(told.out).toMatch(/Cycles ended +\d+\n {2}by take profit +[1-9]/);
  });

  it('uses the tick and step of the import for a symbol of your own, and needs a funding rate for it', async () => {
    const file = path.join(place, 'OWNUSDT.csv');
    const minutes = Array.from({ length: 1_440 }, (_, index) => {
      const price = (20 - index * 0.001).toFixed(3);
      return `${1_746_316_800_000 + index * 60_000},${price},${price},${price},${price},100000\n`;
    });
    writeFileSync(file, minutes.join(''));
    await run('candles', 'import', file, '--symbol', 'OWNUSDT', '--tick', '0.001', '--step', '0.1');
    const ladder = { ...LADDER, safety_orders_count: 0, stop_loss_percent: '4', leverage: 1 };
    const words = ['backtest', '--symbol', 'OWNUSDT', '--params', paramsFile(ladder), '--wallet', '510'];
    const refused = await run(...words);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('Funding of OWNUSDT is missing from 2025-05-04 00:00 to 2025-05-05 00:00 UTC.');
    const assumed = [...words, '--funding-rate', '0.0001', '--to', '2025-05-09'];
    const [told, document] = await Promise.all([run(...assumed), run(...assumed, '--json')]);
    const { origin, halts, funding, flags } = reportSchema.parse(JSON.parse(document.out));
    expect(origin.symbols[0]).toMatchObject({
      terms: 'assumed',
      funding_source: 'assumed',
      assumed_funding_percent: '0.01',
    });
    expect(origin.notes).toHaveLength(3);
    for (const note of origin.notes) expect(told.out).toContain(`Note: ${note}\n`);
    expect(origin.notes[0]).toBe('OWNUSDT: asked for to 2025-05-10 00:00, but stored candles end at 2025-05-05 00:00.');
    expect(funding.length).toBeGreaterThan(0);
    expect(flags).toEqual(
      expect.arrayContaining(['MARK_FROM_LAST', 'FUNDING_ASSUMED', 'CONTRACT_ASSUMED', 'ENTRY_BLOCKED']),
    );
    expect(halts).toMatchObject([{ reason: 'INSUFFICIENT_MARGIN', to: null }]);
    expect(told.out).toMatch(
      /^Note: OWNUSDT long opened no cycle from 2025-05-04 \d\d:\d\d to the end: the wallet has too/m,
    );
  });

  it('runs on the candles of a file as on the same candles imported, and stores none of them', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => {
      const price = (30 + Math.sin(index / 20)).toFixed(2);
      return `${1_746_316_800_000 + index * 60_000},${price},${price},${price},${price},1000`;
    });
    const file = path.join(place, 'FILEUSDT.csv');
    writeFileSync(file, lines.join('\n'));
    const grids = ['--tick', '0.01', '--step', '0.1'];
    const words = [
      'backtest',
      '--symbol',
      'FILEUSDT',
      '--strategy',
      paramsFile(LADDER),
      '--funding-rate',
      '0.0001',
      '--json',
    ];
    const given = await run(...words, '--candles', file, ...grids);
    const none = await run(...words);
    const imported = await run('candles', 'import', file, '--symbol', 'FILEUSDT', ...grids);
    const stored = await run(...words);
    expect([given.code, none.code, imported.code, stored.code]).toEqual([0, 2, 0, 0]);
    expect(none.err).toContain('There is no contract "FILEUSDT"');
    const [one, other] = [given, stored].map(({ out }) => JSON.parse(out));
    expect([one.origin.source, other.origin.source]).toEqual(['the given file', 'imported candles']);
    expect({ ...one, origin: { ...one.origin, source: '' } }).toEqual({
      ...other,
      origin: { ...other.origin, source: '' },
    });
    expect(one.cycles.length).toBeGreaterThan(2);
  });

  it('names file, line and column of a candle that cannot be read', async () => {
    const file = path.join(place, 'broken.csv');
    writeFileSync(file, '1746316800000,30,30,30,30,1000\n1746316860000,30,thirty,30,30,1000\n');
    const words = ['--symbol', 'FILEUSDT', '--strategy', paramsFile(LADDER), '--candles', file];
    const { code, out, err } = await run('backtest', ...words, '--tick', '0.01', '--step', '0.1');
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('broken.csv, line 2, column 3');
  });

  it('is refused when the folder of candles cannot be read, rather than falling back to the recording', async () => {
    const blocked = path.join(place, 'a-file');
    writeFileSync(blocked, '');
    const config = { ...readConfig({}), candlesDir: blocked };
    const refusal = backtestCommand(config, ['--symbol', 'BTCUSDT', '--params', paramsFile(LADDER)]);
    await expect(refusal).rejects.toMatchObject({ code: 'CANDLES_NOT_READABLE' });
    await expect(refusal).rejects.toThrow('cannot be read: a part of the path is a file, not a folder.');
  });

  it('ends where the funding of the recording ends, unless a rate is given for the rest', async () => {
    const words = ['backtest', '--symbol', 'BTCUSDT', '--params', paramsFile(LADDER), '--from', '2025-06-01'];
    const [known, whole] = await Promise.all([run(...words), run(...words, '--funding-rate', '0.0001')]);
    expect(known.out).toContain('BTCUSDT, 2025-06-01 00:00 to 2025-06-03 08:00 UTC\n');
    expect(whole.out).toContain('BTCUSDT, 2025-06-01 00:00 to 2025-06-03 15:32 UTC\n');
    expect(whole.out).toContain('Note: BTCUSDT: funding is missing from 2025-06-03 00:00 to 2025-06-03 15:32; 0.01 %');
  });

  it('reads a parameter file that starts with a byte order mark', async () => {
    const file = paramsFile(`\uFEFF${JSON.stringify(LADDER)}`);
    const told = await run('backtest', '--symbol', 'BTCUSDT', '--params', file, '--to', '2025-05-05');
    expect([told.code, told.out.includes('Equity at the end')]).toEqual([0, true]);
  });

  it('prints a sentence and exits with 2 when its input is wrong', async () => {
    const { code, out, err } = await run('backtest', '--symbol', 'BTCUSDT', '--params', paramsFile({ leverage: 5 }));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('is not a valid ladder:\n  base_order_size: ');
  });
});

it('a sweep without a grid prints its usage', async () => {
  await expect(sweepCommand(readConfig({}), ['--symbol', 'BTCUSDT'])).rejects.toThrow('Usage: sweep --symbol SYMBOL');
});

describe('a backtest is refused for', () => {
  const fine = ['--symbol', 'BTCUSDT', '--wallet', '10000'];
  it.each([
    ['no symbol', LADDER, ['--wallet', '1'], 'Usage: backtest --symbol SYMBOL'],
    ['an unknown option', LADDER, [...fine, '--fee', '0'], "Unknown option '--fee'"],
    [
      'an unknown symbol',
      LADDER,
      ['--symbol', 'ABCUSDT'],
      'There is no contract "ABCUSDT" in the bundled recording, which has BTCUSDT,',
    ],
    ['a symbol twice', LADDER, ['--symbol', 'BTCUSDT,BTCUSDT'], '--symbol cannot be "BTCUSDT,BTCUSDT"'],
    ['an invalid time', LADDER, [...fine, '--from', 'May'], '--from cannot be "May": it must be a UTC day or minute'],
    ['half a minute', LADDER, [...fine, '--to', '2025-05-05T00:00:30'], '--to cannot be "2025-05-05T00:00:30"'],
    [
      'minutes without candles',
      LADDER,
      [...fine, '--from', '2024-01-01', '--to', '2024-01-02'],
      'none of these minutes',
    ],
    ['a tick without a file of candles', LADDER, [...fine, '--tick', '0.1'], '--tick cannot be "0.1"'],
    [
      'a file of candles for two symbols',
      LADDER,
      ['--symbol', 'BTCUSDT,ETHUSDT', '--candles', 'file.csv'],
      '--symbol cannot be "BTCUSDT,ETHUSDT": it must be one symbol',
    ],
    [
      'a strategy that is named twice',
      LADDER,
      [...fine, '--strategy', 'other.json'],
      'Usage: backtest --symbol SYMBOL',
    ],
    ['an option twice', LADDER, [...fine, '--wallet', '5'], '--wallet is given twice'],
    [
      'a start after its end',
      LADDER,
      [...fine, '--from', '2025-06-02', '--to', '2025-05-20'],
      '--from 2025-06-02 is not before --to 2025-05-20: no minute lies between them.',
    ],
    ['a funding rate in percent', LADDER, [...fine, '--funding-rate', '0.01 %'], '--funding-rate cannot be "0.01 %"'],
    [
      'a parameter twice',
      '{"leverage": 5, "base_order_size": "500", "leverage": 7}',
      fine,
      'leverage: it is given twice',
    ],
    ['a parameter in another spelling', { baseOrderSize: '500' }, fine, 'baseOrderSize: write base_order_size'],
    ['a wallet that is not an amount', LADDER, ['--symbol', 'BTCUSDT', '--wallet', '1,5'], '--wallet cannot be "1,5"'],
    ['a grid over an unknown parameter', LADDER, [...fine, '--grid', 'color=red'], 'there is no parameter "color"'],
    ['a file that is not JSON', '{', fine, 'cannot be read: '],
    [
      'a parameter out of range',
      { ...LADDER, take_profit_percent: '0' },
      fine,
      'take_profit_percent: must be from 0.01 to 1000 %',
    ],
    ['an unknown parameter', { ...LADDER, profit: '1' }, fine, 'profit: no such parameter'],
    ['a list', [], fine, 'the file: '],
    [
      'too small an order',
      { ...LADDER, base_order_size: '5' },
      fine,
      'base_order_size: The base order has a quantity of 0.000 BTC, below the minimum of 0.00',
    ],
    [
      'an entry rule of nothing',
      { ...LADDER, entry_conditions: { timeframe: '15m' } },
      fine,
      'entry_conditions: needs one of the fields all, any, not and op',
    ],
    [
      'a rule of nothing for its steps',
      { ...LADDER, safety_conditions: { timeframe: '15m' } },
      fine,
      'safety_conditions: needs one of the fields all, any, not and op',
    ],
    [
      'a rule with a timeframe of its own',
      { ...RULES, sell: { enter: { ...RULES.sell.enter, timeframe: '1h' } } },
      fine,
      'is not a valid strategy:\n  sell.enter.timeframe: belongs beside buy and sell, not in a rule',
    ],
    ['a strategy too small', { ...RULES, sizing: { type: 'fixed_notional', value: '5' } }, fine, 'sizing.value: '],
    [
      'a grid over a place that the rules do not have',
      RULES,
      [...fine, '--grid', 'buy.enter.all.0.a.n=3'],
      'the strategy has nothing at "buy.enter.all.0.a.n"',
    ],
    [
      'a grid without a tradable set',
      LADDER,
      [...fine, '--grid', 'base_order_size=5'],
      'BTCUSDT cannot be traded with these parameters:\n  ',
    ],
  ])('%s, with a sentence', async (_what, params, words, sentence) => {
    const config = { ...readConfig({}), candlesDir: path.join(place, 'none') };
    const refusal = backtestCommand(config, ['--params', paramsFile(params), ...words]);
    await expect(refusal).rejects.toThrow(AppError);
    await expect(refusal).rejects.toThrow(sentence);
  });
});
