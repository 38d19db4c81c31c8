import { describe, expect, test } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { steps } from '#base/exact.ts';
import {
  instrumentOf,
  longExample,
  priceOf,
  shortExample,
  singleTier,
  tier,
  tierExample,
} from '../../../../tests/support/worked-examples.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { LadderParams } from '../../model/ladder-params.ts';
import { cumulativeAmounts } from '../margin/margin.ts';
import { type ValidationInput, validateLadder } from './validate.ts';

interface Example {
  readonly instrument: Instrument;
  readonly params: LadderParams;
  readonly basePrice: string;
}

type Changes = Partial<LadderParams>;
type Options = Partial<Omit<ValidationInput, 'params' | 'basePrice'>>;

function check(example: Example, changes: Changes = {}, options: Options = {}) {
  const instrument = options.instrument ?? example.instrument;
  const basePrice = priceOf(instrument, example.basePrice);
  return validateLadder({ ...options, instrument, basePrice, params: { ...example.params, ...changes } });
}

/** The long example's market with the ladder of the short one, so that both sides of a rule stand on one market. */
const mirrored: Example = { ...longExample, params: { ...longExample.params, direction: 'sell' } };

const tiered: Instrument = {
  ...longExample.instrument,
  brackets: cumulativeAmounts([
    { ...tier('0', '1500', '0.004'), leverageMax: 50 },
    { ...tier('1500', '5000', '0.01'), leverageMax: 8 },
  ]),
};

test.each([
  ['1', longExample],
  ['2', shortExample],
  ['3', tierExample],
])('the validation accepts worked example %s without a stop', (_, example) => {
  expect(check(example)).toEqual({ errors: [], warnings: [] });
});

interface Case {
  readonly name: string;
  readonly example: Example;
  readonly changes?: Changes;
  readonly options?: Options;
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly figures: Readonly<Record<string, string | number>>;
}

