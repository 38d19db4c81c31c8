import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Ticks, ticks } from '#base/exact.ts';
import { DOGE, ETH, marketOf, minutesOf, START_PRICES } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { accountAfter, afterMinutes, EMPTY, flat, paramsOf, runMinutes } from '../../../tests/support/small-account.ts';
import type { AccountInSimulation } from '../model/account.ts';
import type { BotCommand } from '../model/bot.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import { simulateAccount } from './simulate-account.ts';

const SOUND: LadderParamsInput = { baseOrderSize: '200', safetyOrdersCount: 2, stepPercent: '1', leverage: 10 };
/** Step 1 is worth 10 USDT, under the least order of 20. */
const TOO_SMALL: LadderParamsInput = { ...SOUND, safetyOrderSize: '10' };

const running = (): AccountInSimulation => accountAfter([botCommand(SOUND)], [flat(200_000), flat(200_000)]);
const applied = (params: LadderParamsInput, price: Ticks | null = ticks(200_000)): BotCommand => ({
  ...{ type: 'apply-params', botId: 'bot', params: paramsOf(params), paramsVersion: 2, when: 'now' },
  prices: price === null ? {} : { ETHUSDT: price },
});
const conditions = (stopLossPercent: string | null): BotCommand => ({
  ...{ type: 'set-conditions', botId: 'bot', stopLossPercent, takeProfitPercent: '1', isConfirmed: true },
  prices: START_PRICES,
});

/** Gives a command that must be refused without changing anything, and returns the reasons. */
function refusedBy(account: AccountInSimulation, command: BotCommand) {
  const before = account.snapshot();
  const judged = account.judge(command);
  const outcome = account.command(command, afterMinutes(2));
  expect(account.snapshot()).toEqual(before);
  const reasons = outcome.ok ? [] : outcome.reasons;
  expect(judged).toEqual(reasons);
  return reasons;
}

describe('the create command', () => {
  const empty = (changes: Partial<typeof EMPTY> = {}): AccountInSimulation =>
    simulateAccount({ ...EMPTY, ...changes }, marketOf([ETH, DOGE]));

  it('refuses an invalid ladder and gives every reason with its field and figures', () => {
    const account = empty();
    const ladder = { ...TOO_SMALL, stopLossPercent: '1.5' };
    expect(refusedBy(account, botCommand(ladder))).toMatchObject([
      {
        code: 'LEVEL_BELOW_MIN_NOTIONAL',
        path: ['params', 'safetyOrderSize'],
        figures: { symbol: 'ETHUSDT', level: 1, notionalMin: '20' },
      },
      { code: 'SL_INSIDE_LADDER', path: ['params', 'stopLossPercent'], figures: { level: 2, lastLevel: 2 } },
    ]);
    expect(account.bot('bot')).toBeNull();
  });

  it('names the field of the request when an exit set outside the parameters is invalid', () => {
    const { bot, ...command } = botCommand(SOUND);
    const inside = { ...command, bot: { ...bot, stopLossPercent: '1.5' } };
    expect(refusedBy(empty(), inside)).toMatchObject([
      { code: 'SL_INSIDE_LADDER', path: ['request', 'stopLossPercent'] },
    ]);
  });

  it('refuses a ladder that exceeds the wallet or what is left of the portfolio limit', () => {
    // Each needs 60 of margin for its 600, and the fees.
    expect(refusedBy(empty({ wallet: cashFrom('50') }), botCommand(SOUND))).toMatchObject([
      { code: 'INSUFFICIENT_MARGIN', path: ['params', 'baseOrderSize'], figures: { wallet: '50' } },
    ]);
    const limited = empty({ limit: cashFrom('100') });
    expect(limited.command(botCommand(SOUND), afterMinutes(0)).ok).toBe(true);
    runMinutes(limited, minutesOf({ ETHUSDT: [flat(200_000), flat(200_000)] }));
    expect(refusedBy(limited, botCommand(SOUND, 'second'))).toMatchObject([
      { code: 'PORTFOLIO_LIMIT_EXCEEDED', path: ['params', 'baseOrderSize'] },
    ]);
  });

  it('validates the ladder at the prices sent with it, and refuses a symbol without a price', () => {
    // 39 USDT buy 0.019 at 2,000.00, worth 38.00, and 0.001 at 19,900.00, worth 19.90: the least order is 20.
    const { prices: _prices, ...command } = botCommand({ ...SOUND, baseOrderSize: '39', safetyOrdersCount: 0 });
    expect(refusedBy(empty(), { ...command, prices: { ETHUSDT: ticks(1_990_000) } })).toMatchObject([
      { code: 'LEVEL_BELOW_MIN_NOTIONAL', figures: { level: 0 } },
    ]);
    expect(refusedBy(empty(), { ...command, prices: {} })).toMatchObject([{ code: 'MARKET_NOT_AVAILABLE' }]);
    expect(empty().command({ ...command, prices: START_PRICES }, afterMinutes(0)).ok).toBe(true);
  });
});

