import { describe, expect, it } from 'vitest';
import { START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  firstAtom,
  flat,
  laterMinutes,
  openCycleOf,
  rolesOf,
  runMinutes,
  storedAfter,
} from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const LADDER: LadderParamsInput = { baseOrderSize: '200', safetyOrdersCount: 0, takeProfitPercent: '1', leverage: 10 };

function set(
  account: AccountInSimulation,
  takeProfitPercent: string | null,
  stopLossPercent: string | null,
  isConfirmed = false,
) {
  return account.command(
    { type: 'set-conditions', botId: 'bot', takeProfitPercent, stopLossPercent, isConfirmed, prices: START_PRICES },
    afterMinutes(3),
  );
}

describe('set-conditions while a trailing exit is armed', () => {
  /** Armed at 2030.00, stop at 2009.70. */
  const armed = (): AccountInSimulation =>
    accountAfter(
      [botCommand({ ...LADDER, trailingPercent: '1' })],
      [flat(200_000), flat(200_000), [200_000, 203_000, 200_000, 203_000]],
    );

  it('changes the stop-loss alone and keeps the trailing exit armed', () => {
    const account = armed();
    expect(set(account, '1', '8').ok).toBe(true);
    expect(rolesOf(account).sort()).toEqual(['stop_loss', 'trailing']);
    expect(openCycleOf(account)?.trailingExtreme).toBe(203_000);
  });

  it('disarms the exit when the new take profit is not reached yet, and arms it again there', () => {
    const account = armed();
    expect(set(account, '5', null).ok).toBe(true);
    expect(rolesOf(account)).toEqual([]);
    expect(openCycleOf(account)?.trailingExtreme).toBeNull();
    runMinutes(account, laterMinutes(3, [[203_000, 212_000, 203_000, 212_000]]));
    expect(openCycleOf(account)?.trailingExtreme).toBe(212_000);
  });

  it('disarms the exit when the take profit is switched off', () => {
    const account = armed();
    expect(set(account, null, null).ok).toBe(true);
    expect(rolesOf(account)).toEqual([]);
    runMinutes(account, laterMinutes(3, [[203_000, 203_000, 195_000, 195_000], flat(195_000)]));
    expect(firstAtom(account)?.phase).toBe('OPEN');
  });
});

describe('set-conditions', () => {
  it('ignores a take profit that is already crossed when it stays unchanged', () => {
    const touched = accountAfter([botCommand(LADDER)], [flat(200_000), flat(200_000), flat(202_141)]);
    expect(rolesOf(touched)).toEqual(['take_profit']);
    expect(set(touched, '1', '8').ok).toBe(true);
    expect(rolesOf(touched).sort()).toEqual(['stop_loss', 'take_profit']);
  });

  it('leaves a market exit that is under way unchanged', () => {
    const account = accountAfter([botCommand({ ...LADDER, timeLimitS: 60 })], [flat(200_000), flat(200_000)]);
    expect(openCycleOf(account)).toMatchObject({ state: 'CLOSING', exitReason: 'time_limit' });
    const [exit] = openCycleOf(account)?.orders ?? [];
    expect(set(account, '1', '0.1').ok).toBe(true);
    expect(openCycleOf(account)).toMatchObject({ exitReason: 'time_limit', orders: [exit] });
  });

  it('places no take profit at a price of zero or below', () => {
    const ladder = { ...LADDER, direction: 'sell', takeProfitPercent: '150' } as const;
    const account = storedAfter(botCommand(ladder), [flat(200_000), flat(200_000)]);
    expect(rolesOf(account)).toEqual([]);
    expect(account.views('bot')[0]?.takeProfitPrice).toBeNull();
  });
});
