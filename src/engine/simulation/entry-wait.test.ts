import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { later } from '#base/time.ts';
import { DOGE, ETH, marketOf, minutesOf, START } from '../../../tests/support/market.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import {
  accountAfter,
  afterMinutes,
  EMPTY,
  flat,
  laterMinutes,
  runMinutes,
} from '../../../tests/support/small-account.ts';
import type { Account, MarketMinute } from '../model/account.ts';
import type { BotCommand } from '../model/bot.ts';
import type { LadderParamsInput } from '../model/ladder-params.ts';
import { simulateAccount } from './simulate-account.ts';

/** Its whole ladder is worth 600 and ties up 120 of margin. */
const LADDER: LadderParamsInput = { baseOrderSize: '200', safetyOrdersCount: 2, stepPercent: '1', leverage: 5 };
const STILL = [flat(200_000), flat(200_000), flat(200_000)];

const waitsOf = (account: Account, botId = 'bot') =>
  account.waits(botId).map(({ code, figures }) => ({ code, figures }));
const stillAfter = (params: Partial<LadderParamsInput> = {}): Account =>
  accountAfter([botCommand({ ...LADDER, ...params })], STILL);
const give = (account: Account, command: BotCommand): void => {
  expect(account.command(command, afterMinutes(3)).ok).toBe(true);
};

/** The minutes with themselves as the bars of one minute, which rules read. */
const withBars = (minutes: readonly MarketMinute[]): readonly MarketMinute[] =>
  minutes.map((minute) => ({
    ...minute,
    bar: (symbol, from) => minutes.find(({ time }) => time === from)?.candle(symbol) ?? null,
  }));

