import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import type { BotKind, EngineBot } from '../model/bot.ts';
import type { BotParams } from '../model/bot-params.ts';
import { familyOf } from './families.ts';

type Warming = Pick<EngineBot, 'kind' | 'params'> & Partial<Pick<EngineBot, 'atoms'>>;

/**
 * How much of the past a bot's next decisions read, those for its open cycles included, in milliseconds before its close; 0 when it reads none. One bar
 * longer than its windows, because the minute may be anywhere inside a bar.
 */
export function warmUpMs({ kind, params, atoms = [] }: Warming): number {
  const { signalOf, stepSignalOf, exitSignalOf = () => null } = familyOf(kind);
  const cycles = atoms.flatMap(({ cycle }) => cycle ?? []);
  const signals = [
    signalOf(params),
    stepSignalOf(params),
    ...cycles.flatMap((cycle) => [stepSignalOf(cycle.params), exitSignalOf(cycle.params)]),
  ];
  const windows = signals.flatMap((signal) => signal?.reads ?? []);
  return Math.max(0, ...windows.map(({ timeframe, bars, block = 1 }) => (bars + block) * CANDLE_LENGTH_MS[timeframe]));
}

/** The same for the longest of several sets of parameters. */
export function longestWarmUpMs(kind: BotKind, sets: readonly BotParams[]): number {
  return sets.reduce((longest, params) => Math.max(longest, warmUpMs({ kind, params })), 0);
}
