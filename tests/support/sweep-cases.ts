import { cashFrom, rateFrom } from '#base/decimal.ts';
import { add, type Cash, type Rate, type Steps, steps, ticks, ZERO_CASH } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { AccountInSimulation } from '#engine/model/account.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import { type Instrument, quantityFor } from '#engine/model/instrument.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { marketMinute } from '#engine/scan/market-minutes.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { dayMarks, MARK_NUMBERS } from '#engine/sweep/day-marks.ts';
import type { SweepEvent } from '#engine/sweep/events.ts';
import { FIGURES, type FigureName, figuresAt } from '#engine/sweep/figures.ts';
import { strategyPlan } from '#engine/sweep/rules/strategy-plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import { INSTRUMENTS } from '../oracle/random-case.ts';
import { randomColumns } from './columns.ts';
import { START } from './market.ts';
import { randomCondition, randomStrategy } from './random-strategy.ts';
import { startedAccount } from './stored-bots.ts';
import { sweepLadder } from './sweep-ladder.ts';

/** One bot, one symbol and its market history. */
export interface SweepCase<Params extends BotParams = LadderParams> {
  readonly instrument: Instrument;
  readonly kind: BotKind;
  readonly params: Params;
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
  /** Closed results and equity at the close of each day and at the end, cash. */
  readonly curve: readonly number[];
}

export function swept({ history, from, to, ...input }: SweepCase<BotParams>): SweepOutcome {
  const events: SweepEvent[] = [];
  const plan = planOfCase(input);
  const perRun = dayMarks(history.columns.start, { from, to }).length;
  const marks = { rows: new Float64Array(perRun * MARK_NUMBERS), perRun };
  sweepLadders(history, [plan], { from, to, figures: new Float64Array(FIGURES), marks });
  const rows = new Float64Array(FIGURES + 2).fill(7);
  sweepLadder(history, plan, from, to, rows, 1, (event) => events.push(event));
  return { events: expiriesLast(events), figures: figuresAt(rows, 1), curve: [...marks.rows] };
}

function planOfCase({ kind, params, instrument, ...account }: Omit<SweepCase<BotParams>, 'history' | 'from' | 'to'>) {
  return strategyPlan({ kind, params }, instrument, account);
}

/**
 * The kernel finishes a minute for one atom before the next, while the account closes the minute for all atoms at once. So
 * the end of a base order that expires unfilled is moved after everything else in its minute.
 */
function expiriesLast(events: readonly SweepEvent[]): SweepEvent[] {
  const minuteOf = ({ at }: SweepEvent): number => Math.floor(at / MINUTE_MS);
  const rankOf = (event: SweepEvent): number => {
    if (event.type === 'failed' || event.type === 'blocked' || event.type === 'opened') return 2;
    return event.type === 'ended' && event.reason === 'entry_expired' ? 1 : 0;
  };
  return events.toSorted((one, other) => minuteOf(one) - minuteOf(other) || rankOf(one) - rankOf(other));
}

/** The figures of two runs of the case, swept together stage by stage. */
export function sweptTogether({
  history,
  from,
  to,
  ...input
}: SweepCase<BotParams>): readonly SweepOutcome['figures'][] {
  const plan = planOfCase(input);
  const rows = new Float64Array(2 * FIGURES + 2).fill(7);
  sweepLadders(history, [plan, plan], { from, to, figures: rows, offset: 1 });
  return [figuresAt(rows, 1), figuresAt(rows, 1 + FIGURES)];
}

/** The index of the first difference between two event lists; null when they are equal. */
export function parting(one: readonly SweepEvent[], other: readonly SweepEvent[]): number | null {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) if (!isSame(one[index], other[index])) return index;
  return null;
}