describe('the apply-params command', () => {
  it('refuses a ladder that is invalid at the current prices, and changes nothing', () => {
    expect(refusedBy(running(), applied(TOO_SMALL))).toMatchObject([
      {
        code: 'LEVEL_BELOW_MIN_NOTIONAL',
        path: ['params', 'safetyOrderSize'],
        figures: { symbol: 'ETHUSDT', level: 1 },
      },
    ]);
    expect(refusedBy(running(), applied(SOUND, null))).toMatchObject([{ code: 'MARKET_NOT_AVAILABLE' }]);
  });

  it('refuses sizes that exact amounts cannot hold', () => {
    const doubling = { ...SOUND, baseOrderSize: '20000', safetyOrdersCount: 40, volumeScale: '2', stepPercent: '0.1' };
    expect(refusedBy(running(), applied(doubling)).map(({ code }) => code)).toContain('LEVEL_ABOVE_MAX_QTY');
  });

  it('refuses an invalid ladder before it checks the state of the bot', () => {
    const account = running();
    account.command({ type: 'stop', botId: 'bot', position: 'close' }, afterMinutes(2));
    expect(account.bot('bot')?.bot.state).toBe('STOPPING');
    expect(refusedBy(account, applied(TOO_SMALL))).toMatchObject([{ code: 'LEVEL_BELOW_MIN_NOTIONAL' }]);
    expect(account.command(applied(SOUND), afterMinutes(2))).toMatchObject({
      ok: false,
      reasons: [{ code: 'TRANSITION_IN_PROGRESS' }],
    });
  });
});

describe('the set-conditions command', () => {
  it('refuses a stop-loss inside the ladder, and changes nothing', () => {
    expect(refusedBy(running(), conditions('1.5'))).toMatchObject([
      { code: 'SL_INSIDE_LADDER', path: ['request', 'stopLossPercent'], figures: { stopLossPercent: '1.5' } },
    ]);
  });

  it('accepts exits that are already in force, wherever the price has moved', () => {
    const account = running();
    expect(account.command(conditions('5'), afterMinutes(2)).ok).toBe(true);
    expect(account.command({ ...conditions('5'), prices: {} } as BotCommand, afterMinutes(2)).ok).toBe(true);
  });
});

it('a deleted bot refuses every command with the reason that it is deleted', () => {
  const account = running();
  account.command({ type: 'stop', botId: 'bot', position: 'detach' }, afterMinutes(2));
  expect(account.command({ type: 'delete', botId: 'bot' }, afterMinutes(2)).ok).toBe(true);
  for (const command of [applied(TOO_SMALL), conditions('1.5')]) {
    expect(account.judge(command)).toEqual([]);
    expect(account.command(command, afterMinutes(2))).toMatchObject({ ok: false, reasons: [{ code: 'BOT_DELETED' }] });
  }
});
