import { cashFrom, rateFrom } from '#base/decimal.ts';
import { add, type Cash, type Rate, ZERO_CASH } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { cycleResult } from '#engine/bots/closing.ts';
import type { Account } from '#engine/model/account.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { openAccount } from '#engine/run/account.ts';
import { marketMinute } from '#engine/scan/market-minutes.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import type { SweepEvent } from '#engine/sweep/events.ts';
import { FIGURES, type FigureName, figuresAt } from '#engine/sweep/figures.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { sweepLadder } from '#engine/sweep/sweep-ladder.ts';
import { INSTRUMENTS } from '../oracle/random-case.ts';
import { randomColumns } from './columns.ts';
import { START } from './market.ts';
import { botCommand } from './random-account.ts';

/** One bot, one symbol and what it lives through. */
export interface SweepCase {
  readonly instrument: Instrument;
  readonly params: LadderParams;
  readonly wallet: Cash;
  readonly slippage: Rate;
  readonly limit: Cash | null;
  readonly history: SymbolHistory;
  readonly from: number;
  readonly to: number;
}

export interface SweepOutcome {
  readonly events: readonly SweepEvent[];
  readonly figures: Readonly<Record<FigureName, number>>;
}

export function swept({ history, from, to, ...input }: SweepCase): SweepOutcome {
  const events: SweepEvent[] = [];
  const plan = sweepPlan(input.params, input.instrument, input);
  const rows = new Float64Array(FIGURES + 2).fill(7);
  sweepLadder(history, plan, from, to, rows, 1, (event) => events.push(event));
  return { events, figures: figuresAt(rows, 1) };
}

/** The same from the account, minute by minute; its figures by plain code over its records and the equity of every close. */
export function walked(input: SweepCase): SweepOutcome {
  const { instrument, params, wallet, slippage, history, from, to } = input;
  const { symbol } = instrument;
  const market = { instruments: new Map([[symbol, instrument]]), slippage };
  const past: MarketHistory = { start: history.columns.start, minutes: to, symbols: new Map([[symbol, history]]) };
  const account = openAccount({ wallet, limit: input.limit, minute: null, bots: [] }, market);
  const created = account.command(botCommand(params, 'bot', [symbol]), instantOf(START + from * MINUTE_MS - 1));
  if (!created.ok) throw new Error('the bot was refused');
  const tally = newTally(wallet);
  const records: AccountRecord[] = [];
  for (let index = from; index < to; index += 1) {
    records.push(...account.advance(marketMinute(past, index)));
    observeClose(tally, account);
  }
  const { peak: _, ...curve } = tally;
  return { events: eventsOf(records), figures: { ...figuresOf(records, account), ...curve } };
}

function newTally(wallet: Cash) {
  return { peak: wallet as number, maxDrawdown: 0, maxDrawdownShare: 0, worstOpenLoss: 0, minutesInPosition: 0 };
}

function observeClose(tally: ReturnType<typeof newTally>, account: Account): void {
  const views = account.views('bot');
  const open = views.reduce((total, view) => add(total, view.unrealized), ZERO_CASH);
  const equity = add(account.wallet(), open);
  tally.peak = Math.max(tally.peak, equity);
  tally.maxDrawdown = Math.max(tally.maxDrawdown, tally.peak - equity);
  tally.maxDrawdownShare = Math.max(tally.maxDrawdownShare, (tally.peak - equity) / tally.peak);
  tally.worstOpenLoss = Math.min(tally.worstOpenLoss, open);
  if (views.some((view) => view.initialMargin > 0)) tally.minutesInPosition += 1;
}

function eventsOf(records: readonly AccountRecord[]): SweepEvent[] {
  return records.flatMap((record) => eventOf(record));
}

