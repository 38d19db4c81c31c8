import { describe, expect, it } from 'vitest';
import { type CandlePrices, ETH, marketOf, START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  flat,
  laterMinutes,
  paramsOf,
  runMinutes,
} from '../../../tests/support/small-account.ts';
import type { Account } from '../model/account.ts';
import type { AccountRecord } from '../model/record.ts';

const MARKET = marketOf([ETH]);
const LADDER = { baseOrderSize: '200', safetyOrdersCount: 1, takeProfitPercent: '1', leverage: 5 } as const;
/** Opens at 2,000 and takes the profit of a long two minutes later. */
const TOOTH: readonly CandlePrices[] = [flat(200_000), flat(200_000), [200_000, 203_000, 200_000, 200_000]];
const teeth = (count: number): CandlePrices[] => Array.from({ length: count }, () => TOOTH).flat();

const botOf = (account: Account) => account.bot('bot')?.bot;
const rolesOf = (records: readonly AccountRecord[]) =>
  records.flatMap((record) => (record.type === 'trade' ? [record.role] : []));

describe('a bot with max_cycles', () => {
  it('is FINISHING while its last cycle is open and FINISHED when that is closed', () => {
    const account = accountAfter([botCommand({ ...LADDER, maxCycles: 2 })], [], MARKET);
    const first = runMinutes(account, laterMinutes(0, teeth(2).slice(0, 4)));
    expect(rolesOf(first)).toEqual(['base', 'take_profit', 'base']);
    expect(botOf(account)).toMatchObject({ state: 'FINISHING', stateReason: 'MAX_CYCLES', cyclesBegun: 2 });
    const rest = runMinutes(account, laterMinutes(4, [...teeth(2).slice(4), ...teeth(3)]));
    expect(rolesOf(rest)).toEqual(['take_profit']);
    expect(botOf(account)).toMatchObject({ state: 'FINISHED', stateReason: 'MAX_CYCLES' });
  });

  it('counts its cycles from zero after a restart', () => {
    const account = accountAfter([botCommand({ ...LADDER, maxCycles: 1 })], teeth(2), MARKET);
    expect(botOf(account)).toMatchObject({ state: 'FINISHED', cyclesBegun: 1 });
    account.command({ type: 'restart', botId: 'bot' }, afterMinutes(6));
    expect(botOf(account)).toMatchObject({ state: 'RUNNING', runNo: 2, cyclesBegun: 0 });
    expect(rolesOf(runMinutes(account, laterMinutes(6, teeth(3))))).toEqual(['base', 'take_profit']);
    expect(botOf(account)?.state).toBe('FINISHED');
  });

  it('never exceeds the number even when the base orders of both directions would fill in one minute', () => {
    const account = accountAfter([botCommand({ ...LADDER, direction: 'both', maxCycles: 1 })], [], MARKET);
    expect(rolesOf(runMinutes(account, laterMinutes(0, teeth(4))))).toEqual(['base', 'take_profit']);
    expect(botOf(account)?.atoms.map(({ cyclesOpened }) => cyclesOpened)).toEqual([1, 0]);
  });

  it('does not count a cycle whose base order expired without a fill', () => {
    const limit = { baseOrderType: 'limit', baseOrderOffsetPercent: '1', baseOrderTtlS: 60 } as const;
    const account = accountAfter([botCommand({ ...LADDER, ...limit, maxCycles: 1 })], [], MARKET);
    const candles: CandlePrices[] = [
      ...Array.from({ length: 4 }, () => flat(200_000)),
      [200_000, 200_000, 197_000, 198_000],
    ];
    expect(rolesOf(runMinutes(account, laterMinutes(0, candles)))).toEqual(['base']);
    expect(botOf(account)).toMatchObject({ state: 'FINISHING', cyclesBegun: 1 });
    expect(botOf(account)?.atoms[0]?.cyclesOpened).toBeGreaterThan(1);
  });

  it('finishes at the next close when new parameters allow no more cycles than it has had', () => {
    const account = accountAfter([botCommand(LADDER)], teeth(3), MARKET);
    const params = paramsOf({ ...LADDER, maxCycles: 2 });
    const command = {
      type: 'apply-params',
      botId: 'bot',
      params,
      paramsVersion: 2,
      when: 'next_cycle',
      prices: START_PRICES,
    } as const;
    expect(account.command(command, afterMinutes(9)).ok).toBe(true);
    expect(botOf(account)).toMatchObject({ state: 'RUNNING', cyclesBegun: 3 });
    runMinutes(account, laterMinutes(9, [flat(200_000)])); // In which the base order that waited fills.
    expect(botOf(account)).toMatchObject({ state: 'FINISHING', cyclesBegun: 4 });
  });
});
