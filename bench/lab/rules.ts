import { at } from '#base/assert.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { sweptPast } from '#engine/sweep/rules/rules-over.ts';
import { type SweepStrategy, strategyPlan } from '#engine/sweep/rules/strategy-plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import { parseStrategyGrid, strategySets } from '#lab/grid/strategy-grid.ts';
import { accountFigures } from '#lab/sweep/account-figures.ts';
import { inlineSweep } from '#lab/sweep/inline-sweep.ts';
import { generatedYear } from '../ladder/generated-year.ts';
import { ACCOUNT } from '../ladder/subject.ts';
import { median } from '../median.ts';
import { sharedYear, YEAR_INSTRUMENT } from './years.ts';

const ROUNDS = 3;
const YEAR_SEED = 3;

const line = (value: string) => ({ const: value });
const rsi = { ind: 'rsi', n: 14 };
/** Both directions with an oscillator, a trend of a longer timeframe, a stop by range, and a way out by time. */
const strategy = (timeframe: string) => ({
  timeframe,
  sizing: { type: 'risk_percent', value: '1', maxNotional: '2000' },
  buy: {
    enter: { all: [{ op: 'crosses_above', a: rsi, b: line('30') }, trend('gt')] },
    exit: {
      any: [
        { op: 'gt', a: rsi, b: line('70') },
        { op: 'gte', a: { pos: 'bars_in_position' }, b: line('96') },
      ],
    },
    stop: { type: 'atr', n: 14, mult: '2.5' },
  },
  sell: {
    enter: { all: [{ op: 'crosses_below', a: rsi, b: line('70') }, trend('lt')] },
    exit: {
      any: [
        { op: 'lt', a: rsi, b: line('30') },
        { op: 'gte', a: { pos: 'bars_in_position' }, b: line('96') },
      ],
    },
    stop: { type: 'atr', n: 14, mult: '2.5' },
  },
});
function trend(op: 'gt' | 'lt') {
  return { op, a: { price: 'close', timeframe: '4h' }, b: { ind: 'ema', n: 20, timeframe: '4h' } };
}
const GATED = {
  ...{
    baseOrderSize: '500',
    safetyOrderSize: '600',
    safetyOrdersCount: 5,
    takeProfitPercent: '1.2',
    stopLossPercent: '18',
  },
  entryConditions: { timeframe: '15m', op: 'crosses_above', a: rsi, b: line('30') },
};
/** Sixty-four sets each: eight lines of the oscillator, and eight other numbers. */
const LINES = '20,22,24,26,28,30,32,34';

/** A set of a kind, what is varied in it, and what its speed is called. */
interface Raced {
  readonly name: string;
  readonly base: SweepStrategy;
  readonly grid: string;
}

const RACED: readonly Raced[] = [
  {
    name: 'rule_bot',
    base: { kind: ruleStrategy.kind, params: customParams.parse(strategy('15m')) },
    grid: `buy.enter.all.0.b.const=${LINES};buy.stop.mult=1,1.5,2,2.5,3,3.5,4,5`,
  },
  {
    name: 'rule_bot_on_minutes',
    base: { kind: ruleStrategy.kind, params: customParams.parse(strategy('1m')) },
    grid: `buy.enter.all.0.b.const=${LINES};buy.stop.mult=1,1.5,2,2.5,3,3.5,4,5`,
  },
  {
    name: 'gated_ladder',
    base: { kind: paperLadder.kind, params: ladderParams.parse(GATED) },
    grid: `entry_conditions.b.const=${LINES};take_profit_percent=0.8,1,1.2,1.4,1.6,1.8,2,2.5`,
  },
];

type Speed = { readonly candles_per_s: number; readonly alone_ms: number; readonly cycles: number };

/**
 * Candles a second of one core, by the processor time of the thread: 64 sets that share their columns, which are computed
 * within that time; and one set alone, milliseconds a year. Each must have the figures of the account.
 */
export function rulesFigures(tell: (line: string) => void) {
  inlineSweep();
  const history = sharedYear(generatedYear(YEAR_SEED));
  const speedOf = (raced: Raced): Speed => {
    const speed = raceOf(history, raced);
    tell(`${raced.name}: ${(speed.candles_per_s / 1e6).toFixed(0)} M candles/s, ${speed.alone_ms} ms alone`);
    return speed;
  };
  const [rule_bot, rule_bot_on_minutes, gated_ladder] = RACED.map(speedOf);
  if (rule_bot === undefined || rule_bot_on_minutes === undefined || gated_ladder === undefined)
    throw new Error('three');
  return { rule_bot, rule_bot_on_minutes, gated_ladder };
}

function raceOf(history: SymbolHistory, { base, grid }: Raced): Speed {
  const sets = strategySets(base, parseStrategyGrid(grid, base));
  const minutes = history.columns.close.length;
  const { kind } = base;
  const timed = (tried: readonly BotParams[]) => {
    const rows = new Float64Array(tried.length * FIGURES);
    const begin = process.threadCpuUsage();
    const plans = tried.map((params) => strategyPlan({ kind, params }, YEAR_INSTRUMENT, ACCOUNT));
    const past = sweptPast(history, YEAR_INSTRUMENT);
    sweepLadders(history, plans, { from: 0, to: minutes, figures: rows, past });
    const { user, system } = process.threadCpuUsage(begin);
    return { ms: (user + system) / 1_000, rows };
  };
  expectSame(timed(sets.slice(0, 1)).rows, { history, base, params: at(sets, 0) });
  const [together, alone]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [all, one] = [timed(sets).ms, timed(sets.slice(0, 1)).ms];
    if (round > 0) [together.push(all), alone.push(one)]; // The first one warms up.
  }
  const perSecond = (minutes * sets.length) / (median(together) / 1_000);
  const [cycles = 0] = timed(sets.slice(0, 1)).rows;
  return { candles_per_s: Math.round(perSecond), alone_ms: Math.round(median(alone) * 10) / 10, cycles };
}

interface Compared {
  readonly history: SymbolHistory;
  readonly base: SweepStrategy;
  readonly params: BotParams;
}

function expectSame(row: Float64Array, { history, base: { kind }, params }: Compared): void {
  const to = history.columns.close.length;
  const told = accountFigures({ history, to, instrument: YEAR_INSTRUMENT, account: ACCOUNT, kind, params });
  const wrong = told.findIndex((figure, place) => figure !== row[place]);
  if (wrong >= 0) throw new Error(`figure ${wrong} is ${row[wrong]} in the sweep and ${told[wrong]} in the account`);
}
