import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import type { CandleColumn, WindowSpec } from '../model/window.ts';
import { steadyBlock } from './columns/steady-values.ts';
import type { OperandColumn } from './operand-column.ts';

interface Need {
  readonly columns: Set<CandleColumn>;
  bars: number;
  block: number;
  asked: number;
}

/** What rules of one timeframe read of each; their own comes first. */
export type Needs = Map<CandleInterval, Need>;

export function needsOf(base: CandleInterval): Needs {
  return new Map([[base, { columns: new Set<CandleColumn>(['close']), bars: 1, block: 1, asked: 1 }]]);
}

interface Reach {
  readonly base: CandleInterval;
  /** How many bars of the rule before the last one need the value too. */
  readonly back: number;
  /** How many bars of the operand's own timeframe before that. */
  readonly own: number;
  /** Whether the value counts from its first bar. */
  readonly isCounted?: boolean;
}

/** Values that count from their first bar do so anew at every so many-th bar of the rule. */
export const COUNTED_BLOCK = 32;

/** Notes that a rule reads an operand as far back as that. */
export function addNeed(needs: Needs, column: OperandColumn, { base, back, own, isCounted = false }: Reach): void {
  const { timeframe, settling } = column;
  // The first of the blocks that are judged may begin as long before the first bar that is.
  const first = back + (isCounted ? COUNTED_BLOCK + own : timeframe === base ? own : 0);
  widen(needs, base, { bars: first + 1, block: isCounted ? COUNTED_BLOCK : 1, asked: first + 1 });
  if (timeframe === null) return;
  // A bar of another timeframe may have closed just before the bars of the rule that are judged.
  const reached = timeframe === base ? first : own + spanIn(timeframe, first, base);
  const block = isCounted ? 1 : steadyBlock(column, timeframe);
  const need = widen(needs, timeframe, {
    bars: settling + 1 + Math.ceil(reached / block) * block,
    block,
    asked: reached + 1,
  });
  for (const input of column.reads) if (input !== 'time') need.columns.add(input);
}

/** Bars of a timeframe in so many bars of another, and one in which they may begin. */
export function spanIn(timeframe: CandleInterval, bars: number, base: CandleInterval): number {
  return Math.ceil((bars * CANDLE_LENGTH_MS[base]) / CANDLE_LENGTH_MS[timeframe]) + 1;
}

function widen(needs: Needs, timeframe: CandleInterval, { bars, block, asked }: Omit<Need, 'columns'>): Need {
  const need = needs.get(timeframe) ?? { columns: new Set(), bars: 0, block: 1, asked: 0 };
  need.bars = Math.max(need.bars, bars);
  need.block = Math.max(need.block, block);
  need.asked = Math.max(need.asked, asked);
  needs.set(timeframe, need);
  return need;
}

/**
 * The windows that rules read: of each timeframe so many bars, and those before them in the same block of its grid. So the
 * blocks in which values are computed lie in them whole, whichever close they end with.
 */
export function windowsOf(needs: Needs): readonly WindowSpec[] {
  return [...needs].map(([timeframe, { columns, ...need }]) => ({ timeframe, columns: [...columns], ...need }));
}
