import * as z from 'zod/mini';
import { percent, usdt, whole } from '#engine/model/number-fields.ts';
import { botKind, botParams, dateOrInstant, givenName, id, symbolName } from '../fields.ts';
import { SYMBOLS_OF_TEST_MAX, TEST_AXES_MAX, TEST_AXIS_VALUES_MAX } from '../limits.ts';

/** What a backtest assumes of trading. Percentages of the price, as decimal strings. */
export const testCosts = z.strictObject({
  /** Null: those of the contract. */
  makerFeePercent: z._default(z.nullable(percent('0', '1')), null),
  takerFeePercent: z._default(z.nullable(percent('0', '1')), null),
  /** What every fill at market is worse by. */
  slippagePercent: z._default(percent('0', '5'), '0.05'),
  /** Distance of the best ask from the best bid; a fill at market loses half of it, besides the slippage. */
  spreadPercent: z._default(percent('0', '5'), '0'),
  /** How much of a minute's volume limit orders may fill against. */
  volumeCapPercent: z._default(percent('0.1', '100'), '10'),
  /** Assumed at each settlement that is not stored. Null: a symbol without its funding is refused. */
  fundingRatePercent: z._default(z.nullable(percent('-1', '1')), null),
  /** `cautious`: maintenance tiers at least as strict as those of any liquid contract. */
  brackets: z._default(z.enum(['contract', 'cautious']), 'contract'),
});

/**
 * The way the price takes inside a minute: `pessimistic` to the losing extreme first, `optimistic` to the winning one,
 * `nearest_first` to the one that lies nearer to the open. The last two only show how much a result depends on it.
 */
export const fillPath = z.enum(['pessimistic', 'nearest_first', 'optimistic']);

const axisValue = z.union([z.string().check(z.maxLength(40)), z.int(), z.boolean(), z.null()]);
const rangeNumber = z.string().check(z.maxLength(40));

/** A parameter and the values that it takes: listed, or from the first to the last of a range in equal steps. */
export const testAxis = z
  .strictObject({
    /** In snake_case, joined by dots: "take_profit_percent", "buy.enter.all.0.b.const". */
    path: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Null switches the parameter off. */
    values: z.optional(z.array(axisValue).check(z.minLength(1), z.maxLength(TEST_AXIS_VALUES_MAX))),
    range: z.optional(z.strictObject({ from: rangeNumber, to: rangeNumber, step: rangeNumber })),
  })
  .check(
    z.refine(({ values, range }) => (values === undefined) !== (range === undefined), {
      error: 'must have either values or a range',
    }),
  );

/** By what the points of a test are ranked, best first. */
export const testRanking = z.enum([
  'roi_committed',
  'return',
  'result',
  'sharpe',
  'sortino',
  'calmar',
  'profit_factor',
]);

/** Everything that a test consists of. The strategy is a stored version, or parameters of its own. */
export const testSetup = z.strictObject({
  name: z.optional(givenName),
  kind: botKind,
  strategyId: z.optional(id),
  strategyVersion: z.optional(z.int().check(z.gte(1))),
  params: z.optional(botParams),
  symbols: z.array(symbolName).check(z.minLength(1), z.maxLength(SYMBOLS_OF_TEST_MAX)),
  /** Included. A day begins at its midnight, UTC. */
  dateFrom: dateOrInstant,
  /** Excluded, or a whole day. */
  dateTo: dateOrInstant,
  /** `each`: every symbol has a wallet and is tried alone. `shared`: one bot trades all symbols on one wallet. */
  wallet: z._default(z.enum(['each', 'shared']), 'each'),
  walletUsdt: z._default(usdt('1', '10000000'), '10000'),
  costs: z.prefault(testCosts, {}),
  fillPath: z._default(fillPath, 'pessimistic'),
  /** All combinations of their values; without one the strategy is tried as it is. */
  axes: z._default(z.array(testAxis).check(z.maxLength(TEST_AXES_MAX)), []),
  /** This many of the combinations, drawn with the seed; null: all. */
  sample: z._default(z.nullable(z.strictObject({ size: whole(1, 5_000), seed: whole(0, 2_147_483_647) })), null),
  /** The last part of the period is kept apart: points are ranked by the first part alone. */
  outOfSamplePercent: z._default(z.nullable(whole(5, 80)), null),
  /** Windows one behind the other: the best set of the first days is tried on the next ones. */
  walkForward: z._default(z.nullable(z.strictObject({ trainDays: whole(1, 1_825), testDays: whole(1, 1_825) })), null),
  /** Left out: the return on committed margin for ladders, the return on the wallet for rules. */
  rankBy: z.optional(testRanking),
});
