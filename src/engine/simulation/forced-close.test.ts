import { describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { ETH, marketOf } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, flat, laterMinutes, runMinutes } from '../../../tests/support/small-account.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import type { AccountRecord, CycleRecord } from '../model/record.ts';

const BASE_ONLY: LadderParamsInput = {
  baseOrderSize: '200',
  safetyOrdersCount: 0,
  takeProfitPercent: null,
  leverage: 10,
};
const CROSS: LadderParamsInput = { ...BASE_ONLY, baseOrderSize: '40000', marginType: 'cross', leverage: 20 };
const OPENED = [flat(200_000), flat(200_000)];
const MARKET = marketOf([ETH]);

const ended = (records: readonly AccountRecord[]): CycleRecord[] =>
  records.filter((record) => record.type === 'cycle').filter(({ cycle }) => cycle.endAt !== null);
const exits = (records: readonly AccountRecord[]): number[] =>
  ended(records).map(({ cycle }) => cycle.exitValue / (cycle.exitQuantity * ETH.cashPerTickStep));

describe('an isolated position whose liquidation price the market jumps over', () => {
  it('loses no more than its wallet although a stop-loss rests before the liquidation price', () => {
    const account = accountAfter([botCommand({ ...BASE_ONLY, stopLossPercent: '5' })], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [[150_000, 150_000, 149_000, 150_000]]));
    expect(ended(records).map(({ cycle }) => cycle.state)).toEqual(['LIQUIDATED']);
    expect(cashText(account.wallet())).toBe('9979.90000000'); // Isolated wallet 20, entry fee 0.10.
  });

  it('loses no more than its wallet although a market exit waits for the open', () => {
    const account = accountAfter([botCommand({ ...BASE_ONLY, timeLimitS: 60 })], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [flat(150_000)]));
    expect(ended(records).map(({ cycle }) => cycle.closeReason)).toEqual(['liquidation']);
    expect(cashText(account.wallet())).toBe('9979.90000000');
  });

  it('still closes by its stop-loss when the jump ends before the liquidation price', () => {
    const account = accountAfter([botCommand({ ...BASE_ONLY, stopLossPercent: '5' })], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [[185_000, 185_000, 100_000, 150_000]]));
    expect(ended(records).map(({ cycle }) => cycle.closeReason)).toEqual(['stop_loss']);
    expect(exits(records)).toEqual([185_000]);
  });

  it('behaves the same, mirrored, when it is short', () => {
    const short = { ...BASE_ONLY, direction: 'sell', stopLossPercent: '5' } as const;
    const account = accountAfter([botCommand(short)], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [[250_000, 251_000, 250_000, 250_000]]));
    expect(ended(records).map(({ cycle }) => cycle.state)).toEqual(['LIQUIDATED']);
    expect(cashText(account.wallet())).toBe('9979.90000000');
  });
});

describe('cross positions on one wallet', () => {
  it('are liquidated at the open, a traded price, when the market jumps beyond their liquidation price', () => {
    const account = accountAfter([botCommand(CROSS)], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [[155_000, 156_000, 150_000, 155_000]]));
    // 9,980 + 20 · (P − 2,000) = 0.004 · 20 · P at 1507.02: the jump ends before it, then the minute falls through it.
    expect(exits(records)).toEqual([150_702]);
    const jumped = accountAfter([botCommand(CROSS)], OPENED, MARKET);
    expect(exits(runMinutes(jumped, laterMinutes(2, [flat(140_000)])))).toEqual([140_000]);
  });

  it('never lose more than the wallet holds', () => {
    const account = accountAfter([botCommand(CROSS)], OPENED, MARKET);
    runMinutes(account, laterMinutes(2, [flat(140_000)]));
    expect(cashText(account.wallet())).toBe('0.00000000');
  });

  it('leave the wallets of isolated positions alone', () => {
    const isolated = botCommand({ ...BASE_ONLY, leverage: 2 }, 'safe');
    const account = accountAfter([botCommand(CROSS), isolated], OPENED, MARKET);
    runMinutes(account, laterMinutes(2, [flat(140_000)]));
    expect(cashText(account.wallet())).toBe('100.00000000');
    expect(account.bot('safe')?.bot.atoms[0]?.phase).toBe('OPEN');
  });

  it('on one symbol are liquidated together, within the minute', () => {
    const bots = [botCommand(CROSS, 'one'), botCommand(CROSS, 'two')];
    const account = accountAfter(bots, OPENED, MARKET);
    // 9,960 + 40 · (P − 2,000) = 0.004 · 40 · P at 1758.03.
    const records = runMinutes(account, laterMinutes(2, [[200_000, 200_000, 175_000, 176_000]]));
    expect(exits(records)).toEqual([175_803, 175_803]);
    expect(account.bot('two')?.bot).toMatchObject({ state: 'ERROR', stateReason: 'LIQUIDATED' });
  });

  it('on both sides of one symbol are liquidated at one price', () => {
    const short = botCommand({ ...CROSS, direction: 'sell', baseOrderSize: '20000' }, 'short');
    const account = accountAfter([botCommand(CROSS), short], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [[200_000, 200_000, 100_000, 100_000]]));
    const [first, second] = exits(records);
    expect(first).toBeLessThan(102_000);
    expect(second).toBe(first);
    expect(account.wallet()).toBe(cashFrom('0'));
  });
});

describe('a liquidation', () => {
  it('records an order and a trade, so that the trades of a cycle add up to its gross result', () => {
    const account = accountAfter([botCommand(BASE_ONLY)], OPENED, MARKET);
    const records = runMinutes(account, laterMinutes(2, [[200_000, 200_000, 170_000, 170_000]]));
    const [cycle] = ended(records);
    const trades = records.filter((record) => record.type === 'trade');
    expect(trades).toMatchObject([{ role: 'liquidation', side: 'SELL', quantity: 100, commission: 0 }]);
    expect(trades[0]?.gross).toBe(cycle?.cycle.gross);
    expect(records.find((record) => record.type === 'order' && record.order.role === 'liquidation')).toMatchObject({
      state: 'FILLED',
      order: { number: 2, filled: 100 },
    });
  });
});