const cases: readonly Case[] = [
  {
    name: 'a step below the least notional',
    example: longExample,
    changes: { safetyOrderSize: '15' },
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    path: ['safetyOrderSize'],
    // floor(15 / 1980) = 0.007, worth 13.86; 0.011 at 1980 is the first to reach 20.
    figures: { level: 1, notional: '13.86', notionalMin: '20', size: '21.78', direction: 'buy' },
  },
  {
    name: 'a base order below the least notional',
    example: shortExample,
    changes: { baseOrderSize: '4.9' },
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    path: ['baseOrderSize'],
    figures: { level: 0, notional: '4.8', notionalMin: '5', size: '5', direction: 'sell' },
  },
  {
    name: 'an explicit step below the minimum notional, its size given as margin',
    example: longExample,
    changes: { sizeType: 'margin', customLevels: [{ deviationPercent: '1', size: '1.5' }] },
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    path: ['customLevels', 0, 'size'],
    figures: { level: 1, notional: '13.86', notionalMin: '20', size: '2.18', direction: 'buy' },
  },
  {
    name: 'a step below the minimum quantity',
    example: longExample,
    changes: { safetyOrderSize: '1', safetyOrdersCount: 1 },
    options: { instrument: { ...longExample.instrument, quantityMin: steps(20) } },
    code: 'LEVEL_BELOW_MIN_QTY',
    path: ['safetyOrderSize'],
    figures: { level: 1, quantity: '0.000', quantityMin: '0.020', size: '39.6', direction: 'buy' },
  },
  {
    name: 'a step that does not pay for one step of the quantity, naming the least quantity that also has the least value,',
    example: longExample,
    changes: { safetyOrderSize: '1', safetyOrdersCount: 1 },
    code: 'LEVEL_BELOW_MIN_QTY',
    path: ['safetyOrderSize'],
    // 0.001 at 1980 would do for the quantity, at 1.98; the value asks for 0.011.
    figures: { level: 1, quantity: '0.000', quantityMin: '0.011', size: '21.78', direction: 'buy' },
  },
  {
    name: 'a step below both minima, naming the stricter one,',
    example: longExample,
    changes: { safetyOrderSize: '5', safetyOrdersCount: 1 },
    options: { instrument: { ...longExample.instrument, quantityMin: steps(3) } },
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    path: ['safetyOrderSize'],
    // floor(5 / 1980) = 0.002, worth 3.96; 0.003 would do for the quantity; the value asks for 0.011.
    figures: { level: 1, notional: '3.96', notionalMin: '20', size: '21.78', direction: 'buy' },
  },
  {
    name: 'shrinking steps by the step that asks for most',
    example: longExample,
    changes: { safetyOrderSize: '15', safetyOrdersCount: 2, volumeScale: '0.5' },
    code: 'LEVEL_BELOW_MIN_NOTIONAL',
    path: ['safetyOrderSize'],
    // Step 2 gets half of the size; 0.011 at 1950 is its first to reach 20, and twice that is asked.
    figures: { level: 2, notional: '5.85', notionalMin: '20', size: '42.9', direction: 'buy' },
  },
  {
    name: 'a market base order above the maximum market quantity',
    example: longExample,
    options: { instrument: { ...longExample.instrument, marketQuantityMax: steps(99) } },
    code: 'LEVEL_ABOVE_MAX_QTY',
    path: ['baseOrderSize'],
    figures: { level: 0, quantity: '0.100', quantityMax: '0.099', direction: 'buy' },
  },
  {
    name: 'sizes beyond exact amounts',
    example: longExample,
    changes: { volumeScale: '10', safetyOrdersCount: 100, stepPercent: '0.05', stepScale: '1' },
    code: 'LEVEL_ABOVE_MAX_QTY',
    path: ['safetyOrderSize'],
    figures: { level: 7, direction: 'buy' },
  },
  {
    name: 'a long ladder that reaches below zero',
    example: longExample,
    changes: { stepPercent: '40', stepScale: '1', safetyOrdersCount: 3, leverage: 1 },
    code: 'LADDER_PRICE_NON_POSITIVE',
    path: ['safetyOrdersCount'],
    figures: { level: 3, deviationPercent: '120', direction: 'buy' },
  },
  {
    name: 'two steps on one tick',
    example: { ...longExample, basePrice: '0.50' },
    changes: { stepPercent: '0.5', stepScale: '1', safetyOrdersCount: 5 },
    options: { instrument: { ...longExample.instrument, notionalMin: cashFrom('0.01') } },
    code: 'DUPLICATE_LEVEL_PRICE',
    path: ['stepPercent'],
    // 0.4975 and 0.495 both fall to 0.49.
    figures: { level: 2, deviationPercent: '1', direction: 'buy' },
  },
  {
    name: 'explicit steps out of order',
    example: longExample,
    changes: {
      customLevels: [
        { deviationPercent: '3', size: '100' },
        { deviationPercent: '2', size: '100' },
      ],
    },
    code: 'LEVEL_OUT_OF_ORDER',
    path: ['customLevels', 1, 'deviationPercent'],
    figures: { level: 2, deviationPercent: '2', direction: 'buy' },
  },
  {
    name: 'more resting steps than the ladder has',
    example: longExample,
    changes: { activeSafetyOrders: 5 },
    code: 'ACTIVE_ORDERS_ABOVE_COUNT',
    path: ['activeSafetyOrders'],
    figures: { active: 5, count: 4 },
  },
  {
    name: 'a long stop-loss from the base exactly at the last step',
    example: longExample,
    changes: { stopLossPercent: '8.125' },
    code: 'SL_INSIDE_LADDER',
    path: ['stopLossPercent'],
    figures: {
      ...{ level: 4, stopLossPercent: '8.125', deviationPercent: '8.125', beyondPercent: '8.125', lastLevel: 4 },
      direction: 'buy',
    },
  },
  {
    name: 'a short stop-loss from the base inside the ladder, given as an override',
    example: shortExample,
    options: { stopLossPercent: '8' },
    code: 'SL_INSIDE_LADDER',
    path: ['stopLossPercent'],
    figures: {
      ...{ level: 4, stopLossPercent: '8', deviationPercent: '14.8832', beyondPercent: '14.89', lastLevel: 5 },
      direction: 'sell',
    },
  },
  {
    name: 'a long step beyond the stop-loss from the average',
    example: longExample,
    changes: { slBasis: 'average', stopLossPercent: '5' },
    code: 'LEVEL_UNREACHABLE',
    path: ['stopLossPercent'],
    figures: {
      level: 4,
      after: 3,
      stopPrice: '1848.33',
      levelPrice: '1837.50',
      stopLossPercent: '5',
      neededPercent: '5.56',
      direction: 'buy',
    },
  },
  {
    name: 'a short step beyond the stop-loss from the average',
    example: shortExample,
    changes: { slBasis: 'average', stopLossPercent: '4' },
    code: 'LEVEL_UNREACHABLE',
    path: ['stopLossPercent'],
    // After step 2 the average is 0.20557163, 4 % above it 0.21379. Step 5 asks for the most:
    // 0.22978 is 7.672 % above the average of 0.21340764 after step 4.
    figures: {
      level: 3,
      after: 2,
      stopPrice: '0.21379',
      levelPrice: '0.21456',
      stopLossPercent: '4',
      neededPercent: '7.68',
      direction: 'sell',
    },
  },
  {
    name: 'a short take profit above 100 %',
    example: shortExample,
    changes: { takeProfitPercent: '100' },
    code: 'TAKE_PROFIT_NON_POSITIVE',
    path: ['takeProfitPercent'],
    figures: { level: 0, takeProfitPercent: '100', direction: 'sell' },
  },
  {
    name: 'a long that is liquidated before its next step',
    example: longExample,
    changes: { leverage: 25 },
    code: 'LIQ_INSIDE_LADDER',
    path: ['leverage'],
    // After step 2: (698.33 / 25 − 698.33) / (0.354 · −0.996) = 1901.38, beyond step 3 at 1905. After step 3:
    // (1147.91 / 25 − 1147.91) / (0.59 · −0.996) = 1875.29.
    figures: { level: 3, next: 4, liquidationPrice: '1875.29', nextPrice: '1837.50', direction: 'buy' },
  },
  {
    name: 'a short on cross margin that is liquidated before its next step',
    example: shortExample,
    changes: { leverage: 50 },
    options: { wallet: cashFrom('20') },
    code: 'LIQ_INSIDE_LADDER',
    path: ['leverage'],
    // After step 4 fees of 0.10021 leave 19.89979: (19.89979 + 456.05212) / (2137 · 1.005) = 0.221612.
    figures: { level: 4, next: 5, liquidationPrice: '0.22161', nextPrice: '0.22977', direction: 'sell' },
  },
  {
    name: 'a long stop-loss beyond liquidation',
    example: longExample,
    changes: { stopLossPercent: '14' },
    code: 'SL_BEYOND_LIQUIDATION',
    path: ['stopLossPercent'],
    figures: { level: 4, stopPrice: '1720.00', liquidationPrice: '1720.62', direction: 'buy' },
  },
  {
    name: 'a long stop-loss within half a percent of liquidation',
    example: longExample,
    changes: { stopLossPercent: '13.6' },
    code: 'SL_BEYOND_LIQUIDATION',
    path: ['stopLossPercent'],
    figures: { level: 4, stopPrice: '1728.00', liquidationPrice: '1720.62', direction: 'buy' },
  },
  {
    name: 'a short stop-loss beyond liquidation',
    example: shortExample,
    changes: { stopLossPercent: '80' },
    options: { wallet: cashFrom('400.14630229') },
    code: 'SL_BEYOND_LIQUIDATION',
    path: ['stopLossPercent'],
    figures: { level: 5, stopPrice: '0.36000', liquidationPrice: '0.34430', direction: 'sell' },
  },
  {
    name: 'a short stop-loss within half a percent of liquidation',
    example: shortExample,
    changes: { stopLossPercent: '71.5' },
    options: { wallet: cashFrom('400.14630229') },
    code: 'SL_BEYOND_LIQUIDATION',
    path: ['stopLossPercent'],
    figures: { level: 5, stopPrice: '0.34300', liquidationPrice: '0.34430', direction: 'sell' },
  },
  {
    name: 'a leverage above the maximum for the tier of the full ladder',
    example: longExample,
    options: { instrument: tiered },
    code: 'LEVERAGE_ABOVE_BRACKET',
    path: ['leverage'],
    figures: { leverage: 10, leverageMax: 8, notional: '1822.2725', direction: 'buy' },
  },
  {
    name: 'a ladder larger than the last tier',
    example: longExample,
    changes: { baseOrderSize: '4000', leverage: 5 },
    options: { instrument: tiered },
    code: 'LEVERAGE_ABOVE_BRACKET',
    path: ['leverage'],
    figures: { leverage: 5, leverageMax: 0, notional: '5622.2725', notionalMax: '5000', direction: 'buy' },
  },
  {
    name: 'a ladder exactly as large as the end of the last tier, which is excluded',
    example: longExample,
    changes: { baseOrderSize: '5000', leverage: 5, safetyOrdersCount: 0 },
    options: { instrument: tiered },
    code: 'LEVERAGE_ABOVE_BRACKET',
    path: ['leverage'],
    figures: { leverage: 5, leverageMax: 0, notional: '5000', notionalMax: '5000', direction: 'buy' },
  },
  {
    name: 'more resting orders over both directions than the symbol allows',
    example: longExample,
    changes: { direction: 'both' },
    options: { instrument: { ...longExample.instrument, ordersMax: 9 } },
    code: 'TOO_MANY_ORDERS',
    path: ['activeSafetyOrders'],
    figures: { orders: 10, ordersMax: 9 },
  },
  {
    name: 'a wallet smaller than the full ladder',
    example: longExample,
    options: { wallet: cashFrom('182.65170449') },
    code: 'INSUFFICIENT_MARGIN',
    path: ['baseOrderSize'],
    figures: { needed: '182.6517045', wallet: '182.65170449', direction: 'buy' },
  },
  {
    name: 'a portfolio limit that is used up',
    example: longExample,
    options: { limitLeft: cashFrom('100') },
    code: 'PORTFOLIO_LIMIT_EXCEEDED',
    path: ['baseOrderSize'],
    figures: { needed: '182.6517045', limitLeft: '100', direction: 'buy' },
  },
];

