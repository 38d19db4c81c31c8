import { expect, it } from 'vitest';
import { type CandlePrices, ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { flat, runMinutes, storedAfter } from '../../../tests/support/small-account.ts';
import type { MinutePath } from '../model/account.ts';

const LADDER = {
  baseOrderSize: '200',
  safetyOrdersCount: 0,
  takeProfitPercent: '1',
  stopLossPercent: '1',
  tpNetOfFees: false,
} as const;
/** Both exits of an entry at 2,000 lie inside; the first bar opens nearer to its top, the second nearer to its bottom. */
const NEAR_TOP: CandlePrices = [200_000, 202_500, 197_000, 200_000];
const NEAR_BOTTOM: CandlePrices = [200_000, 203_000, 197_500, 200_000];

function exitOf(path: MinutePath | undefined, direction: 'buy' | 'sell', bar: CandlePrices): string | undefined {
  const market = { ...marketOf([ETH]), ...(path === undefined ? {} : { path }) };
  const account = storedAfter(botCommand({ ...LADDER, direction }), [], market);
  const records = runMinutes(account, minutesOf({ ETHUSDT: [flat(200_000), flat(200_000), bar] }));
  return records.flatMap((record) => (record.type === 'trade' && record.role !== 'base' ? [record.role] : []))[0];
}

it.each([
  [undefined, 'buy', NEAR_TOP, 'stop_loss'],
  ['pessimistic', 'sell', NEAR_TOP, 'stop_loss'],
  ['optimistic', 'buy', NEAR_BOTTOM, 'take_profit'],
  ['optimistic', 'sell', NEAR_TOP, 'take_profit'],
  ['nearest_first', 'buy', NEAR_TOP, 'take_profit'],
  ['nearest_first', 'buy', NEAR_BOTTOM, 'stop_loss'],
  ['nearest_first', 'sell', NEAR_BOTTOM, 'take_profit'],
  ['nearest_first', 'sell', NEAR_TOP, 'stop_loss'],
] as const)(
  'with both exits inside a minute, the path %s takes a %s position through %j to its %s',
  (path, direction, bar, exit) => {
    expect(exitOf(path, direction, bar)).toBe(exit);
  },
);
