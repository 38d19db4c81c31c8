import { useState } from 'react';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import type { ToldTrial } from '../tree/tree-reading.ts';
import type { Trigger } from './skip-words.ts';
import { triggerId } from './trigger-table.tsx';

/** Bars that are shown behind a trigger that the chart has moved to. */
const BARS_BEHIND = 60;

export interface LookedBar {
  /** The instant by which the last bar of the chart has closed, UTC milliseconds; null: the present. */
  readonly until: number | null;
  setUntil(until: number | null): void;
  /** The index of the bar that is looked at; null: none, or one that the trial does not tell. */
  barIn(trial: ToldTrial | null): number | null;
  look(trial: ToldTrial, bar: number | null): void;
  /** The trigger whose bar was asked for, by its id. */
  readonly picked: string | null;
  pick(trial: ToldTrial, trigger: Trigger): void;
}

/** Which bar of the past the page looks at: kept by its time, so that it stays the same one when the bars change. */
export function useLookedBar(): LookedBar {
  const [until, setUntil] = useState<number | null>(null);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [picked, setPicked] = useState<string | null>(null);
  return {
    until,
    picked,
    setUntil: (next) => {
      setUntil(next);
      setClosedAt(null);
      setPicked(null);
    },
    barIn(trial) {
      if (trial === null || closedAt === null) return null;
      const bar = barOf(trial, closedAt);
      return bar >= 0 && bar < trial.bars.close.length ? bar : null;
    },
    look: (trial, bar) =>
      setClosedAt(
        bar === null ? null : Date.parse(trial.bars.start) + (bar + 1) * CANDLE_LENGTH_MS[trial.bars.timeframe],
      ),
    pick(trial, trigger) {
      const closed = Date.parse(trigger.closedAt);
      const bar = barOf(trial, closed);
      setPicked(triggerId(trigger));
      setClosedAt(closed);
      if (bar < 0 || bar >= trial.bars.close.length)
        setUntil(closed + BARS_BEHIND * CANDLE_LENGTH_MS[trial.bars.timeframe]);
    },
  };
}

function barOf({ bars }: ToldTrial, closedAt: number): number {
  return Math.round((closedAt - Date.parse(bars.start)) / CANDLE_LENGTH_MS[bars.timeframe]) - 1;
}