test.each(cases)(
  'the validation refuses $name with $code and nothing else',
  ({ example, changes, options, code, path, figures }) => {
    const { errors } = check(example, changes, options);
    expect(errors.map((error) => ({ code: error.code, path: error.path, figures: error.figures ?? {} }))).toEqual([
      { code, path, figures },
    ]);
  },
);

describe('a ladder exactly at a limit', () => {
  test.each<[string, Changes, Options]>([
    ['a wallet of exactly the needed margin', {}, { wallet: cashFrom('182.6517045') }],
    ['a limit that leaves exactly the needed margin', {}, { limitLeft: cashFrom('182.6517045') }],
    ['no limit', {}, { limitLeft: null }],
    ['a stop just beyond the ladder', { stopLossPercent: '8.126' }, {}],
    ['a stop from the average that lets every step fill', { slBasis: 'average', stopLossPercent: '5.56' }, {}],
    ['a stop half a percent before the liquidation', { stopLossPercent: '13.53' }, {}],
    ['a stop switched off by an override', { stopLossPercent: '2' }, { stopLossPercent: null }],
    ['every step resting', { activeSafetyOrders: 4 }, {}],
  ])('is accepted with %s', (_, changes, options) => {
    expect(check(longExample, changes, options).errors).toEqual([]);
  });
});

