import { expect, it } from 'vitest';
import { ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, afterMinutes, flat, openCycleOf, runMinutes } from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';

const MARKET = marketOf([ETH]);
const BARS = [flat(200_000), flat(200_000), [200_000, 203_000, 200_000, 200_000], flat(200_000)] as const;
const takeProfitsOf = (account: AccountInSimulation) =>
  openCycleOf(account)?.orders.filter(({ role }) => role === 'take_profit');

it('a take profit measured from the base order earns its target once, however many parts fill it', () => {
  const command = botCommand({
    baseOrderSize: '200',
    safetyOrdersCount: 0,
    takeProfitPercent: '1',
    tpBasis: 'base',
    tpNetOfFees: false,
  });
  const account = accountAfter([command], [], MARKET);
  // A tenth of the volume is 0.040 of the 0.100 held; then funding makes the take profit be reckoned anew.
  runMinutes(account, minutesOf({ ETHUSDT: BARS }, { volume: 400, funding: { ETHUSDT: { 3: '0.0001' } } }));
  expect(openCycleOf(account)?.position.quantity).toBe(60);
  expect(takeProfitsOf(account)).toMatchObject([{ price: 202_000, quantity: 100, filled: 40 }]);
});

it('a stop with protection leaves a partly filled take profit resting unchanged', () => {
  const params = { baseOrderSize: '200', safetyOrdersCount: 0, takeProfitPercent: '1', tpBasis: 'base' } as const;
  const account = accountAfter([botCommand(params)], [], MARKET);
  runMinutes(account, minutesOf({ ETHUSDT: BARS }, { volume: 600 })); // What is left could do with a tick less.
  const before = takeProfitsOf(account);
  expect(before).toMatchObject([{ price: 202_141, quantity: 100, filled: 60 }]);
  account.command({ type: 'stop', botId: 'bot', position: 'protect' }, afterMinutes(4));
  expect(takeProfitsOf(account)).toEqual(before);
});
