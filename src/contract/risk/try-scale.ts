import * as z from 'zod/mini';
import { percent, scale, usdt, whole } from '#engine/model/number-fields.ts';
import { call } from '../call.ts';
import { count, dateOrInstant, decimalText, id, instantText } from '../fields.ts';

/** Cycles that one request compares, and how far back they may have been opened, days. */
export const SCALE_CYCLES_MAX = 500;
export const SCALE_DAYS_MAX = 90;

/** The bounds of a ladder's parameters, both included. */
export const scaleBounds = {
  baseOrderSize: ['0.00000001', '10000000'],
  safetyOrderSize: ['0.00000001', '10000000'],
  safetyOrdersCount: ['0', '100'],
  stepPercent: ['0.05', '50'],
  stepScale: ['0.1', '10'],
  volumeScale: ['0.1', '10'],
} as const;

/** What is different in the other ladder, by the names and bounds of a ladder's parameters; left out: as it was. */
export const otherScale = z
  .strictObject({
    baseOrderSize: z.optional(usdt(...scaleBounds.baseOrderSize)),
    safetyOrderSize: z.optional(usdt(...scaleBounds.safetyOrderSize)),
    safetyOrdersCount: z.optional(
      whole(Number(scaleBounds.safetyOrdersCount[0]), Number(scaleBounds.safetyOrdersCount[1])),
    ),
    stepPercent: z.optional(percent(...scaleBounds.stepPercent)),
    stepScale: z.optional(scale(...scaleBounds.stepScale)),
    volumeScale: z.optional(scale(...scaleBounds.volumeScale)),
  })
  .check(z.refine((given) => Object.keys(given).length > 0, { error: 'must name at least one parameter' }));

/** Sums over cycles, USDT. */
const scaleFigures = z.object({
  /** Cycles that began. */
  cycles: count,
  /** Net, of those that ended. */
  result: decimalText,
  /** Those that have not ended yet, and what they have booked with their open results at the last close. */
  unfinished: count,
  openResult: decimalText,
  liquidations: count,
  /** Deepest fall of their common equity from its peak, over the closes of all minutes. */
  drawdown: decimalText,
  /** The most initial margin in use at once. */
  margin: decimalText,
});

const compared = {
  /** As they went: results and liquidations as booked; drawdown and margin as the engine computes them again. */
  before: scaleFigures,
  /** With the other scale. */
  after: scaleFigures,
  /** Cycles that cannot begin with the other scale, because the one before them has not ended. */
  blocked: count,
};

/** Lets the ended cycles of a portfolio begin again where they began, with another scale of their ladder. */
export const tryScale = call({
  name: 'tryScale',
  method: 'POST',
  path: '/api/try-scale',
  isRead: true,
  summary: `Try another scale of the ladder on the ended cycles of a portfolio, the last ${SCALE_CYCLES_MAX} that were opened in the last ${SCALE_DAYS_MAX} days.`,
  access: 'user',
  body: z.strictObject({
    portfolioId: id,
    /** When the cycles ended: whole UTC days, from that of `dateFrom` to that of `dateTo`, both included. */
    dateFrom: z.optional(dateOrInstant),
    dateTo: z.optional(dateOrInstant),
    scale: otherScale,
  }),
  reply: z.object({
    portfolioId: id,
    dateFrom: instantText,
    dateTo: instantText,
    total: z.object(compared),
    /** By symbol, in the order of their names; symbols without a compared cycle are left out. */
    symbols: z.array(z.object({ symbol: z.string(), ...compared })),
    /** Net result of the compared cycles with their own ladders, computed again: beside the real one it tells how exact the rest is. */
    againResult: decimalText,
    /**
     * Why cycles are not compared, and what they really came to. `CANDLES_MISSING`: their candles are not stored. `ENDED_OTHERWISE`:
     * by a hand, or with other exits than their bot has now. `SYMBOL_UNKNOWN`: no longer traded. Else the reason for which the other
     * ladder is refused.
     */
    leftOut: z.array(z.object({ code: z.string(), cycles: count, result: decimalText })),
    /** Ended cycles of the period that are not looked at, because others are newer or they were opened too long ago. */
    older: count,
    /** Symbols of which some settlements of funding are not known; the usual rate was taken. */
    fundingAssumed: z.array(z.string()),
  }),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'PERIOD_REVERSED', 'KIND_WITHOUT_STEPS'],
});