function isSame(one: SweepEvent | undefined, other: SweepEvent | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [fields, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return fields.size === others.size && [...fields].every(([name, value]) => Object.is(value, others.get(name)));
}

/** The same from the account, minute by minute; plain code computes the figures from its records and equity. */
export function walked(input: SweepCase<BotParams>): SweepOutcome {
  const { instrument, kind, params, wallet, slippage, history, from, to } = input;
  const { symbol } = instrument;
  const market = { instruments: new Map([[symbol, instrument]]), slippage };
  const past: MarketHistory = { start: history.columns.start, minutes: to, symbols: new Map([[symbol, history]]) };
  const account = startedAccount({ wallet, limit: input.limit, minute: null, bots: [] }, market, {
    bots: [newEngineBot({ botId: 'bot', kind, symbols: [symbol], params, paramsVersion: 1 })],
    at: instantOf(START + from * MINUTE_MS - 1),
  });
  const curve = newCurve(wallet);
  const marks = new Set(dayMarks(history.columns.start, { from, to }));
  const marked: number[] = [];
  const records: AccountRecord[] = [];
  for (let index = from; index < to; index += 1) {
    const told = account.advance(marketMinute(past, index));
    for (const record of told) records.push(record);
    observeClose(curve, { told, wallet: account.wallet(), close: history.columns.close[index] ?? 0, instrument });
    if (marks.has(index)) marked.push(curve.closed, curve.equity);
  }
  return {
    events: expiriesLast(eventsOf(records)),
    figures: { ...figuresOf(records, account), ...curve.figures, ...blockedOf(records, history.columns.start, to) },
    curve: marked,
  };
}

interface Curve {
  peak: number;
  equity: number;
  /** Results of the cycles that have ended. */
  closed: number;
  readonly held: Map<string, { readonly quantity: number; readonly cost: number; readonly sign: number }>;
  readonly figures: {
    maxDrawdown: number;
    maxDrawdownShare: number;
    worstOpenLoss: number;
    minutesInPosition: number;
  };
}

function newCurve(wallet: Cash): Curve {
  const figures = { maxDrawdown: 0, maxDrawdownShare: 0, worstOpenLoss: 0, minutesInPosition: 0 };
  return { peak: wallet, equity: wallet, closed: 0, held: new Map(), figures };
}

/** Equity at the close of a minute, from the wallet and the positions of the cycle records. */
function observeClose(
  curve: Curve,
  now: { told: readonly AccountRecord[]; wallet: Cash; close: number; instrument: Instrument },
): void {
  const { held, figures } = curve;
  for (const record of now.told) {
    if (record.type !== 'cycle') continue;
    const { direction, cycle } = record;
    held.set(direction, { ...cycle.position, sign: direction === 'buy' ? 1 : -1 });
    if (cycle.endAt !== null || cycle.position.quantity === 0) held.delete(direction);
    if (cycle.endAt !== null) curve.closed += cycleResult(cycle);
  }
  let open = 0;
  for (const { quantity, cost, sign } of held.values()) {
    open += sign * (now.close * quantity * now.instrument.cashPerTickStep - cost);
  }
  const equity = now.wallet + open;
  curve.equity = equity;
  curve.peak = Math.max(curve.peak, equity);
  figures.maxDrawdown = Math.max(figures.maxDrawdown, curve.peak - equity);
  figures.maxDrawdownShare = Math.max(figures.maxDrawdownShare, (curve.peak - equity) / curve.peak);
  figures.worstOpenLoss = Math.min(figures.worstOpenLoss, open);
  if (held.size > 0) figures.minutesInPosition += 1;
}

function eventsOf(records: readonly AccountRecord[]): SweepEvent[] {
  const known = new Map<string, number>();
  return records.flatMap((record): SweepEvent[] => {
    if (record.type !== 'cycle' || record.cycle.seq === known.get(record.direction)) return eventsOfRecord(record);
    const { direction, cycle } = record;
    known.set(direction, cycle.seq);
    return [{ type: 'opened', at: cycle.openedAt, direction }, ...eventsOfRecord(record)];
  });
}

function eventsOfRecord(record: AccountRecord): SweepEvent[] {
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
        return [];
      });
    case 'cycle': {
      const { cycle, direction } = record;
      if (cycle.endAt === null || cycle.closeReason === null) return [];
      const { endAt: at, closeReason: reason, liquidationFee: fee } = cycle;
      const ended = { type: 'ended', at, direction, reason, result: cycleResult(cycle) } as const;
      return reason === 'liquidation' ? [{ type: 'liquidation', at, direction, fee }, ended] : [ended];
    }
    case 'note': {
      const { at, direction, code, figures } = record;
      if (code === 'BOT_ERROR') return [{ type: 'failed', at }];
      if (code === 'BOT_FINISHING') return [{ type: 'finishing', at }];
      if (code !== 'ENTRY_BLOCKED' || direction === null) return [];
      return [{ type: 'blocked', at, direction, reason: figures['reason'] as never }];
    }
    default:
      return [];
  }
}

/** Closes at which an entry was refused, by direction: from its note to the next note, or to the opening of a cycle. */
function blockedOf(records: readonly AccountRecord[], start: number, to: number) {
  const closeOf = (time: number): number => Math.floor((time - start) / MINUTE_MS);
  const since = new Map<string, number>();
  const seen = new Map<string, number>();
  let minutesBlocked = 0;
  const release = (direction: string, minute: number): void => {
    minutesBlocked += minute - (since.get(direction) ?? minute);
    since.delete(direction);
  };
  for (const record of records) {
    if (record.type === 'note' && record.code === 'ENTRY_BLOCKED' && record.direction !== null) {
      release(record.direction, closeOf(record.at));
      if (record.figures['reason'] !== 'MAX_OPEN_CYCLES') since.set(record.direction, closeOf(record.at));
    }
    if (record.type === 'cycle' && record.cycle.seq > (seen.get(record.direction) ?? 0)) {
      seen.set(record.direction, record.cycle.seq);
      release(record.direction, closeOf(record.cycle.openedAt));
    }
  }
  const atEnd = [...since.values()].map((minute) => to - minute);
  return {
    minutesBlocked: atEnd.reduce((total, minutes) => total + minutes, minutesBlocked),
    minutesBlockedAtEnd: Math.max(0, ...atEnd),
  };
}