test('the validation refuses a short ladder whose steps exceed the largest price', () => {
  const { errors } = check(shortExample, { stepPercent: '50', stepScale: '10', safetyOrdersCount: 100 });
  expect(errors[0]).toMatchObject({
    code: 'LADDER_PRICE_NON_POSITIVE',
    // D_10 = 50 % · (10^10 − 1) / 9
    figures: { level: 10, deviationPercent: '55555555550', direction: 'sell' },
  });
});

test('the validation judges a mirrored short ladder like the long one', () => {
  const stop = check(mirrored, { stopLossPercent: '8' }).errors;
  expect(stop.map((error) => error.code)).toEqual(['SL_INSIDE_LADDER']);
  const near = check(mirrored, { stopLossPercent: '20', leverage: 7 }).errors;
  expect(near.map((error) => error.code)).toEqual(['SL_BEYOND_LIQUIDATION']);
});

test('a refusal says in one sentence with grouped figures how to mend the ladder', () => {
  const [unreachable] = check(longExample, { slBasis: 'average', stopLossPercent: '5' }).errors;
  expect(unreachable?.detail).toBe(
    'Step 4 would never fill: after step 3, the stop-loss at 1,848.33 comes before step 4 at 1,837.50. Set the stop-loss to 5.56 % or more, measure it from the base price, or remove step 4.',
  );
  const [inside] = check(longExample, { stopLossPercent: '3', stepScale: '1.4713' }).errors;
  expect(inside?.detail).toBe(
    'A 3 % stop triggers before steps 3 to 4 can fill. Set it beyond 7.821 % or use fewer steps.',
  );
  const [liquidation] = check(longExample, { leverage: 25 }).errors;
  expect(liquidation?.detail).toBe(
    'After step 3, liquidation would be at 1,875.29, above step 4 at 1,837.50. Lower the leverage or move step 4 closer.',
  );
});

