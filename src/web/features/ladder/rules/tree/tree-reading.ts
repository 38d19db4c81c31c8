import type { Reply } from '#contract/call.ts';
import type { tryStrategy } from '#contract/strategy.ts';

export type ToldTrial = Reply<typeof tryStrategy>;
export type ToldRule = ToldTrial['rules'][number];
export type TruthLetter = 't' | 'f' | 'u';

/** A condition at one bar: whether it held, what it compared, and how long ago it held last. */
export interface NodeTruth {
  readonly truth: TruthLetter;
  /** Decimals by the names of the compared fields; null where one is unknown. Constants are left out. */
  readonly now: Readonly<Record<string, string | null>>;
  /** The same at the bar before. */
  readonly before: Readonly<Record<string, string | null>>;
  /** Bars since it was true, 0 where it is; null where it was at none of the bars that are told. */
  readonly barsAgo: number | null;
}

/** What a rule said at one bar, by the path of each condition. */
export type TreeReading = ReadonlyMap<string, NodeTruth>;

/** @param bar - counted from the first bar that the trial tells */
export function readingAt({ series }: Pick<ToldTrial, 'series'>, rule: ToldRule, bar: number): TreeReading {
  return new Map(
    rule.nodes.map(({ path, truths, values }) => {
      const valuesAt = (index: number) =>
        Object.fromEntries(values.map((one) => [one.name, series[one.series]?.values[index] ?? null]));
      const held = truths.lastIndexOf('t', bar);
      return [
        path,
        {
          truth: letterOf(truths[bar]),
          now: valuesAt(bar),
          before: valuesAt(bar - 1),
          barsAgo: held < 0 ? null : bar - held,
        },
      ];
    }),
  );
}

function letterOf(letter: string | undefined): TruthLetter {
  return letter === 't' || letter === 'f' ? letter : 'u';
}