function figuresOf(records: readonly AccountRecord[], account: AccountInSimulation) {
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
    losses: results.filter((result) => result < 0).length,
    won: results.filter((result) => result > 0).reduce((total, result) => add(total, result), ZERO_CASH),
    lost: results.filter((result) => result < 0).reduce((total, result) => add(total, result), ZERO_CASH),
    fills,
    gross: sum('gross'),
    commission: sum('commission'),
    funding: sum('funding'),
    liquidationFee: sum('liquidationFee'),
    unrealized,
    equityEnd: add(account.wallet(), unrealized),
    peakMargin,
    levelsFilledMax: Math.max(0, ...all.map(({ levelsFilled }) => levelsFilled)),
    liquidations,
    bestCycle: results.length === 0 ? 0 : Math.max(...results),
    worstCycle: results.length === 0 ? 0 : Math.min(...results),
  };
}

/** A random strategy of rules, or every third time a ladder behind one, over up to a day of a random walk. */
export function randomRuleSweep(dice: Chance): SweepCase<BotParams> {
  const { params: ladder, ...input } = randomSweep(dice, [300, 300, 1_500]);
  if (dice.next() < 1 / 3) {
    const timeframe = dice.pick(['1m', '5m', '15m']);
    const rule = { timeframe, trigger: dice.pick(['edge', 'level']), ...randomCondition(dice, 2, 'entry') };
    return { ...input, params: { ...ladder, entryConditions: rule } };
  }
  return { ...input, kind: ruleStrategy.kind, params: customParams.parse(randomStrategy(dice)) };
}

/** A random bot over up to seven days of a random walk. */
export function randomSweep(dice: Chance, lengths = [300, 300, 300, 1_500, 10_080]): SweepCase {
  const { instrument, start } = dice.pick(INSTRUMENTS);
  const isPressed = dice.next() < 0.3;
  const minutes = dice.pick(lengths);
  const volatility = isPressed ? 0.008 : dice.pick([0.0005, 0.002, 0.008]);
  const volume = dice.pick([300, 5_000, 100_000_000, 100_000_000]);
  const columns = randomColumns(dice, minutes, { start, volatility, volume });
  const frozen = freeze(dice, columns);
  const from = dice.pick([0, 0, dice.between(1, 200)]);
  const input = {
    instrument,
    params: isPressed ? { ...randomLadder(dice), ...pressed(dice) } : randomLadder(dice),
    wallet: cashFrom(isPressed ? '2000.12345678' : dice.pick(['300.12345678', '2000', '20000', '10000000'])),
    slippage: rateFrom(dice.pick(['0', '0.0005', '0.00012345'])),
    limit: dice.pick([null, null, null, cashFrom('400')]),
    history: { columns, index: skipIndexOf(columns), funding: randomFunding(dice, minutes), frozen },
    from,
    to: minutes,
  };
  // Drawn last, so that cases that once differed stay the same.
  const maxCycles = isPressed ? null : dice.pick([null, null, null, 1, 3]);
  const largest = dice.pick([null, null, null, null, '150']);
  return {
    ...input,
    kind: paperLadder.kind,
    params: { ...input.params, maxCycles },
    instrument:
      largest === null ? instrument : narrowed(instrument, quantityFor(instrument, cashFrom(largest), ticks(start))),
  };
}

/** The instrument with a maximum order quantity; for market orders, half of it. */
function narrowed(instrument: Instrument, quantityMax: Steps): Instrument {
  return { ...instrument, quantityMax, marketQuantityMax: steps(Math.floor(quantityMax / 2)) };
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

/** Any ladder that the product supports. */
export function randomLadder(dice: Chance): LadderParams {
  return ladderParams.parse(randomParams(dice));
}

/** Both directions with little margin and no stop, so that one or both are liquidated. */
function pressed(dice: Chance): Partial<LadderParams> {
  const marginType = dice.pick(['isolated', 'cross'] as const);
  return {
    direction: 'both',
    baseOrderSize: marginType === 'cross' ? '5000' : '60',
    safetyOrderSize: null,
    customLevels: null,
    baseOrderType: marginType === 'cross' ? 'market' : 'limit',
    leverage: dice.pick([75, 125]),
    stopLossPercent: null,
    takeProfitPercent: '5',
    trailingPercent: null,
    timeLimitS: null,
    maxOpenCycles: null,
    baseOrderOffsetPercent: '1.5',
    marginType,
    sizeType: 'notional',
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
