import * as z from 'zod/mini';
import { CANDLE_LENGTH_MS, type CandleInterval } from '#base/candle-interval.ts';
import { percent, scale, usdt, whole } from '../../model/number-fields.ts';
import type { Direction } from '../../model/order.ts';
import { type Complaint, chosen, complaining } from '../../rules/chosen.ts';
import { ruleSchema } from '../../rules/read-rule.ts';

const timeframes = Object.keys(CANDLE_LENGTH_MS) as CandleInterval[]; // The names of the lengths are its only keys.
const timeframe = z.enum(timeframes, { error: `must be one of ${timeframes.join(', ')}` });

/** A rule without its timeframe, which all rules of a strategy share. It is kept as it was sent. */
const rule = z.record(z.string(), z.unknown()).check(complaining(ruleComplaints));

function ruleComplaints(given: Readonly<Record<string, unknown>>): readonly Complaint[] {
  if ('timeframe' in given) return [{ path: ['timeframe'], sentence: 'belongs beside buy and sell, not in a rule' }];
  const { error } = ruleSchema.safeParse({ ...given, timeframe: timeframes[0] });
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    sentence: message,
  }));
}

/** A schema that the field `type` chooses. */
function byType<T>(schemas: Readonly<Record<string, z.ZodMiniType<T>>>): z.ZodMiniType<T> {
  const names = Object.keys(schemas).join(', ');
  return chosen<T>(({ type }) => {
    const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    return schema ?? `needs a field type that is one of ${names}`;
  });
}

const atrBars = whole(1, 500);
const stops = {
  percent: z.strictObject({ type: z.literal('percent'), value: percent('0.01', '99') }),
  /** So many average true ranges of the bar at whose close the cycle was decided. */
  atr: z.strictObject({ type: z.literal('atr'), n: z._default(atrBars, 14), mult: scale('0.1', '100') }),
};
export type Stop = { [Name in keyof typeof stops]: z.output<(typeof stops)[Name]> }[keyof typeof stops];

/** What a share of the capital is a share of: the wallet, or the limit of the portfolio where it has one. */
const equity = z._default(z.enum(['wallet', 'portfolio_limit']), 'wallet');
/** The most that a position may be worth at its entry. Null: no more than any order. */
const maxNotional = z._default(z.nullable(usdt('0.00000001', '10000000')), null);
const amount = usdt('0.00000001', '10000000');
const sizings = {
  fixed_notional: z.strictObject({ type: z.literal('fixed_notional'), value: amount }),
  fixed_margin: z.strictObject({ type: z.literal('fixed_margin'), value: amount }),
  equity_percent: z.strictObject({
    ...{ type: z.literal('equity_percent'), value: percent('0.01', '10000') },
    ...{ equity, maxNotional },
  }),
  /** The stop loses so many percent of the capital, both taker fees included. */
  risk_percent: z.strictObject({
    ...{ type: z.literal('risk_percent'), value: percent('0.01', '100') },
    ...{ equity, maxNotional, stop: z._default(z.literal('stop_loss'), 'stop_loss') },
  }),
  /** A move of one average true range changes the capital by so many percent. */
  volatility_target: z.strictObject({
    ...{ type: z.literal('volatility_target'), value: percent('0.01', '100'), n: z._default(atrBars, 14) },
    ...{ equity, maxNotional },
  }),
};
export type Sizing = { [Name in keyof typeof sizings]: z.output<(typeof sizings)[Name]> }[keyof typeof sizings];

const trailingNeedsTarget: readonly Complaint[] = [
  { path: ['trailingPercent'], sentence: 'needs take_profit_percent beside it, at which it arms' },
];

const side = z
  .strictObject({
    enter: rule,
    exit: z._default(z.nullable(rule), null),
    takeProfitPercent: z._default(z.nullable(percent('0.01', '1000')), null),
    trailingPercent: z._default(z.nullable(percent('0.01', '10')), null),
    stop: z._default(z.nullable(byType<Stop>(stops)), null),
  })
  .check(
    complaining(({ takeProfitPercent, trailingPercent }) =>
      trailingPercent !== null && takeProfitPercent === null ? trailingNeedsTarget : [],
    ),
  );
export type CustomSide = z.output<typeof side>;

/** The parameters of a strategy of rules as they are sent and stored (domain document, 4.4). */
export const customParams = z
  .strictObject({
    version: z._default(z.literal(1), 1),
    /** Those that it was written for. A bot trades the ones that it is created with. */
    symbols: z.optional(z.array(z.string().check(z.maxLength(24))).check(z.maxLength(50))),
    timeframe,
    leverage: z._default(whole(1, 125), 5),
    marginType: z._default(z.enum(['isolated', 'cross']), 'isolated'),
    sizing: byType<Sizing>(sizings),
    buy: z._default(z.nullable(side), null),
    sell: z._default(z.nullable(side), null),
    cooldownS: z._default(whole(0, 31_536_000), 0),
    /** Null: the number of atoms. */
    maxOpenCycles: z._default(z.nullable(whole(1, 1_000)), null),
  })
  .check(complaining(sideComplaints));

function sideComplaints({ buy, sell, sizing }: Pick<CustomParams, 'buy' | 'sell' | 'sizing'>): readonly Complaint[] {
  if (buy === null && sell === null) return [{ path: [], sentence: 'needs rules for buy, for sell, or for both' }];
  if (sizing.type !== 'risk_percent') return [];
  return Object.entries({ buy, sell }).flatMap(([direction, rules]) =>
    rules === null || rules.stop !== null
      ? []
      : [{ path: [direction, 'stop'], sentence: 'must be set, because risk_percent sizes a position by its stop' }],
  );
}

/** What was decided when a cycle opened. Only the parameters of a cycle have it. */
export interface Opening {
  readonly direction: Direction;
  /** What the position may be worth, USDT. */
  readonly notional: string;
  /** How far below a long, or above a short, the stop lies. Null: it lies at a percent, or there is none. */
  readonly stopTicks: number | null;
}

export type CustomParams = z.output<typeof customParams> & { readonly opening?: Opening };
