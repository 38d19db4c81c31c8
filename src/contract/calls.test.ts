import { describe, expect, it } from 'vitest';
import { workOf } from './call.ts';
import { calls } from './calls.ts';
import { commentText, dateOrInstant, givenName, limitUpTo, offset, symbolName } from './fields.ts';
import { ladderRefusals, problems } from './problem.ts';

describe('the calls of the API', () => {
  it('have unique names and addresses', () => {
    const names = calls.map(({ name }) => name);
    const addresses = calls.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(calls.map((call) => [call.name, call] as const))('%s is completely described', (_name, call) => {
    expect(call.path).toMatch(/^\/api\/(?::?[a-z0-9-]+\/?)+$/i);
    expect(call.summary).toMatch(/^[A-Z].*\.$/);
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const described = 'params' in call ? Object.keys(call.params.shape) : [];
    expect(described.sort()).toEqual(inPath.sort());
    expect(call.refusals.filter((code) => !Object.hasOwn(problems, code))).toEqual([]);
    if (call.method === 'GET') expect('body' in call).toBe(false);
  });

  it('by POST that change nothing count as reads, as do previews, trials and screenings', () => {
    const reads = calls.filter((call) => call.method !== 'GET' && workOf(call) === 'read').map(({ name }) => name);
    expect(reads.sort()).toEqual([
      'estimateTest',
      'getFutures',
      'getLadderReach',
      'previewCondition',
      'previewManualDeal',
      'screenRule',
      'tryScale',
      'tryStrategy',
    ]);
    const waiting = calls.filter((call) => workOf(call) === 'exchange').map(({ name }) => name);
    expect(waiting.sort()).toEqual([
      'addExchangeKey',
      'getCandles',
      'getFuturesPrice',
      'openSimulatedAccount',
      'rotateExchangeKey',
      'setExchangeCaps',
      'testExchangeKey',
    ]);
  });

  it('need a token except for health and settings', () => {
    expect(calls.filter(({ access }) => access === 'none').map(({ name }) => name)).toEqual([
      'getHealth',
      'getSettings',
    ]);
  });
});

describe('the error codes', () => {
  it.each(Object.entries(problems))('%s has a status and a sentence', (code, { status, sentence }) => {
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('of ladders and of calls do not overlap', () => {
    expect(ladderRefusals.filter((code) => Object.hasOwn(problems, code))).toEqual([]);
  });
});

describe('shared fields', () => {
  it.each([
    ['a name with surrounding spaces, trimmed', givenName, '  Momentum  ', 'Momentum'],
    ['a name of eighty characters', givenName, 'x'.repeat(80), 'x'.repeat(80)],
    ['a name in any script', givenName, 'سكالب 策略 🚀', 'سكالب 策略 🚀'],
    ['a contract with a Chinese name', symbolName, '龙虾USDT', '龙虾USDT'],
    ['a contract with a date', symbolName, 'BTCUSDT_260327', 'BTCUSDT_260327'],
    ['an empty comment', commentText, '', ''],
    ['a whole day', dateOrInstant, '2025-05-04', '2025-05-04'],
    ['an instant with an offset', dateOrInstant, '2025-05-04T15:37:00+02:00', '2025-05-04T15:37:00+02:00'],
    ['a missing limit as its default', limitUpTo(500, 100), undefined, 100],
    ['the largest limit', limitUpTo(500, 100), '500', 500],
    ['a missing offset as zero', offset, undefined, 0],
  ])('accept %s', (_what, schema, given, read) => {
    expect(schema.parse(given)).toBe(read);
  });

  it.each([
    ['a name of spaces', givenName, '   '],
    ['a name of eighty-one characters', givenName, 'x'.repeat(81)],
    ['a control character in a name', givenName, 'a\u0007b'],
    ['a line separator in a name', givenName, 'a\u2028b'],
    ['a name that turns the direction of text', givenName, 'safe\u202Egnol'],
    ['a name with a mark of direction', givenName, 'bot\u200F'],
    ['a name of invisible spaces', givenName, '\u200B\u200B'],
    ['a name of a letter that cannot be seen', givenName, '\u3164'],
    ['a name of an empty braille cell', givenName, '\u2800'],
    ['a name of a joiner and a variation selector', givenName, '\u200D\uFE0F'],
    ['a contract in small letters', symbolName, 'btcusdt'],
    ['a contract with a space', symbolName, 'BTC USDT'],
    ['a contract that leads out of a folder', symbolName, '../BTCUSDT'],
    ['a contract that turns the direction of text', symbolName, 'BTC\u202EUSDT'],
    ['a contract with an invisible letter', symbolName, 'BTC\u3164USDT'],
    ['a contract of forty-one characters', symbolName, 'X'.repeat(41)],
    ['too long a comment', commentText, 'x'.repeat(2_001)],
    ['a day that does not exist', dateOrInstant, '2025-02-30'],
    ['a time without a zone', dateOrInstant, '2025-05-04T15:37:00'],
    ['a limit of zero', limitUpTo(500, 100), '0'],
    ['a limit above its maximum', limitUpTo(500, 100), '501'],
    ['a limit with a fraction', limitUpTo(500, 100), '1.5'],
    ['a negative offset', offset, '-1'],
    ['an offset in another notation', offset, '1e3'],
  ])('refuse %s', (_what, schema, given) => {
    expect(schema.safeParse(given).success).toBe(false);
  });
});