describe('why an atom opens no cycle', () => {
  it('before its first closed minute no price is known, after it a cycle is open', () => {
    const account = accountAfter([botCommand(LADDER)], []);
    expect(waitsOf(account)).toEqual([{ code: 'PRICE_UNKNOWN', figures: {} }]);
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    expect(waitsOf(account)).toEqual([{ code: 'CYCLE_OPEN', figures: { cycle: 1 } }]);
  });

  it('a limit base order is named with the price at which it waits', () => {
    const account = stillAfter({ baseOrderType: 'limit', baseOrderOffsetPercent: '1' });
    expect(waitsOf(account)).toEqual([{ code: 'ENTRY_RESTS', figures: { price: '1980.00' } }]);
  });

  it('switched-off directions are named, each atom by itself', () => {
    const account = accountAfter([botCommand({ ...LADDER, direction: 'both' })], []);
    give(account, { type: 'set-entries', botId: 'bot', isBuyEnabled: true, isSellEnabled: false });
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    expect(waitsOf(account).map(({ code }) => code)).toEqual(['CYCLE_OPEN', 'ENTRIES_OFF']);
  });

  it('the limit on open cycles is told with both counts', () => {
    const account = stillAfter({ direction: 'both', maxOpenCycles: 1 });
    expect(waitsOf(account)[1]).toEqual({ code: 'MAX_OPEN_CYCLES', figures: { open: 1, allowed: 1 } });
  });

  it('a full portfolio limit is told with what is used, what is needed and what is allowed', () => {
    const account = simulateAccount({ ...EMPTY, limit: cashFrom('200') }, marketOf([ETH, DOGE]));
    give(account, botCommand({ ...LADDER, direction: 'both', maxOpenCycles: 2 }));
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    const [open, blocked] = waitsOf(account);
    expect(open?.code).toBe('CYCLE_OPEN');
    const used = account.committed();
    expect(blocked).toMatchObject({ code: 'PORTFOLIO_LIMIT_EXCEEDED', figures: { most: '200.00000000' } });
    expect(cashFrom(String(blocked?.figures['used']))).toBe(used);
    expect(Number(blocked?.figures['together'])).toBeGreaterThan(200);
  });

  it('a wallet that is too small is told with what is free', () => {
    const account = simulateAccount({ ...EMPTY, wallet: cashFrom('200') }, marketOf([ETH, DOGE]));
    give(account, botCommand({ ...LADDER, direction: 'both', maxOpenCycles: 2 }));
    runMinutes(account, minutesOf({ ETHUSDT: STILL }));
    expect(waitsOf(account)[1]?.code).toBe('INSUFFICIENT_MARGIN');
    expect(Number(waitsOf(account)[1]?.figures['most'])).toBeLessThan(200);
  });

  it('a pause is told with its end', () => {
    const account = accountAfter(
      [botCommand({ ...LADDER, takeProfitPercent: '1', cooldownS: 600 })],
      [flat(200_000), flat(200_000), [200_000, 204_000, 200_000, 204_000], flat(204_000)],
    );
    const [wait] = waitsOf(account);
    expect(wait?.code).toBe('COOLDOWN');
    expect(Date.parse(String(wait?.figures['until']))).toBeGreaterThan(afterMinutes(4));
  });

  it.each<[BotCommand, string]>([
    [{ type: 'stop', botId: 'bot', position: 'detach' }, 'BOT_STOPPED'],
    [{ type: 'stop', botId: 'bot', position: 'protect' }, 'BOT_STOPPED'],
    [{ type: 'finish', botId: 'bot' }, 'CYCLE_OPEN'],
  ])('after %j it is %s', (command, code) => {
    const account = stillAfter();
    give(account, command);
    expect(waitsOf(account)[0]?.code).toBe(code);
  });

  it('a bot that was never started says so', () => {
    const account = accountAfter([{ ...botCommand(LADDER), autostart: false }], STILL);
    expect(waitsOf(account)).toEqual([{ code: 'BOT_CREATED', figures: {} }]);
  });

  it('a signal that found too little margin is of the past: the bot waits for the next one and says so', () => {
    const above = { op: 'gt', a: { price: 'close' }, b: { const: '2050' }, timeframe: '1m' };
    const account = simulateAccount({ ...EMPTY, wallet: cashFrom('1000') }, marketOf([ETH, DOGE]));
    give(account, botCommand({ ...LADDER, entryConditions: above }));
    give(account, { type: 'set-wallet', balance: '100', sourceId: 'paid-out' });
    runMinutes(account, withBars(minutesOf({ ETHUSDT: [flat(200_000), flat(210_000), flat(200_000)] })));
    expect(account.bot('bot')?.bot.atoms[0]?.blockedBy).toBe('INSUFFICIENT_MARGIN');
    expect(account.views('bot')[0]?.isEnteredByRule).toBe(true);
    give(account, { type: 'set-wallet', balance: '1000', sourceId: 'paid-in' });
    expect(waitsOf(account)).toEqual([{ code: 'SIGNAL_SKIPPED', figures: { reason: 'INSUFFICIENT_MARGIN' } }]);
    runMinutes(account, withBars(laterMinutes(3, [flat(200_000), flat(210_000)])));
    expect(waitsOf(account)[0]?.code).toBe('ENTRY_SENT');
  });

  it('its entry rule is told at its last close, with the truth and the numbers of every condition', () => {
    const close = { price: 'close' };
    const [high, average] = [
      { op: 'gt', a: close, b: { const: '2050' } },
      { ind: 'sma', n: 50 },
    ];
    const rule = { any: [high, { op: 'lt', a: close, b: average }], timeframe: '1m' };
    const account = simulateAccount({ ...EMPTY, wallet: cashFrom('1000') }, marketOf([ETH, DOGE]));
    give(account, botCommand({ ...LADDER, entryConditions: rule }));
    const place = { symbol: 'ETHUSDT', direction: 'buy' } as const;
    expect(account.entryReading('bot', place)).toBeNull();
    give(account, { type: 'set-wallet', balance: '100', sourceId: 'paid-out' });
    runMinutes(account, withBars(minutesOf({ ETHUSDT: [flat(200_000), flat(210_000), flat(200_000)] })));
    const b = { name: 'b', value: null };
    expect(account.entryReading('bot', place)).toEqual({
      openedAt: START + 120_000,
      closedAt: START + 180_000,
      isActing: false,
      nodes: [
        { path: [], truth: 'unknown', isOfPrices: false, values: [] },
        {
          path: ['any', 0],
          truth: 'false',
          isOfPrices: true,
          values: [
            { name: 'a', value: 2_000 },
            { name: 'b', value: 2_050 },
          ],
        },
        { path: ['any', 1], truth: 'unknown', isOfPrices: true, values: [{ name: 'a', value: 2_000 }, b] },
      ],
      lastTriggerAt: START + 120_000,
      knownSince: START + 120_000,
    });
  });

  it('its entry rule is told at any earlier close too, as it acted there, and the account goes on as if nobody had asked', () => {
    const above = { op: 'gt', a: { price: 'close' }, b: { const: '2050' }, timeframe: '1m' };
    const prices = [flat(200_000), flat(210_000), flat(210_000), flat(200_000)];
    const ran = (isAsked: boolean) => {
      const account = simulateAccount({ ...EMPTY, wallet: cashFrom('1000') }, marketOf([ETH, DOGE]));
      give(account, botCommand({ ...LADDER, entryConditions: above }));
      const minutes = withBars(minutesOf({ ETHUSDT: prices }));
      const at = (minute: number) => later(START, minute * 60_000);
      for (const [index, minute] of minutes.entries()) {
        runMinutes(account, [minute]);
        if (isAsked) account.pastEntry('bot', place, at(index - 1));
      }
      return { account, told: (minute: number) => account.pastEntry('bot', place, at(minute)) };
    };
    const place = { symbol: 'ETHUSDT', direction: 'buy' } as const;
    const { account, told } = ran(true);
    const seen = [1, 2, 3, 4, 99].map((minute) => {
      const entry = told(minute);
      const { isActing, nodes, closedAt } = entry?.reading ?? {};
      const close = nodes?.[0]?.values[0]?.value;
      return [isActing, entry?.isWanted, nodes?.[0]?.truth, close, Number(closedAt) - START, entry?.nextAt];
    });
    expect(seen).toEqual([
      [false, false, 'false', 2_000, 60_000, START + 120_000],
      [true, true, 'true', 2_100, 120_000, START + 180_000],
      [false, false, 'true', 2_100, 180_000, START + 240_000],
      [false, false, 'false', 2_000, 240_000, null],
      [false, false, 'false', 2_000, 240_000, null],
    ]);
    expect(account.snapshot()).toEqual(ran(false).account.snapshot());
    expect(account.pastEntry('nobody', place, START)).toBeNull();
  });

  it('an unknown bot waits for nothing', () => {
    expect(stillAfter().waits('nobody')).toEqual([]);
  });
});
