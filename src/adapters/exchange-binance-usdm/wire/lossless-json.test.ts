import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { expectInOnePass } from '../../../../tests/support/in-one-pass.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { parseLossless } from './lossless-json.ts';

describe('fault 50: numbers keep every digit', () => {
  it('ids above 2^53 are returned as exact strings', () => {
    const text = '{"orderId":8389766216312345678,"list":[9007199254740993,-9007199254740993],"price":"0.1"}';
    expect(parseLossless(text)).toEqual({
      orderId: '8389766216312345678',
      list: ['9007199254740993', '-9007199254740993'],
      price: '0.1',
    });
  });

  it('digits inside strings, fractions and exponents are unchanged', () => {
    const text = String.raw`{"a":"id:1234567890123456789,","b":"\"1234567890123456789","c":0.12345678901234567,"d":1234567890123456e3}`;
    expect(parseLossless(text)).toEqual(JSON.parse(text));
  });

  it('equals JSON.parse for everything without long numbers, and keeps long ones exact', () => {
    const seed = SEED_OF_RUN;
    process.stderr.write(`lossless seed ${seed}\n`);
    const dice = chance(seed);
    for (let count = 0; count < 3_000; count += 1) {
      const digits = dice.between(1, 20);
      const number = String(dice.between(1, 9)) + Array.from({ length: digits - 1 }, () => dice.between(0, 9)).join('');
      const decoy = dice.pick(['"x"', '"a\\\\"', '"1234567890123456789"', 'null', '1.5', '[]']);
      const read = parseLossless(`{"n":${number},"d":${decoy},"l":[${number}]}`) as { n: unknown; d: unknown };
      expect(String(read.n)).toBe(number);
      expect(typeof read.n).toBe(digits >= 16 ? 'string' : 'number');
      expect(read.d).toEqual(JSON.parse(decoy));
    }
  });

  it('finds a long number wherever it stands in the text', () => {
    for (let before = 0; before < 40; before += 1) {
      for (const digits of [15, 16, 17, 19, 33]) {
        const text = `{"${'x'.repeat(before)}":${'9'.repeat(digits)}}`;
        const [read] = Object.values(parseLossless(text) as object);
        expect({ before, digits, read }).toEqual({
          before,
          digits,
          read: digits < 16 ? 10 ** 15 - 1 : '9'.repeat(digits),
        });
      }
    }
  });

  it('refuses invalid JSON', () => {
    for (const text of ['', '<html>', '{"a":8389766216312345678', '[1,2'])
      expect(() => parseLossless(text)).toThrow(SyntaxError);
  });

  it('an answer that is cut short inside a string is refused in one pass', async () => {
    const cut = `{"id":8389766216312345678,"text":"${'\\"'.repeat(32_000)}`;
    await expectInOnePass(cut, (text) => expect(() => parseLossless(text)).toThrow(SyntaxError));
  });
});
