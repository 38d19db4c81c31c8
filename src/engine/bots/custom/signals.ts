import { cashText } from '#base/decimal.ts';
import { type Direction, opposite } from '../../model/order.ts';
import { placeOfFirst } from '../../rules/columns/steady-values.ts';
import { compileRule, type JudgedRule, judgedRule } from '../../rules/compile-rule.ts';
import { type CompiledValue, compileValue } from '../../rules/compile-value.ts';
import { type Needs, needsOf, windowsOf } from '../../rules/needs.ts';
import { pastRule } from '../../rules/past/judge-past.ts';
import { barsFrom, barsIn } from '../../rules/rule-bars.ts';
import { actsAtLast, pastSignal, ruleSignal } from '../past-signal.ts';
import { ruleReader } from '../rules/rule-reader.ts';
import type { CycleOpening, EntrySignal, Signal } from '../signal.ts';
import type { CustomParams, Stop } from './custom-params.ts';
import { ruleOf } from './custom-rules.ts';
import { openingOf, sizedBy } from './opening.ts';

/**
 * A cycle opens in a direction at a close at which its entry rule acts, unless its exit rule acts too, or the entry rule
 * of the other direction (domain document, 4.3), or a range that it is opened by is unknown.
 */
export function entrySignal(params: CustomParams): EntrySignal {
  const { timeframe } = params;
  const needs = needsOf(timeframe);
  const rules = { buy: rulesOf(params, 'buy', needs), sell: rulesOf(params, 'sell', needs) };
  const ranges = rangesOf(params, needs);
  const reads = windowsOf(needs);
  return {
    reads,
    acts({ windows, instrument, direction, positions }) {
      const own = rules[direction];
      const bars = barsFrom(windows, instrument, { asked: reads });
      const says = (rule: JudgedRule | null, of: Direction) => rule !== null && actsAtLast(rule, bars, positions[of]);
      if (own === null || !says(own.enter, direction) || says(own.exit, direction)) return false;
      if (says(rules[opposite(direction)]?.enter ?? null, opposite(direction))) return false;
      return rangesFor(ranges, direction).every((range) => !Number.isNaN(range.valuesOf(bars).at(-1) ?? Number.NaN));
    },
    overPast(past, direction) {
      const [own, other] = [rules[direction], rules[opposite(direction)]];
      const bars = past.bars(reads);
      if (own === null) return NEVER;
      const exit = own.exit && pastRule(own.exit, bars);
      const against = other && pastRule(other.enter, bars);
      const needed = rangesFor(ranges, direction).map((range) => range.valuesOf(bars));
      return pastSignal(
        own.enter,
        { bars, direction },
        (bar, positions) =>
          exit?.acts(bar, positions[direction]) === true ||
          against?.acts(bar, positions[opposite(direction)]) === true ||
          (needed.length > 0 && needed.some((values) => Number.isNaN(values[bar]))), // A function made here each time costs as much as the rest.
      );
    },
    opening: openingBy(params),
    readerOf: (direction) => {
      const side = params[direction];
      return side && ruleReader(compileRule(ruleOf(params, side.enter)));
    },
  };
}

const NEVER = { acts: () => false, next: (_from: number, to: number) => to };

/** The size and the stop of a cycle, from the ranges that they are measured in. */
function openingBy(params: CustomParams): CycleOpening {
  const needs = needsOf(params.timeframe);
  const ranges = rangesOf(params, needs);
  const isRanged = ranges.buy !== null || ranges.sell !== null || ranges.size !== null;
  const reads = isRanged ? windowsOf(needs) : [];
  return {
    reads,
    cycleParams({ instrument, direction, windows }, terms) {
      const bars = barsFrom(windows, instrument, { asked: reads });
      const last = (range: CompiledValue | null) => range?.valuesOf(bars).at(-1) ?? null;
      const measured = { stopRange: last(ranges[direction]), sizeRange: last(ranges.size) };
      const opening = openingOf(params, { ...terms, instrument, direction, ...measured });
      return { ...params, opening };
    },
    paramsWith: (direction, { notional, stopTicks }) => ({
      ...params,
      opening: { direction, notional: cashText(notional), stopTicks },
    }),
    overPast(past, direction) {
      const { instrument } = past;
      const bars = past.bars(reads);
      const first = reads.length === 0 ? 0 : placeOfFirst(params.timeframe, barsIn(bars, params.timeframe));
      const [stop, size] = [ranges[direction], ranges.size].map((range) => range?.valuesOf(bars) ?? null);
      const at = (values: Float64Array | null | undefined, bar: number) =>
        values == null ? null : (values[bar] ?? null);
      const sized = sizedBy(params, direction);
      return (place, terms) =>
        sized({
          ...{ ...terms, instrument, direction },
          stopRange: at(stop, place - first),
          sizeRange: at(size, place - first),
        });
    },
  };
}

/** A position is closed at a close at which the exit rule of its direction acts. */
export function exitSignal({ opening, ...params }: CustomParams): Signal | null {
  return opening === undefined ? null : sideExit(params, opening.direction);
}

/** The exit of a direction; null where it has no rule for it. */
export function sideExit(params: CustomParams, side: Direction): Signal | null {
  const exit = params[side]?.exit ?? null;
  return exit === null ? null : ruleSignal(ruleOf(params, exit));
}

interface CompiledSide {
  readonly enter: JudgedRule;
  readonly exit: JudgedRule | null;
}

function rulesOf(params: CustomParams, direction: Direction, needs: Needs): CompiledSide | null {
  const side = params[direction];
  if (side === null) return null;
  const { enter, exit } = side;
  return { enter: judgedRule(ruleOf(params, enter), needs), exit: exit && judgedRule(ruleOf(params, exit), needs) };
}

/** The ranges that stops are measured in, and the one that positions are sized by. */
interface Ranges extends Readonly<Record<Direction, CompiledValue | null>> {
  readonly size: CompiledValue | null;
}

function rangesOf({ timeframe, buy, sell, sizing }: CustomParams, needs: Needs): Ranges {
  const rangeOf = (n: number) => compileValue({ ind: 'atr', n }, timeframe, needs);
  const stopRange = (stop: Stop | null | undefined) => (stop?.type === 'atr' ? rangeOf(stop.n) : null);
  const size = sizing.type === 'volatility_target' ? rangeOf(sizing.n) : null;
  return { buy: stopRange(buy?.stop), sell: stopRange(sell?.stop), size };
}

function rangesFor(ranges: Ranges, direction: Direction): readonly CompiledValue[] {
  return [ranges[direction], ranges.size].filter((range) => range !== null);
}
