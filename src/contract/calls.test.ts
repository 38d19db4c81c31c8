import { describe, expect, it } from 'vitest';
import { calls } from './calls.ts';
import { commentText, dateOrInstant, givenName, limitUpTo, offset } from './fields.ts';
import { ladderRefusals, problems } from './problem.ts';

describe('the calls of the API', () => {
  it('have names and addresses of their own', () => {
    const names = calls.map(({ name }) => name);
    const addresses = calls.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(calls.map((call) => [call.name, call] as const))('%s is described whole', (_name, call) => {
    expect(call.path).toMatch(/^\/api\/(?::?[a-z0-9-]+\/?)+$/i);
    expect(call.summary).toMatch(/^[A-Z].*\.$/);
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const described = 'params' in call ? Object.keys(call.params.shape) : [];
    expect(described.sort()).toEqual(inPath.sort());
    expect(call.refusals.filter((code) => !Object.hasOwn(problems, code))).toEqual([]);
    if (call.method === 'GET') expect('body' in call).toBe(false);
  });

  it('answer without a token only where nobody can have one yet', () => {
    expect(calls.filter(({ access }) => access === 'none').map(({ name }) => name)).toEqual([
      'getHealth',
      'getSettings',
    ]);
  });
});

describe('the codes of refusals', () => {
  it.each(Object.entries(problems))('%s has a status and a sentence', (code, { status, sentence }) => {
    expect(code).toMatch(/^[A-Z][A-Z_]+$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('of ladders are apart from those of calls', () => {
    expect(ladderRefusals.filter((code) => Object.hasOwn(problems, code))).toEqual([]);
  });
});

describe('shared fields', () => {
  it.each([
    ['a name is trimmed', givenName, '  Momentum  ', 'Momentum'],
    ['a name of eighty characters', givenName, 'x'.repeat(80), 'x'.repeat(80)],
    ['a comment may be empty', commentText, '', ''],
    ['a whole day', dateOrInstant, '2025-05-04', '2025-05-04'],
    ['an instant with an offset', dateOrInstant, '2025-05-04T15:37:00+02:00', '2025-05-04T15:37:00+02:00'],
    ['a limit left out is the usual one', limitUpTo(500, 100), undefined, 100],
    ['a limit at its most', limitUpTo(500, 100), '500', 500],
    ['an offset left out is the beginning', offset, undefined, 0],
  ])('take %s', (_what, schema, given, read) => {
    expect(schema.parse(given)).toBe(read);
  });

  it.each([
    ['a name of spaces', givenName, '   '],
    ['a name of eighty-one characters', givenName, 'x'.repeat(81)],
    ['a control character in a name', givenName, 'a\u0007b'],
    ['a comment beyond its bound', commentText, 'x'.repeat(2_001)],
    ['a day that does not exist', dateOrInstant, '2025-02-30'],
    ['a time of no zone', dateOrInstant, '2025-05-04T15:37:00'],
    ['a limit of none', limitUpTo(500, 100), '0'],
    ['a limit beyond its bound', limitUpTo(500, 100), '501'],
    ['a limit with a fraction', limitUpTo(500, 100), '1.5'],
    ['a negative offset', offset, '-1'],
    ['an offset in another notation', offset, '1e3'],
  ])('refuse %s', (_what, schema, given) => {
    expect(schema.safeParse(given).success).toBe(false);
  });
});