function eventOf(record: AccountRecord): SweepEvent[] {
  switch (record.type) {
    case 'trade': {
      const { at, direction, role, level, price, quantity, commission, gross, isMaker } = record;
      const isEntry = role === 'base' || role === 'safety';
      const told = { at, direction, role, price, quantity, isMaker, level: isEntry ? level : 0, commission, gross };
      return [{ type: 'fill', ...told }];
    }
    case 'ledger':
      return record.postings.flatMap(({ account, amount }): SweepEvent[] => {
        const direction = account.includes('-buy-') ? 'buy' : 'sell';
        if (account.startsWith('funding:')) return [{ type: 'funding', at: record.at, direction, paid: amount }];
        if (account.startsWith('liq_fee:')) return [{ type: 'liquidation', at: record.at, direction, fee: amount }];
        return [];
      });
    case 'cycle': {
      const { cycle, direction } = record;
      if (cycle.endAt === null || cycle.closeReason === null) return [];
      return [{ type: 'ended', at: cycle.endAt, direction, reason: cycle.closeReason, result: cycleResult(cycle) }];
    }
    case 'note': {
      const { at, direction, code, figures } = record;
      if (code === 'BOT_ERROR') return [{ type: 'failed', at }];
      if (code !== 'ENTRY_BLOCKED' || direction === null) return [];
      return [{ type: 'blocked', at, direction, reason: figures['reason'] as never }];
    }
    default:
      return [];
  }
}

function figuresOf(records: readonly AccountRecord[], account: Account) {
  const cycles = new Map<string, Cycle>();
  let [peakMargin, liquidations, fills] = [ZERO_CASH as number, 0, 0];
  for (const record of records) {
    if (record.type === 'cycle') cycles.set(`${record.direction}${record.cycle.seq}`, record.cycle);
    if (record.type === 'net-cycle') peakMargin = Math.max(peakMargin, record.netCycle.peakMargin);
    if (record.type === 'trade') fills += 1;
    if (record.type === 'trade' && record.role === 'liquidation') liquidations += 1;
  }
  const all = [...cycles.values()];
  const results = all.filter((cycle) => cycle.endAt !== null && cycle.beginAt !== null).map(cycleResult);
  const sum = (name: 'gross' | 'commission' | 'funding' | 'liquidationFee') =>
    all.reduce((total, cycle) => add(total, cycle[name]), ZERO_CASH);
  const unrealized = account.views('bot').reduce((total, view) => add(total, view.unrealized), ZERO_CASH);
  return {
    cycles: results.length,
    wins: results.filter((result) => result > 0).length,
    fills,
    gross: sum('gross'),
    commission: sum('commission'),
    funding: sum('funding'),
    liquidationFee: sum('liquidationFee'),
    unrealized,
    equityEnd: add(account.wallet(), unrealized),
    peakMargin,
    levelsFilledMax: Math.max(0, ...all.map(({ levelsFilled }) => levelsFilled - 1)),
    liquidations,
    bestCycle: results.length === 0 ? 0 : Math.max(...results),
    worstCycle: results.length === 0 ? 0 : Math.min(...results),
  };
}

/** A random bot over up to seven days of a random walk. */
export function randomSweep(dice: Chance): SweepCase {
  const { instrument, start } = dice.pick(INSTRUMENTS);
  const minutes = dice.pick([300, 2_000, 10_080]);
  const volatility = dice.pick([0.0005, 0.002, 0.008]);
  const volume = dice.pick([300, 5_000, 100_000_000, 100_000_000]);
  const columns = randomColumns(dice, minutes, { start, volatility, volume });
  const frozen = freeze(dice, columns);
  const from = dice.pick([0, 0, dice.between(1, 200)]);
  return {
    instrument,
    params: ladderParams.parse(randomParams(dice)),
    wallet: cashFrom(dice.pick(['300.12345678', '2000', '20000', '10000000'])),
    slippage: rateFrom(dice.pick(['0', '0.0005', '0.00012345'])),
    limit: dice.pick([null, null, null, cashFrom('400')]),
    history: { columns, index: skipIndexOf(columns), funding: randomFunding(dice, minutes), frozen },
    from,
    to: minutes,
  };
}

