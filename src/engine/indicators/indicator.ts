import type { BarInput } from './bar-input.ts';
import type { BarFrame } from './lines/frame.ts';
import type { IndicatorParams, ParamSpecs, ParamsOf } from './params.ts';

/**
 * What an output is measured in. Prices are counted in ticks and volumes in steps wherever the instrument is known, so that sums and
 * differences of them are exact, and an output in `price` or `volume` is then counted in the same.
 */
export type Unit = 'price' | 'volume' | 'number';

/** How an indicator is written: its parameters have the types that its specs say. */
export interface IndicatorDefinition<S extends ParamSpecs, P = ParamsOf<S>> {
  /** As rules and the command line name it: snake case. */
  readonly id: string;
  /** One sentence: the formula, and its source where there are several. */
  readonly formula: string;
  readonly params: S;
  /** Why values that are allowed one by one do not go together; null when they do. */
  readonly conflict?: (params: P) => string | null;
  readonly inputs: (params: P) => readonly BarInput[];
  /** By output, its lookback: how many bars at the beginning have no value. */
  readonly outputs: Readonly<Record<string, (params: P) => number>>;
  /** Omitted: its outputs are plain numbers, the same whatever prices and volumes are counted in. */
  readonly unit?: (params: P, output: string) => Unit;
  /**
   * The number of bars from which on a longer past changes no output by more than 1e-6 of its size. A bot that restarts
   * warms up with as many.
   */
  readonly settling: (params: P, barMs: number) => number;
  /**
   * The level counts from the first bar, so only differences of its values mean something: rules accept it as a
   * difference or against its own average.
   */
  readonly isLevelArbitrary?: true;
  /**
   * A bar with an unknown input (NaN), other than the first bar, would make every later value of every output unknown, for ever:
   * its holes are then seen in its values, and not looked for before. So it is with averages that never forget.
   */
  readonly carriesUnknown?: true;
  /** Adds the steps that compute the outputs to the frame. */
  readonly build: (params: P, frame: BarFrame) => void;
}

/** An indicator as its users see it, whatever its parameters. */
export type Indicator = IndicatorDefinition<ParamSpecs, IndicatorParams>;

/** Checks a definition against its own parameters and gives it the type that all indicators share. */
export function defineIndicator<S extends ParamSpecs>(definition: IndicatorDefinition<S>): Indicator {
  // Its functions take values of exactly these specs, and `parseIndicatorParams` lets no others through.
  return definition as unknown as Indicator;
}

/** How many bars at the beginning have no value, for an output, its offset included. */
export function lookbackOf(indicator: Indicator, params: IndicatorParams, output: string): number {
  return (indicator.outputs[output]?.(params) ?? 0) + offsetOf(params);
}

/** How many bars a restart warms up with, its offset included. */
export function settlingOf(indicator: Indicator, params: IndicatorParams, barMs: number): number {
  return indicator.settling(params, barMs) + offsetOf(params);
}

/** The bars by which the outputs are late; 0 unless asked for. */
export function offsetOf(params: IndicatorParams): number {
  return Number(params['offset'] ?? 0);
}
