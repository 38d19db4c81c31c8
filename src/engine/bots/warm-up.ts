import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import type { EngineBot } from '../model/bot.ts';
import { familyOf } from './families.ts';

/**
 * How much of the past a bot's first decision reads, in milliseconds before its close; 0 when it reads none. One bar
 * longer than its windows, because the minute may be anywhere inside a bar.
 */
export function warmUpMs({ kind, params }: Pick<EngineBot, 'kind' | 'params'>): number {
  const windows = familyOf(kind).signalOf(params)?.reads ?? [];
  return Math.max(0, ...windows.map(({ timeframe, bars, block = 1 }) => (bars + block) * CANDLE_LENGTH_MS[timeframe]));
}
