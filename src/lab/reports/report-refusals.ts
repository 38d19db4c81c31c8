import type * as z from 'zod/mini';
import type { testReport } from '#contract/tests/test-report.ts';
import { minutesBetween } from '../points/point-figures.ts';
import type { BotReport } from '../report/bot-report.ts';
import type { BotHalt } from '../report/halts.ts';

type Refused = z.output<typeof testReport>['refused'][number];

/** What held the bot back, a row for each reason, symbol and direction, the longest first. */
export function refusedEntries(report: Pick<BotReport, 'halts' | 'end'>): Refused[] {
  const groups = Map.groupBy(report.halts, ({ reason, symbol, direction }) => [reason, symbol, direction].join());
  return [...groups.values()]
    .flatMap((halts) => {
      const [first] = halts;
      return first === undefined ? [] : [rowOf(first, halts, report.end)];
    })
    .toSorted((one, other) => other.minutes - one.minutes);
}

function rowOf({ reason, symbol, direction, from }: BotHalt, halts: readonly BotHalt[], end: number): Refused {
  const last = halts.at(-1)?.to ?? null;
  return {
    reason,
    symbol,
    direction,
    times: halts.length,
    bars: halts.reduce<number | null>((sum, { bars }) => (bars === undefined ? sum : (sum ?? 0) + bars), null),
    minutes: halts.reduce((sum, halt) => sum + minutesBetween(halt.from, halt.to ?? end), 0),
    firstAt: new Date(from).toISOString(),
    lastUntil: last === null ? null : new Date(last).toISOString(),
  };
}
