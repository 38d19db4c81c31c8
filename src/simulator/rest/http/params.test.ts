import { expect, test } from 'vitest';
import { parseRequestParams } from './params.ts';
import { decimalParam, idParam, integer, optional, otherwise, readParams, text } from './read-params.ts';

const NAMES = ['a', 'b', 'c', 'd'];

/** What is found under the names, or the code of the refusal. */
function parsed(query: string, body = ''): Record<string, string | undefined> | number {
  const reply = parseRequestParams(query, body);
  if (!reply.ok) return reply.error.code;
  const sent = NAMES.filter((name) => reply.value.has(name));
  return Object.fromEntries(sent.map((name) => [name, reply.value.get(name)]));
}

test('takes parameters from query and body; the query wins when both have one', () => {
  expect(parsed('a=1&b=2')).toEqual({ a: '1', b: '2' });
  expect(parsed('', 'a=1&b=2')).toEqual({ a: '1', b: '2' });
  expect(parsed('a=1&b=2', 'b=3&c=4')).toEqual({ a: '1', b: '2', c: '4' });
});

test('takes names of parameters in any case, and refuses one that comes twice in different cases', () => {
  const reply = parseRequestParams('orderidlist=[1]', 'SYMBOL=X');
  expect(reply.ok && [reply.value.get('orderIdList'), reply.value.get('symbol')]).toEqual(['[1]', 'X']);
  expect(parsed('A=1', 'a=2')).toEqual({ a: '1' });
  expect(parsed('a=1&A=2')).toBe(-1101);
});

test('decodes percent signs and plus signs, and treats an empty parameter as not sent', () => {
  expect(parsed('a=x%3Ay+z&b=&c&%64=%E2%93%88')).toEqual({ a: 'x:y z', d: 'Ⓢ' });
  expect(parsed('a=b=c')).toEqual({ a: 'b=c' });
});

test('refuses duplicate parameters, too many parameters and malformed encodings', () => {
  expect(parsed('a=1&a=2')).toBe(-1101);
  expect(parsed(Array.from({ length: 65 }, (_, index) => `p${index}=1`).join('&'))).toBe(-1101);
  expect(parsed('a=%zz')).toBe(-1100);
});

test('checks that every mandatory parameter is present before it reads any', () => {
  const readers = { limit: integer(1, 10), name: text };
  const reply = readParams(new Map([['limit', 'none']]), readers);
  expect(reply).toMatchObject({ error: { code: -1102, message: expect.stringContaining("'name'") } });
  expect(
    readParams(
      new Map([
        ['limit', 'none'],
        ['name', 'x'],
      ]),
      readers,
    ),
  ).toMatchObject({ error: { code: -1100 } });
  expect(
    readParams(
      new Map([
        ['limit', '11'],
        ['name', 'x'],
      ]),
      readers,
    ),
  ).toMatchObject({ error: { code: -1130 } });
});

test('an optional parameter that was not sent is null or its default', () => {
  const readers = { price: optional(decimalParam), limit: otherwise(500, integer(1, 1_000)) };
  expect(readParams(new Map(), readers)).toEqual({ ok: true, value: { price: null, limit: 500 } });
});

test('decimals keep their digits but lose leading zeros; exponents are refused', () => {
  const read = (sent: string) => readParams(new Map([['price', sent]]), { price: decimalParam });
  expect(read('007.10')).toMatchObject({ value: { price: '7.10' } });
  expect(read('-0.5')).toMatchObject({ value: { price: '-0.5' } });
  expect(read('1e5')).toMatchObject({ error: { code: -1100 } });
});

test('ids are digits of up to 64 bits', () => {
  const read = (sent: string) => readParams(new Map([['orderId', sent]]), { orderId: idParam });
  expect(read('8389766216312345678')).toMatchObject({ value: { orderId: '8389766216312345678' } });
  expect(read('83897662163123456780')).toMatchObject({ error: { code: -1130 } });
  expect(read('12x')).toMatchObject({ error: { code: -1100 } });
});
