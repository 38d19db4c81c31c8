import { describe, expect, it } from 'vitest';
import { DOGE, ETH, marketOf, minutesOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { afterMinutes, EMPTY, flat, laterMinutes, runMinutes } from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { AccountRecord } from '../model/record.ts';
import { simulateAccount } from './simulate-account.ts';

const LADDER = { baseOrderSize: '200', safetyOrdersCount: 2, stepPercent: '1', leverage: 5 } as const;
const STILL = [flat(200_000), flat(200_000), flat(200_000)];

const empty = (excluded: readonly string[] = []): AccountInSimulation =>
  simulateAccount({ ...EMPTY, excluded }, marketOf([ETH, DOGE]));
const exclude = (account: AccountInSimulation, isExcluded: boolean, after: number): readonly AccountRecord[] => {
  const outcome = account.command({ type: 'set-excluded', symbol: 'ETHUSDT', isExcluded }, afterMinutes(after));
  return outcome.ok ? outcome.value : [];
};
const waits = (account: AccountInSimulation) => account.waits('bot').map(({ code }) => code);
const blocks = (records: readonly AccountRecord[]) =>
  records.flatMap((record) =>
    record.type === 'note' && record.code === 'ENTRY_BLOCKED' ? [record.figures['reason']] : [],
  );

describe('an excluded symbol', () => {
  it('gets no cycle, which the log says once and the bot says whenever it is asked', () => {
    const account = empty(['ETHUSDT']);
    account.command(botCommand(LADDER), afterMinutes(0));
    const records = runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    expect(records.filter(({ type }) => type === 'order')).toEqual([]);
    expect(blocks(records)).toEqual(['ASSET_EXCLUDED']);
    expect(waits(account)).toEqual(['ASSET_EXCLUDED']);
  });

  it('keeps its open cycle with every order, and gets no other one after it', () => {
    const account = empty();
    account.command(botCommand(LADDER), afterMinutes(0));
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    const before = account.bot('bot');
    expect(exclude(account, true, 3)).toEqual([]);
    expect(account.bot('bot')).toEqual(before);
    expect(waits(account)).toEqual(['CYCLE_OPEN']);
    const rising = [[200_000, 210_000, 200_000, 200_000], ...STILL] as const;
    const after = runMinutes(account, laterMinutes(3, rising));
    const ended = after.flatMap((record) => (record.type === 'cycle' && record.cycle.endAt !== null ? [record] : []));
    expect(ended.map(({ cycle }) => cycle.closeReason)).toEqual(['take_profit']);
    expect(waits(account)).toEqual(['ASSET_EXCLUDED']);
  });

  it('loses a base order that rests unfilled; its entries stay switched as they were', () => {
    const account = empty();
    const resting = { ...LADDER, baseOrderType: 'limit', baseOrderOffsetPercent: '1' } as const;
    account.command(botCommand(resting), afterMinutes(0));
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    const orders = exclude(account, true, 3).filter((record) => record.type === 'order');
    expect(orders.map(({ state }) => state)).toEqual(['CANCELED']);
    expect(account.bot('bot')?.bot.atoms.map(({ cycle, isEntryEnabled }) => [cycle, isEntryEnabled])).toEqual([
      [null, true],
    ]);
  });

  it('stays excluded in an account that is stored and opened again, and has cycles again once it is let in', () => {
    const stored = empty();
    exclude(stored, true, 0);
    const account = simulateAccount(stored.snapshot(), marketOf([ETH, DOGE]));
    account.command(botCommand(LADDER), afterMinutes(0));
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    expect(waits(account)).toEqual(['ASSET_EXCLUDED']);
    exclude(account, false, 3);
    runMinutes(account, laterMinutes(3, STILL));
    expect(waits(account)).toEqual(['CYCLE_OPEN']);
  });

  it('concerns no other symbol', () => {
    const account = empty(['DOGEUSDT']);
    account.command(botCommand(LADDER), afterMinutes(0));
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    expect(waits(account)).toEqual(['CYCLE_OPEN']);
  });
});
