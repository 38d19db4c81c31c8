import type { Chance } from '#base/prng.ts';

type Part = Readonly<Record<string, unknown>>;

const FRAMES = ['1m', '5m', '15m'] as const;
const ABOVE = ['5m', '15m', '1h'] as const;

/** A strategy of rules with values of the market and of the position, over one or two timeframes, that trades often. */
export function randomStrategy(dice: Chance): Part {
  const stop = dice.pick([
    null,
    { type: 'percent', value: dice.pick(['0.3', '1', '4']) },
    { type: 'atr', n: dice.pick([3, 5]), mult: dice.pick(['1', '2.5']) },
  ]);
  const sides = dice.pick([['buy'], ['sell'], ['buy', 'sell'], ['buy', 'sell']] as const);
  const takeProfitPercent = dice.pick([null, '0.3', '1.2']);
  return {
    timeframe: dice.pick(FRAMES),
    leverage: dice.pick([1, 5, 20]),
    marginType: dice.pick(['isolated', 'cross']),
    sizing: randomSizing(dice, stop !== null),
    ...Object.fromEntries(sides.map((side) => [side, randomSide(dice, { stop, takeProfitPercent })])),
    cooldownS: dice.pick([0, 0, 90, 1_800]),
    maxOpenCycles: dice.pick([null, null, 1]),
  };
}

function randomSizing(dice: Chance, hasStop: boolean): Part {
  const equity = dice.pick(['wallet', 'portfolio_limit']);
  const shared = { equity, maxNotional: dice.pick([null, '900']) };
  return dice.pick<Part>([
    { type: 'fixed_notional', value: '500' },
    { type: 'fixed_margin', value: '200' },
    { type: 'equity_percent', value: dice.pick(['5', '40', '150']), ...shared },
    { type: 'volatility_target', value: dice.pick(['0.05', '0.5']), n: dice.pick([3, 7]), ...shared },
    hasStop ? { type: 'risk_percent', value: '0.3', ...shared } : { type: 'fixed_notional', value: '5000' },
  ]);
}

function randomSide(
  dice: Chance,
  { stop, takeProfitPercent }: { stop: Part | null; takeProfitPercent: string | null },
) {
  return {
    enter: { trigger: dice.pick(['edge', 'level']), ...randomCondition(dice, dice.between(0, 2), 'entry') },
    exit: dice.next() < 0.2 ? null : { trigger: dice.pick(['edge', 'level']), ...randomCondition(dice, 2, 'exit') },
    takeProfitPercent,
    trailingPercent: takeProfitPercent === null ? null : dice.pick([null, null, '0.2']),
    stop,
  };
}

/** A condition for an entry reads of the position only how long ago the last one ended, half of those with `any`. */
export function randomCondition(dice: Chance, depth: number, role: 'entry' | 'exit'): Part {
  const part = () => randomCondition(dice, depth - 1, role);
  if (depth === 0 || dice.next() < 0.3) return randomComparison(dice, role);
  return dice.pick<() => Part>([
    () => ({ all: [part(), part()] }),
    () => ({ any: [part(), part()] }),
    () => ({ any: [part(), randomComparison(dice, role), part()] }),
    () => ({ not: part() }),
    () => ({ op: dice.pick(['within', 'for_bars']), n: dice.between(1, 4), cond: part() }),
  ])();
}

function randomComparison(dice: Chance, role: 'entry' | 'exit'): Part {
  const line = (value: string | number) => ({ const: String(value) });
  const timeframe = dice.next() < 0.3 ? { timeframe: dice.pick(ABOVE) } : {};
  const offset = dice.next() < 0.3 ? { offset: dice.between(1, 3) } : {};
  const price = { price: dice.pick(['close', 'open', 'high', 'hl2', 'hlc3']), ...timeframe, ...offset };
  const average = { ind: dice.pick(['ema', 'sma', 'wma']), n: dice.between(2, 9), ...timeframe, ...offset };
  const rsi = { ind: 'rsi', n: dice.between(2, 5), ...timeframe };
  const cross = dice.pick(['crosses_above', 'crosses_below']);
  const order = dice.pick(['gt', 'gte', 'lt', 'lte']);
  return dice.pick<() => Part>([
    () => ({ op: order, a: price, b: average }),
    () => ({ op: cross, a: { price: 'close' }, b: average }),
    () => ({ op: cross, a: rsi, b: line(dice.pick([30, 50, 70])) }),
    () => ({ op: dice.pick(['between', 'outside']), a: rsi, low: line(25), high: line(75) }),
    () => ({ op: dice.pick(['rising', 'falling']), a: dice.pick([price, average]), n: dice.between(1, 3) }),
    () => ({ op: order, a: { ind: 'obv', n: 4, ...offset }, b: { ind: 'obv', n: 4, out: 'average' } }),
    () => ({ op: dice.pick(['rising', 'falling']), a: { ind: 'obv', ...timeframe }, n: 2 }),
    () => ({ op: order, a: price, b: { percentOf: average, p: dice.pick(['99.5', '100.5']) } }),
    () => positionComparison(dice, role),
    () => positionComparison(dice, role),
  ])();
}

function positionComparison(dice: Chance, role: 'entry' | 'exit'): Part {
  const line = (value: string | number) => ({ const: String(value) });
  const since = { op: 'gte', a: { pos: 'bars_since_exit' }, b: line(dice.between(1, 8)) };
  if (role === 'entry') return since;
  return dice.pick<Part>([
    since,
    { op: 'gte', a: { pos: 'bars_in_position' }, b: line(dice.between(1, 30)) },
    { op: dice.pick(['gt', 'lt', 'crosses_above']), a: { pos: 'unrealized_percent' }, b: line(dice.pick([-0.3, 0.1])) },
    { op: 'falling', a: { percentOf: { pos: 'unrealized_percent' }, p: '50' }, n: dice.between(1, 3) },
    { op: 'lte', a: { pos: 'levels_filled' }, b: line(0) },
  ]);
}
