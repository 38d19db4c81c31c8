import * as z from 'zod/mini';
import { percent, scale, usdt, whole } from './number-fields.ts';

const orderSize = usdt('0.00000001', '10000000');

/**
 * The parameters of a DCA ladder as they are sent and stored: decimal strings, percents as positive magnitudes.
 * Names, ranges and defaults are those of the domain document (`docs/domain.md`), section 3.1.
 */
export const ladderParams = z.strictObject({
  direction: z._default(z.enum(['buy', 'sell', 'both']), 'buy'),
  sizeType: z._default(z.enum(['notional', 'margin']), 'notional'),
  baseOrderSize: orderSize,
  baseOrderType: z._default(z.enum(['market', 'limit']), 'market'),
  /** Limit base order: how far beyond the last close it rests, away from the market. */
  baseOrderOffsetPercent: z._default(percent('0', '50'), '0'),
  /** Limit base order: seconds until it is cancelled when not filled. */
  baseOrderTtlS: z._default(whole(60, 604_800), 3_600),
  /** Null: the size of the base order. */
  safetyOrderSize: z._default(z.nullable(orderSize), null),
  safetyOrdersCount: z._default(whole(0, 100), 5),
  /** Null: all of them rest at once. */
  activeSafetyOrders: z._default(z.nullable(whole(1, 100)), null),
  stepPercent: z._default(percent('0.05', '50'), '1'),
  stepScale: z._default(scale('0.1', '10'), '1'),
  volumeScale: z._default(scale('0.1', '10'), '1'),
  customLevels: z._default(
    z.nullable(
      z.array(z.strictObject({ deviationPercent: percent('0.01', '1000'), size: orderSize })).check(z.maxLength(100)),
    ),
    null,
  ),
  takeProfitPercent: z._default(z.nullable(percent('0.01', '1000')), '1'),
  tpBasis: z._default(z.enum(['average', 'base']), 'average'),
  tpNetOfFees: z._default(z.boolean(), true),
  tpOrder: z._default(z.enum(['limit', 'market_trigger']), 'limit'),
  trailingPercent: z._default(z.nullable(percent('0.01', '10')), null),
  stopLossPercent: z._default(z.nullable(percent('0.01', '1000')), null),
  slBasis: z._default(z.enum(['base', 'average']), 'base'),
  slWorkingType: z._default(z.enum(['mark', 'last']), 'mark'),
  cooldownS: z._default(whole(0, 31_536_000), 0),
  leverage: z._default(whole(1, 125), 5),
  marginType: z._default(z.enum(['isolated', 'cross']), 'isolated'),
  /** Null: the number of atoms. */
  maxOpenCycles: z._default(z.nullable(whole(1, 1_000)), null),
  /** How many filled cycles a run of the bot has, over all its atoms, before it finishes. Null: no limit. */
  maxCycles: z._default(z.nullable(whole(1, 1_000_000)), null),
  /** A rule of the rule language, which the family reads: cycles open only where it acts. */
  entryConditions: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  /** Such a rule too: steps are not placed ahead, and those that the price has reached execute where it acts. */
  safetyConditions: z._default(z.nullable(z.record(z.string(), z.unknown())), null),
  timeLimitS: z._default(z.nullable(whole(60, 31_536_000)), null),
});

/** A ladder with its defaults filled in: decimal strings, percents as positive magnitudes. */
export type LadderParams = z.output<typeof ladderParams>;
/** A ladder as it may be sent: fields with a default are optional. */
export type LadderParamsInput = z.input<typeof ladderParams>;
