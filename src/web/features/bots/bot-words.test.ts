import { describe, expect, it } from 'vitest';
import type { Bot } from '#web/api/trading-queries.ts';
import { messages, plurals } from '#web/i18n/en.ts';
import { makeText } from '#web/i18n/text.tsx';
import { openForMs } from './bot-rows.ts';
import { statusOf } from './bot-words.ts';

const t = makeText('en', { messages, plurals });
const NOON = Date.UTC(2025, 4, 5, 12);

function botWith(atom: Record<string, unknown>): Bot {
  const bot = { state: 'RUNNING', isEnterBuyEnabled: true, isEnterSellEnabled: true };
  return {
    ...bot,
    atoms: [
      {
        quantity: '0',
        blockedBy: null,
        skippedBy: null,
        cooldownUntil: null,
        mark: null,
        liquidationPrice: null,
        ...atom,
      },
    ],
  } as unknown as Bot; // The other fields are not read.
}

describe('the status of a bot that enters by rule', () => {
  it('a signal that opened no cycle is told, but nothing blocks the bot now', () => {
    const { tone, reason } = statusOf(botWith({ skippedBy: 'INSUFFICIENT_MARGIN' }), NOON, t);
    expect([tone, reason]).toEqual([statusOf(botWith({}), NOON, t).tone, 'last signal skipped: not enough margin']);
  });
});

describe('the status of a bot before market time is known', () => {
  it('a cooldown has no length yet', () => {
    const bot = botWith({ cooldownUntil: '2025-05-05T12:30:00.000Z' });
    expect(statusOf(bot, NOON, t).reason).toContain('30 min');
    expect(statusOf(bot, null, t).reason).toBeNull();
  });

  it('an open position has no age yet, and the bot is not stuck', () => {
    const bot = botWith({ quantity: '0.5', enterPositionDate: '2025-05-01T12:00:00.000Z' });
    expect(openForMs(bot, NOON)).toBe(4 * 86_400_000);
    expect(statusOf(bot, NOON, t).reason).toContain('4 d');
    expect(openForMs(bot, null)).toBeNull();
    expect(statusOf(bot, null, t).reason).toBeNull();
  });
});