test('the validation warns that example 3 would be liquidated before its stop if its steps did not rest', () => {
  const { errors, warnings } = check(tierExample, { stopLossPercent: '5' });
  expect(errors).toEqual([]);
  expect(warnings).toEqual([
    {
      code: 'SL_BEYOND_LIQ_IF_LADDER_UNFILLED',
      detail:
        'Before any step fills, liquidation is at 57,228.9. The stop-loss at 57,000.0 would come too late if the remaining steps did not rest at the exchange.',
      path: ['stopLossPercent'],
      figures: { level: 0, stopPrice: '57000.0', liquidationPrice: '57228.9', direction: 'buy' },
    },
  ]);
});

test('the validation judges both directions and reports a finding that they share once', () => {
  const both = check(longExample, { direction: 'both', safetyOrderSize: '15', stopLossPercent: '8' }).errors;
  expect(both.map((error) => [error.code, error.figures?.['level']])).toEqual([
    ['LEVEL_BELOW_MIN_NOTIONAL', 1],
    ['SL_INSIDE_LADDER', 4],
  ]);
  const shortOnly = check(longExample, { direction: 'both', takeProfitPercent: '150' }).errors;
  expect(shortOnly.map((error) => [error.code, error.figures?.['direction']])).toEqual([
    ['TAKE_PROFIT_NON_POSITIVE', 'sell'],
  ]);
});

test('the validation never throws for parameters that the schema accepts', () => {
  const widest: Changes = {
    sizeType: 'margin',
    leverage: 125,
    baseOrderSize: '10000000',
    safetyOrderSize: '10000000',
    safetyOrdersCount: 100,
    stepPercent: '50',
    stepScale: '10',
    volumeScale: '10',
    takeProfitPercent: '1000',
    stopLossPercent: '1000',
    direction: 'both',
  };
  const narrowest: Changes = {
    baseOrderSize: '0.00000001',
    safetyOrderSize: '0.00000001',
    safetyOrdersCount: 100,
    stepPercent: '0.05',
    stepScale: '0.1',
    volumeScale: '0.1',
    direction: 'both',
  };
  expect(check(longExample, widest).errors.length).toBeGreaterThan(0);
  expect(check(longExample, { ...widest, marginType: 'cross' }, { wallet: cashFrom('1000') }).errors).not.toEqual([]);
  expect(check(shortExample, narrowest).errors.map((error) => error.code)).toContain('LEVEL_BELOW_MIN_QTY');
  const tiny = instrumentOf({
    symbol: 'ABCUSDT',
    tick: '0.00000001',
    step: '1',
    notionalMin: '5',
    brackets: singleTier('0.01'),
  });
  expect(check({ ...longExample, instrument: tiny, basePrice: '0.00000001' }, widest).errors).not.toEqual([]);
});

test('raising a size to what the validation asks for satisfies every minimum of that size at once', () => {
  for (const size of ['0.5', '1', '4.9', '15', '19.99']) {
    for (const changes of [{ volumeScale: '0.5' }, { volumeScale: '1.3' }, { direction: 'both' as const }]) {
      const given = { ...changes, safetyOrderSize: size, safetyOrdersCount: 4 };
      const [told] = check(longExample, given).errors.filter(({ path }) => path?.[0] === 'safetyOrderSize');
      const raised = String(told?.figures?.['size']);
      const after = check(longExample, { ...given, safetyOrderSize: raised }).errors;
      expect(after.filter(({ path }) => path?.[0] === 'safetyOrderSize')).toEqual([]);
    }
  }
});