function freeze(dice: Chance, columns: SymbolHistory['columns']): SymbolHistory['frozen'] {
  if (dice.next() < 0.6) return [];
  const frozen: { from: number; to: number }[] = [];
  const minutes = columns.low.length;
  for (let from = dice.between(0, 100); from < minutes; from += dice.between(20, 1_000)) {
    const to = Math.min(minutes, from + dice.pick([1, 3, 40]));
    const last = from === 0 ? (columns.open[0] ?? 0) : (columns.close[from - 1] ?? 0);
    for (const column of [columns.open, columns.high, columns.low, columns.close]) column.fill(last, from, to);
    columns.volume.fill(0, from, to);
    frozen.push({ from, to });
    from = to;
  }
  return frozen;
}

function randomFunding(dice: Chance, minutes: number): SymbolHistory['funding'] {
  const every = dice.pick([7, 60, 480, 100_000]);
  const count = Math.floor(minutes / every);
  const rates = [10_000, -10_000, 51_234, -375_000, 300_000, 0, 1];
  return {
    minute: Int32Array.from({ length: count }, (_, index) => (index + 1) * every - 1),
    rate: Int32Array.from({ length: count }, () => dice.pick(rates)),
  };
}

function randomParams(dice: Chance): LadderParamsInput {
  const size = () => dice.pick(['60', '100', '333.33', '999.99999999', '60', '5000']);
  const count = dice.pick([0, 1, 3, 5, 8, 20]);
  const customLevels = dice.next() < 0.15 ? randomLevels(dice, size) : null;
  const levels = customLevels?.length ?? count;
  const volumeScale = dice.pick(['1', '1.5', '1.0001', '0.9', '1.2345']);
  return {
    direction: dice.pick(['buy', 'sell', 'both', 'both']),
    sizeType: dice.pick(['notional', 'notional', 'margin']),
    baseOrderSize: size(),
    baseOrderType: dice.pick(['market', 'market', 'limit']),
    baseOrderOffsetPercent: dice.pick(['0', '0.1', '0.333333']),
    baseOrderTtlS: dice.pick([60, 90, 300, 3_600]),
    safetyOrderSize: dice.pick([null, size()]),
    safetyOrdersCount: count,
    activeSafetyOrders: levels > 1 ? dice.pick([null, 1, 2]) : null,
    stepPercent: dice.pick(['0.05', '0.1', '0.25', '0.5', '1', '0.123457', '7']),
    stepScale: dice.pick(['1', '1.5', '0.9', '1.2345', '0.8001']),
    volumeScale: count > 8 ? '1.0001' : volumeScale,
    customLevels,
    takeProfitPercent: dice.pick(['0.3', '1', '0.123456', '5', '0.05', null]),
    tpBasis: dice.pick(['average', 'average', 'base']),
    tpNetOfFees: dice.pick([true, false]),
    tpOrder: dice.pick(['limit', 'limit', 'market_trigger']),
    trailingPercent: dice.pick([null, null, '0.2', '1.0001', '0.05']),
    stopLossPercent: dice.pick([null, '30', '12.5', '6', '3', '1']),
    slBasis: dice.pick(['base', 'average']),
    cooldownS: dice.pick([0, 0, 30, 90, 600, 86_400]),
    leverage: dice.pick([1, 3, 5, 7, 20, 50, 75, 125]),
    marginType: dice.pick(['isolated', 'cross']),
    maxOpenCycles: dice.pick([null, null, 1]),
    timeLimitS: dice.pick([null, null, 60, 1_000, 3_600]),
  };
}

function randomLevels(dice: Chance, size: () => string): { deviationPercent: string; size: string }[] {
  const deviations = dice.pick([
    ['0.5'],
    ['0.1', '0.25', '1'],
    ['0.333333', '2', '2.5', '7.77'],
    ['1', '1', '60', '130'],
  ]);
  return deviations.map((deviationPercent) => ({ deviationPercent, size: size() }));
}
