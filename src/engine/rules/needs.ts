import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import type { CandleColumn, WindowSpec } from '../model/window.ts';
import type { OperandColumn } from './operand-column.ts';

interface Need {
  readonly columns: Set<CandleColumn>;
  bars: number;
}

/** What a rule reads of each timeframe; its own comes first. */
export type Needs = Map<CandleInterval, Need>;

export function needsOf(base: CandleInterval): Needs {
  return new Map([[base, { columns: new Set<CandleColumn>(['close']), bars: 1 }]]);
}

interface Reach {
  readonly base: CandleInterval;
  /** How many bars of the rule before the last one need the value too. */
  readonly back: number;
  /** How many bars of the operand's own timeframe before that. */
  readonly own: number;
}

/** Notes that a rule reads an operand as far back as that. */
export function addNeed(needs: Needs, column: OperandColumn, { base, back, own }: Reach): void {
  widen(needs, base, back + 1);
  if (column.timeframe === null) return;
  // A bar of another timeframe may have closed just before the bars of the rule that are judged.
  const length = CANDLE_LENGTH_MS[column.timeframe];
  const span = Math.ceil((back * CANDLE_LENGTH_MS[base]) / length) + 1;
  const need = widen(needs, column.timeframe, column.settling + own + span);
  for (const input of column.reads) if (input !== 'time') need.columns.add(input);
}

function widen(needs: Needs, timeframe: CandleInterval, bars: number): Need {
  const need = needs.get(timeframe) ?? { columns: new Set(), bars: 0 };
  need.bars = Math.max(need.bars, bars);
  needs.set(timeframe, need);
  return need;
}

/** A window begins at every so many-th bar at the least. */
const BLOCK_MIN = 32;

/**
 * The windows that a rule reads. They begin on a grid of their own and not so many bars ago, because smoothed values
 * depend a little on where they begin: so a rule says the same whether its bot ran all along, was restarted, or is
 * tested on the past.
 */
export function windowsOf(needs: Needs): readonly WindowSpec[] {
  return [...needs].map(([timeframe, { columns, bars }]) => ({
    timeframe,
    columns: [...columns],
    bars,
    block: 2 ** Math.ceil(Math.log2(Math.max(bars / 2, BLOCK_MIN))),
  }));
}
