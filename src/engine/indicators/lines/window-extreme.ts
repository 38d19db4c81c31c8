import { type BarFrame, type BarLine, valueAt } from './frame.ts';

type Side = 'highest' | 'lowest';

/** The highest or the lowest of the last n values. */
export function extremeOf(frame: BarFrame, line: BarLine, { side, n, into }: Wanted): BarLine {
  return searched(frame, line, { side, n, into, tell: (_bar, _found, value) => value });
}

/** How many bars ago it was; the newest of several. */
export function extremeAgeOf(frame: BarFrame, line: BarLine, { side, n, into }: Wanted): BarLine {
  return searched(frame, line, { side, n, into, tell: (bar, found) => bar - found });
}

interface Wanted {
  readonly side: Side;
  readonly n: number;
  readonly into?: Float64Array | undefined;
}

interface Search extends Wanted {
  readonly tell: (bar: number, found: number, value: number) => number;
}

/**
 * The found bar is remembered, and searched again only when it leaves the window, as TA-Lib does. While one of the n values is
 * unknown (NaN), so is the extreme.
 */
function searched(
  frame: BarFrame,
  { values, first }: BarLine,
  { side, n, into = frame.column(), tell }: Search,
): BarLine {
  const { mask } = frame;
  const sign = side === 'highest' ? 1 : -1;
  let [found, best, unknown] = [-1, 0, -n];
  frame.begins(() => {
    [found, unknown] = [-1, -n];
  });
  frame.looksBack(n - 1);
  frame.step((from, to) => {
    for (let bar = Math.max(from, first); bar < to; bar += 1) {
      const isLost = found <= bar - n || found < first;
      if (isLost) [found, best] = [bar, Number.NEGATIVE_INFINITY];
      for (let seen = isLost ? Math.max(first, bar - n + 1) : bar; seen <= bar; seen += 1) {
        const signed = sign * valueAt(values, seen & mask);
        if (signed >= best) [found, best] = [seen, signed];
      }
      if (Number.isNaN(valueAt(values, bar & mask))) unknown = bar;
      into[bar & mask] = unknown > bar - n ? Number.NaN : tell(bar, found, sign * best);
    }
  });
  return { values: into, first: first + n - 1 };
}
