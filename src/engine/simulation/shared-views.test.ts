import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { DOGE, ETH, marketOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { EMPTY } from '../../../tests/support/small-account.ts';
import { marketMinute } from '../scan/market-minutes.ts';
import { simulateAccount } from './simulate-account.ts';

it('a running account shows the same liquidation prices of cross positions as one opened from its snapshot', () => {
  const market = marketOf([ETH, DOGE]);
  const symbols = ['ETHUSDT', 'DOGEUSDT'];
  const history = randomHistory(
    chance(4),
    symbols.map((symbol) => ({ symbol, start: 100_000 })),
    300,
  );
  const account = simulateAccount(EMPTY, market);
  const held = { baseOrderSize: '30000', leverage: 20, marginType: 'cross', takeProfitPercent: null } as const;
  account.command(botCommand({ ...held, safetyOrdersCount: 0 }, 'bot', symbols), START);
  for (let index = 0; index < history.minutes; index += 1) {
    const minute = marketMinute(history, index);
    account.advance(minute);
    expect(account.views('bot')).toEqual(simulateAccount(account.snapshot(), market, minute).views('bot'));
  }
  expect(account.views('bot').map(({ liquidationPrice }) => liquidationPrice)).not.toContain(null);
});
