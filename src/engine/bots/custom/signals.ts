import type { MarketWindow } from '../../model/window.ts';
import { type CompiledRule, compileRule } from '../../rules/compile-rule.ts';
import { type CompiledValue, compileValue } from '../../rules/compile-value.ts';
import { barsFrom } from '../../rules/rule-bars.ts';
import { actsIn } from '../../rules/truth.ts';
import { ruleReader } from '../rule-reader.ts';
import type { CycleOpening, EntrySignal, ExitSignal, SeenBars } from '../signal.ts';
import type { CustomParams, CustomSide } from './custom-params.ts';
import { ruleOf, type SentRule } from './custom-rules.ts';
import { openingOf } from './opening.ts';

type Reader = Pick<CompiledRule | CompiledValue, 'reads'>;

/**
 * A cycle opens in a direction at a close at which its entry rule acts, unless its exit rule acts too, or the entry rule
 * of the other direction (domain document, 4.3).
 */
export function entrySignal(params: CustomParams): EntrySignal {
  const { buy, sell, sizing } = params;
  const compiled = {
    buy: buy && compileSide(params, buy),
    sell: sell && compileSide(params, sell),
    size: sizing.type === 'volatility_target' ? rangeOf(params, sizing.n) : null,
  };
  const readers = readersOf(compiled);
  const actsOver = (seen: SeenBars, count: number): Uint8Array => {
    const [own, other] = seen.direction === 'buy' ? [compiled.buy, compiled.sell] : [compiled.sell, compiled.buy];
    if (own === null) return new Uint8Array(count);
    const look = looker(readers, seen);
    const acting = look.actsOver(own.enter, count);
    if (!acting.includes(1)) return acting;
    const against = [own.exit, other?.enter ?? null].flatMap((rule) =>
      rule === null ? [] : [look.actsOver(rule, count)],
    );
    const needed = [own.stop, compiled.size].flatMap((value) =>
      value === null ? [] : [look.values(value).slice(-count)],
    );
    return acting.map((acts, bar) =>
      against.some((rule) => rule[bar] === 1) || needed.some((values) => Number.isNaN(values[bar])) ? 0 : acts,
    );
  };
  return {
    reads: readers.flatMap(({ reads }) => reads),
    acts: (seen) => actsOver(seen, 1)[0] === 1,
    actsOver,
    opening: openingBy(params, compiled),
    readerOf: (direction) => compiled[direction] && ruleReader(compiled[direction].enter),
  };
}

/** The size and the stop of a cycle, from the ranges that they are measured in. */
function openingBy(params: CustomParams, { buy, sell, size }: CompiledStrategy): CycleOpening {
  const ranges = [buy?.stop ?? null, sell?.stop ?? null, size].filter((range) => range !== null);
  return {
    reads: ranges.flatMap(({ reads }) => reads),
    cycleParams(seen, terms) {
      const { instrument, direction } = seen;
      const look = looker(ranges, seen);
      const stop = (direction === 'buy' ? buy : sell)?.stop ?? null;
      const opening = openingOf(params, {
        ...{ ...terms, instrument, direction },
        stopRange: stop && look.value(stop),
        sizeRange: size && look.value(size),
      });
      return { ...params, opening };
    },
  };
}

/** A position is closed at a close at which the exit rule of its direction acts. */
export function exitSignal(params: CustomParams): ExitSignal | null {
  const exit = params.opening === undefined ? null : (params[params.opening.direction]?.exit ?? null);
  if (exit === null) return null;
  const compiled = compile(params, exit);
  return {
    reads: compiled.reads,
    acts: (seen) => looker([compiled], seen).actsOver(compiled, 1)[0] === 1,
    actsOver: (seen, count) => looker([compiled], seen).actsOver(compiled, count),
  };
}

interface CompiledSide {
  readonly enter: CompiledRule;
  readonly exit: CompiledRule | null;
  /** The range that its stop is measured in. */
  readonly stop: CompiledValue | null;
}

function compileSide(params: CustomParams, { enter, exit, stop }: CustomSide): CompiledSide {
  return {
    enter: compile(params, enter),
    exit: exit && compile(params, exit),
    stop: stop?.type === 'atr' ? rangeOf(params, stop.n) : null,
  };
}

const compile = (params: CustomParams, sent: SentRule): CompiledRule => compileRule(ruleOf(params, sent));

function rangeOf({ timeframe }: CustomParams, n: number): CompiledValue {
  return compileValue({ ind: 'atr', n }, timeframe);
}

interface CompiledStrategy {
  readonly buy: CompiledSide | null;
  readonly sell: CompiledSide | null;
  /** The range that its positions are sized by. */
  readonly size: CompiledValue | null;
}

function readersOf({ buy, sell, size }: CompiledStrategy) {
  const sides = [buy, sell].flatMap((side) => (side === null ? [] : [side.enter, side.exit, side.stop]));
  return [...sides, size].flatMap((reader): Reader[] => (reader === null ? [] : [reader]));
}

/** Looks at the windows of several readers, which come one reader after the other. */
function looker(readers: readonly Reader[], { windows, instrument }: SeenBars) {
  const barsOf = (reader: Reader) => barsFrom(windowsOf(readers, windows, reader), instrument);
  return {
    actsOver: (rule: CompiledRule, count: number) => actsIn(rule.truthsOf(barsOf(rule)), count),
    values: (asked: CompiledValue) => asked.valuesOf(barsOf(asked)),
    /** At the last close; null while it is unknown. */
    value(asked: CompiledValue): number | null {
      const value = asked.valuesOf(barsOf(asked)).at(-1) ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    },
  };
}

function windowsOf(readers: readonly Reader[], windows: readonly MarketWindow[], reader: Reader) {
  const before = readers.slice(0, readers.indexOf(reader));
  const from = before.reduce((count, { reads }) => count + reads.length, 0);
  return windows.slice(from, from + reader.reads.length);
}
