import { expect, it } from 'vitest';
import { minuteClosed, reportsIn } from '../../../tests/support/account-journal.ts';
import { ETH, marketOf, minutesOf, START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { afterMinutes, EMPTY, flat } from '../../../tests/support/small-account.ts';
import { applyEvent } from '../account/apply-event.ts';
import { accountSnapshot, openAccount } from '../account/open-account.ts';
import type { AccountSnapshot } from '../model/account.ts';
import type { EngineEvent } from '../model/engine-event.ts';
import { simulateAccount } from './simulate-account.ts';

const MARKET = marketOf([ETH]);
const SETTING = {
  instruments: MARKET.instruments,
  past: { range: () => null, bar: () => null },
  performer: { isCancelFinal: true, place: () => undefined, cancel: () => undefined },
};

it('an account that is stored between a liquidation and the close of its minute still fails the bot at that close', () => {
  const command = botCommand({ baseOrderSize: '200', safetyOrdersCount: 0, leverage: 20, takeProfitPercent: null });
  const events: EngineEvent[] = [
    { type: 'Commanded', at: afterMinutes(0), command: { ...command, prices: START_PRICES } },
  ];
  const simulated = simulateAccount(EMPTY, MARKET);
  simulated.command(command, afterMinutes(0));
  for (const minute of minutesOf({ ETHUSDT: [flat(200_000), flat(200_000), [200_000, 200_000, 180_000, 180_000]] })) {
    events.push(...reportsIn(simulated.advance(minute)), minuteClosed(minute, ['ETHUSDT']));
  }
  const liquidated = events.findIndex((event) => event.type === 'Reported' && event.report.type === 'Liquidated');
  expect(liquidated).toBeGreaterThan(0);
  const account = openAccount(EMPTY, SETTING);
  for (const event of events.slice(0, liquidated + 1)) applyEvent(account, event);
  const stored = JSON.parse(JSON.stringify(accountSnapshot(account))) as AccountSnapshot; // As it is stored.
  expect(stored.bots[0]?.bot).toMatchObject({ state: 'RUNNING', stateReason: 'LIQUIDATED' });
  const reopened = openAccount(stored, SETTING);
  for (const event of events.slice(liquidated + 1)) applyEvent(reopened, event);
  expect(accountSnapshot(reopened)).toEqual(simulated.snapshot());
  expect(simulated.bot('bot')?.bot).toMatchObject({ state: 'ERROR', stateReason: 'LIQUIDATED' });
});
