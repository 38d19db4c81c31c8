import { availableParallelism } from 'node:os';
import { apiDelay } from './lab/api-delay.ts';
import { loadSeconds } from './lab/load-years.ts';
import { rulesFigures } from './lab/rules.ts';
import { sweepSlice } from './lab/slice.ts';

/** A sweep of 1,000 sets over 300 symbols and a year is measured on so many symbols, and told for all of them. */
const SYMBOLS = 15;
const ALL_SYMBOLS = 300;

/** Seconds for the whole sweep with its loading, candles a second on one core, and how long requests are held up at p99. */
const GOALS = { seconds: 90, rules: 40e6, gated: 200e6, apiDelayMs: 20 };

/**
 * A sweep of 1,000 ladders over 300 symbol-years, from a measured slice; apart, the loading of 300 symbol-years; and how many
 * candles a second one core judges for bots with rules and for ladders behind a rule; and how long the program's requests
 * are held up while a sweep runs.
 */
export async function labBench(tell: (line: string) => void) {
  const { seconds, processorSeconds, workers, sets } = await sweepSlice(SYMBOLS, tell);
  const load = await loadSeconds(SYMBOLS, tell);
  const rules = rulesFigures(tell);
  const delay = await apiDelay(tell);
  const factor = ALL_SYMBOLS / SYMBOLS;
  const figures = {
    sweep_seconds: rounded(seconds * factor),
    load_seconds: rounded(load * factor),
    workers,
    slice: { symbols: SYMBOLS, sets, seconds: rounded(seconds), processor_seconds: rounded(processorSeconds) },
    ...rules,
    api_delay: delay,
    cores: availableParallelism(),
  };
  const verdicts = {
    sweep_and_load: figures.sweep_seconds + figures.load_seconds <= GOALS.seconds,
    rules: rules.rule_bot.candles_per_s >= GOALS.rules,
    gated: rules.gated_ladder.candles_per_s >= GOALS.gated,
    api_delay: delay.is_still_running && delay.sweep.p99_ms <= GOALS.apiDelayMs,
  };
  return { figures: { ...figures, verdicts }, hasPassed: Object.values(verdicts).every(Boolean) };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
