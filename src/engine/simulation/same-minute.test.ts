import { describe, expect, it } from 'vitest';
import { cashText } from '#base/decimal.ts';
import { ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, flat, runMinutes } from '../../../tests/support/small-account.ts';

const MARKET = marketOf([ETH]);

describe('the simulation of one minute', () => {
  it('charges funding on an entry even when a stop closes it in the same minute', () => {
    const command = botCommand({ baseOrderSize: '200', safetyOrdersCount: 1, stopLossPercent: '3' });
    const bars = [flat(200_000), flat(200_000), [200_000, 200_000, 193_000, 193_000]] as const;
    const minutes = minutesOf({ ETHUSDT: bars }, { funding: { ETHUSDT: { 2: '0.001' } } });
    const records = runMinutes(accountAfter([command], [], MARKET), minutes);
    const ended = records.find((record) => record.type === 'cycle' && record.cycle.endAt !== null);
    // Held 0.100 and bought 0.101 at the mark of 2,000.
    expect(ended).toMatchObject({ cycle: { closeReason: 'stop_loss' } });
    expect(ended?.type === 'cycle' && cashText(ended.cycle.funding)).toBe('-0.40200000');
    const sources = records.flatMap((record) => (record.type === 'ledger' ? [record.sourceId] : []));
    expect(new Set(sources).size).toBe(sources.length);
  });

  it('pays no funding to an entry filled in the minute of the settlement', () => {
    const command = botCommand({ baseOrderSize: '200', safetyOrdersCount: 1, stopLossPercent: '3' });
    const bars = [flat(200_000), flat(200_000), [200_000, 200_000, 193_000, 193_000]] as const;
    const minutes = minutesOf({ ETHUSDT: bars }, { funding: { ETHUSDT: { 2: '-0.001' } } });
    const records = runMinutes(accountAfter([command], [], MARKET), minutes);
    const ended = records.find((record) => record.type === 'cycle' && record.cycle.endAt !== null);
    expect(ended?.type === 'cycle' && cashText(ended.cycle.funding)).toBe('0.20000000');
  });

  it('leaves the other direction running while one is liquidated, and suspends it at the close', () => {
    const command = botCommand({ direction: 'both', baseOrderSize: '200', safetyOrdersCount: 0, leverage: 50 });
    const account = accountAfter([command], [], MARKET);
    const bars = [flat(200_000), [200_000, 200_000, 190_000, 190_000]] as const;
    const records = runMinutes(account, minutesOf({ ETHUSDT: bars }));
    const trades = records.flatMap((record) => (record.type === 'trade' ? [[record.direction, record.role]] : []));
    expect(trades).toEqual([
      ['buy', 'base'],
      ['buy', 'liquidation'],
      ['sell', 'base'],
    ]);
    expect(account.bot('bot')?.bot).toMatchObject({ state: 'ERROR', stateReason: 'LIQUIDATED' });
    expect(account.bot('bot')?.bot.atoms).toMatchObject([{ phase: 'IDLE' }, { phase: 'SUSPENDED' }]);
  });
});
