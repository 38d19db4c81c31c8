import { expect, it } from 'vitest';
import { START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, afterMinutes, flat, paramsOf } from '../../../tests/support/small-account.ts';
import { carriedOut } from './decide.ts';

const LADDER = { baseOrderSize: '200', safetyOrdersCount: 5, stepPercent: '2', takeProfitPercent: '1', leverage: 5 };

it('a new take profit of a running bot replaces one order, leaves five, and tells where liquidation was and is', () => {
  const account = accountAfter([botCommand({ ...LADDER, marginType: 'isolated' })], [flat(200_000), flat(200_000)]);
  const [before, views] = [account.bot('bot'), account.views('bot')];
  const params = paramsOf({ ...LADDER, marginType: 'isolated', takeProfitPercent: '1.3' });
  const command = {
    type: 'apply-params',
    botId: 'bot',
    params,
    paramsVersion: 2,
    when: 'now',
    prices: START_PRICES,
  } as const;
  const outcome = account.command(command, afterMinutes(2));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reasons));
  const done = carriedOut({ account }, { command, before, views, records: outcome.value });
  expect(done.cancels.map(({ order }) => order.role)).toEqual(['take_profit']);
  expect(done.places.map(({ order }) => order.role)).toEqual(['take_profit']);
  expect(done.unchanged).toBe(5);
  const liquidation = views[0]?.liquidationPrice ?? null;
  expect(liquidation).not.toBeNull();
  expect(done.liquidations).toEqual([{ symbol: 'ETHUSDT', direction: 'buy', before: liquidation, after: liquidation }]);
});
