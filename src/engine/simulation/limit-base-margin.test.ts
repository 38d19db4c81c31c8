import { expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { instantOf } from '#base/time.ts';
import { ETH, marketOf, minutesOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { EMPTY, flat, runMinutes } from '../../../tests/support/small-account.ts';
import { simulateAccount } from './simulate-account.ts';

it.each([
  ['102.050803', 'INSUFFICIENT_MARGIN'],
  ['102.050804', null],
])('a limit base order needs the margin of its own price: a wallet of %s', (wallet, blockedBy) => {
  // 0.101 at 2,020 ties up 102.01 and pays 0.040804; 0.102 at the close of 2,000 would tie up 102 and pay 0.0408.
  const account = simulateAccount({ ...EMPTY, wallet: cashFrom(wallet) }, marketOf([ETH]));
  const params = {
    direction: 'sell',
    baseOrderSize: '205',
    baseOrderType: 'limit',
    baseOrderOffsetPercent: '1',
    safetyOrdersCount: 0,
    leverage: 2,
  } as const;
  account.command(botCommand(params), instantOf(START - 1));
  runMinutes(account, minutesOf({ ETHUSDT: [flat(200_000)] }));
  expect(account.bot('bot')?.bot.atoms[0]?.blockedBy).toBe(blockedBy);
  expect(account.committed()).toBeLessThanOrEqual(account.wallet());
});
