import { expect, it } from 'vitest';
import { cashPerTickStep, gridOf } from '#engine/model/instrument.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { DOGE, ETH, marketOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, afterMinutes, flat } from '../../../tests/support/small-account.ts';
import { orderEffectOf } from './order-effect.ts';
import { presentAtoms } from './present-bot.ts';

/** The contract with a tick and step that do not divide what the bot holds. */
const [tick, step] = [gridOf('0.3'), gridOf('0.01')];
const COARSER = { ...ETH, tick, step, cashPerTickStep: cashPerTickStep(tick, step) };

it('a bot that counts in ticks and steps of before is shown with the prices and quantities that it has', () => {
  const params = { baseOrderSize: '200', safetyOrdersCount: 1, stepPercent: '1', takeProfitPercent: '1' };
  const before = accountAfter([botCommand({ ...params, tpNetOfFees: false })], [flat(200_000), flat(200_000)]);
  const account = simulateAccount(before.snapshot(), marketOf([COARSER, DOGE]));
  const snapshot = account.bot('bot');
  if (snapshot === null) throw new Error('the bot is loaded');
  const runtime = { instruments: new Map([['ETHUSDT', COARSER]]) };
  expect(presentAtoms({ snapshot, views: account.views('bot') }, runtime)[0]).toMatchObject({
    quantity: '0.100',
    averagePrice: '2000.00000000',
    takeProfitPrice: '2020.00',
    levelPrices: ['2000.00', '1980.00'],
    nextLevelPrice: '1980.00',
  });
  const detached = account.command({ type: 'stop', botId: 'bot', position: 'detach' }, afterMinutes(2));
  if (!detached.ok) throw new Error('the position is handed over');
  const cancels = detached.value.filter((record) => record.type === 'order');
  const effect = orderEffectOf(
    { cancels, places: [], changed: true, warnings: [], bot: null, unchanged: 0, liquidations: [] },
    runtime.instruments,
  );
  expect(effect.cancels.map(({ role, price, qty }) => [role, price, qty])).toEqual([
    ['take_profit', '2020.00', '0.100'],
    ['safety', '1980.00', '0.101'],
  ]);
});
