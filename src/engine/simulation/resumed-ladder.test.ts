import { describe, expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { minutesOf, START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  flat,
  openCycleOf,
  paramsOf,
  runMinutes,
  storedAfter,
} from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { BotCommand } from '../model/bot.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';

const STOP: BotCommand = { type: 'stop', botId: 'bot', position: 'protect' };
const RESTART: BotCommand = { type: 'restart', botId: 'bot' };

/** Step 1 buys 0.010 for 19.80, under the least order of 20, and is skipped. */
const SKIPPING: LadderParamsInput = {
  baseOrderSize: '200',
  customLevels: [
    { deviationPercent: '1', size: '20.01' },
    { deviationPercent: '2', size: '100' },
    { deviationPercent: '9', size: '100' },
  ],
  leverage: 10,
};

const safetyLevels = (account: AccountInSimulation): number[] =>
  (openCycleOf(account)?.orders ?? []).filter(({ role }) => role === 'safety').map(({ level }) => level);

describe('a ladder whose first step was skipped', () => {
  const deep = (): AccountInSimulation =>
    storedAfter(botCommand(SKIPPING), [flat(200_000), flat(200_000), [200_000, 200_000, 183_700, 183_700]]);

  it('does not place that step again after a stop and a restart', () => {
    const account = deep();
    expect(safetyLevels(account)).toEqual([3]);
    account.command(STOP, afterMinutes(3));
    account.command(RESTART, afterMinutes(3));
    expect(safetyLevels(account)).toEqual([3]);
  });

  it('does not place that step again when the same parameters are applied', () => {
    const account = deep();
    // From 1,837.00 step 1 would buy 0.011 for 20.00 and pass; the open cycle goes on from its own base price.
    const params = paramsOf(SKIPPING);
    const prices = { ETHUSDT: ticks(183_700) };
    const applied = account.command(
      { type: 'apply-params', botId: 'bot', params, paramsVersion: 2, when: 'now', prices },
      afterMinutes(3),
    );
    expect(applied.ok).toBe(true);
    expect(safetyLevels(account)).toEqual([3]);
  });
});

describe('a ladder that is replaced', () => {
  it('places only steps beyond the deepest entry, and none when it has fewer steps than were filled', () => {
    const account = accountAfter(
      [botCommand({ baseOrderSize: '200', safetyOrdersCount: 3, stepPercent: '2', leverage: 5 })],
      [flat(200_000), flat(200_000), [200_000, 200_000, 191_000, 191_000]],
    );
    const apply = (input: Partial<LadderParamsInput>) => {
      const params = paramsOf({ baseOrderSize: '200', leverage: 5, ...input });
      const applied = account.command(
        { type: 'apply-params', botId: 'bot', params, paramsVersion: 2, when: 'now', prices: START_PRICES },
        afterMinutes(3),
      );
      expect(applied.ok).toBe(true);
    };
    apply({ stepPercent: '1', safetyOrdersCount: 6 }); // Filled at 4 %: steps 5 and 6 are left.
    expect(safetyLevels(account)).toEqual([5, 6]);
    apply({ stepPercent: '3', safetyOrdersCount: 1 });
    expect(safetyLevels(account)).toEqual([]);
  });
});

describe('a half-filled limit base order', () => {
  const half = (): AccountInSimulation => {
    const limit = { baseOrderType: 'limit', baseOrderOffsetPercent: '1', baseOrderTtlS: 600 } as const;
    const account = accountAfter(
      [botCommand({ baseOrderSize: '200', safetyOrdersCount: 2, leverage: 10, takeProfitPercent: '1', ...limit })],
      [],
    );
    const bars = [flat(200_000), [200_000, 200_000, 197_900, 198_500]] as const;
    runMinutes(account, minutesOf({ ETHUSDT: bars }, { volume: 400 }));
    return account;
  };

  it('keeps its filled part through a stop, and a restart places the ladder below it', () => {
    const account = half();
    expect(openCycleOf(account)).toMatchObject({ entryQuantity: 40, levelsFilled: 0 });
    account.command(STOP, afterMinutes(2));
    expect(openCycleOf(account)).toMatchObject({ state: 'SUSPENDED', entryQuantity: 40, levelsFilled: 0 });
    expect(openCycleOf(account)?.orders.map(({ role }) => role)).toEqual(['take_profit']);
    account.command(RESTART, afterMinutes(2));
    expect(safetyLevels(account)).toEqual([1, 2]);
  });

  it('has only its filled part sold by a stop with a close, and nothing more is bought', () => {
    const account = half();
    account.command({ ...STOP, position: 'close' }, afterMinutes(2));
    expect(openCycleOf(account)?.orders.map(({ role }) => role)).toEqual(['exit']);
    const minutes = minutesOf({ ETHUSDT: [flat(1), flat(1), [198_500, 198_500, 190_000, 190_000]] }).slice(2);
    const trades = runMinutes(account, minutes).filter((record) => record.type === 'trade');
    expect(trades.map(({ role, quantity }) => [role, quantity])).toEqual([['exit', 40]]);
    expect(account.bot('bot')?.bot.state).toBe('STOPPED');
  });
});
