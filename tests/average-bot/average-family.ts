import * as z from 'zod/mini';
import type { BotFamily } from '#engine/bots/bot-family.ts';
import { ladderAtom, ladderFamily } from '#engine/bots/ladder/ladder-family.ts';
import { type LadderParams, ladderParams } from '#engine/model/ladder-params.ts';
import { percent, usdt, whole } from '#engine/model/number-fields.ts';

const averageParams = z.strictObject({
  direction: z.enum(['buy', 'sell']),
  size: usdt('1', '10000000'),
  /** Bars of five minutes in the average. */
  bars: whole(2, 500),
  takeProfitPercent: percent('0.01', '100'),
  leverage: z._default(whole(1, 125), 5),
});

export type AverageParams = z.output<typeof averageParams>;

/** The same orders as a ladder without safety orders. */
function asLadder({ direction, size, takeProfitPercent, leverage }: AverageParams): LadderParams {
  return ladderParams.parse({ direction, baseOrderSize: size, safetyOrdersCount: 0, takeProfitPercent, leverage });
}

/** Enters when the close of a five-minute bar crosses its moving average, and takes its profit at a percent. */
export const averageFamily: BotFamily<AverageParams> = {
  params: averageParams,
  directionsOf: ({ direction }) => [direction],
  exitsOf: ({ takeProfitPercent }) => ({ stopLossPercent: null, takeProfitPercent }),
  stepsOf: () => 0,
  ladderOf: (params) => ladderFamily.ladderOf(asLadder(params)),
  refusalsOf: (check) => ladderFamily.refusalsOf({ ...check, params: asLadder(check.params) }),
  inspect: () => ({ refusals: [], warnings: [] }),
  rulesOf: () => [],
  signalOf: ({ bars }) => ({
    reads: [{ timeframe: '5m', columns: ['close'], bars: bars + 1 }], // One more: the bar before the cross.
    acts({ direction, windows }) {
      const [window] = windows;
      if (window === undefined) return false;
      const closes = window.column('close');
      const way = direction === 'buy' ? 1 : -1;
      return way * sideOfAverage(closes.slice(0, bars)) <= 0 && way * sideOfAverage(closes.slice(-bars)) > 0;
    },
  }),
  stepSignalOf: () => null,
  atom: ladderAtom,
};

/** How far the last close lies over the average of all, times their number: whole ticks, so nothing is rounded. */
function sideOfAverage(closes: Float64Array): number {
  return (closes.at(-1) ?? 0) * closes.length - closes.reduce((total, close) => total + close, 0);
}
