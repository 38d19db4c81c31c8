import { describe, expect, it } from 'vitest';
import { instantOf, later } from '#base/time.ts';
import type { BotHalt } from '#lab/report/halts.ts';
import { haltSentences } from './halt-sentences.ts';

const NOON = instantOf(Date.UTC(2025, 4, 12, 12));
const halt = (changes: Partial<BotHalt>): BotHalt => ({
  reason: 'INSUFFICIENT_MARGIN',
  symbol: 'BTCUSDT',
  direction: 'buy',
  from: NOON,
  to: null,
  level: null,
  ...changes,
});

describe('the sentences on a halted bot', () => {
  it('name symbol, direction, start, end and reason', () => {
    expect(haltSentences([halt({})])).toEqual([
      'BTCUSDT long opened no cycle from 2025-05-12 12:00 to the end: the wallet has too little free margin for the cycle.',
    ]);
  });

  it('count the halts with the same reason, symbol and direction in one sentence', () => {
    const skip = (minutes: number): BotHalt =>
      halt({
        reason: 'STEP_SKIPPED',
        direction: 'sell',
        level: 3,
        from: later(NOON, minutes * 60_000),
        to: later(NOON, 3_600_000),
      });
    expect(haltSentences([skip(0), skip(5), halt({ reason: 'BOT_ERROR', symbol: null, direction: null })])).toEqual([
      'BTCUSDT short skipped a step 2 times from 2025-05-12 12:00 to 2025-05-12 13:00: its order would be below the exchange minimum.',
      'the bot opened no cycle from 2025-05-12 12:00 to the end: the bot had an error.',
    ]);
  });

  it('say at how many bars the rules were unknown, because history is missing', () => {
    const unknown = halt({ reason: 'RULES_UNKNOWN', bars: 307, to: later(NOON, 307 * 60_000) });
    expect(haltSentences([unknown])).toEqual([
      'BTCUSDT long could not evaluate its rules at 307 bars from 2025-05-12 12:00 to 2025-05-12 17:07: too little history is stored before.',
    ]);
  });
});
