import { toCamel, toSnake } from 'ts-case-convert';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { liveFrame, liveRequest } from '#contract/live.ts';
import { problem } from '#contract/problem/problem-body.ts';
import { allFamilies } from '#engine/bots/families.ts';
import { fromWire, toWire, wirePath } from './wire.ts';

/** Every property name that a JSON schema mentions, however deep. */
function namesIn(node: unknown, names: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const item of node) namesIn(item, names);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      namesIn(value, names);
    }
  }
  return names;
}

function contractKeys(): readonly string[] {
  const schemas: z.ZodMiniType[] = [problem, liveRequest, liveFrame];
  const all: readonly Call[] = calls;
  for (const { params, query, body, reply } of all) {
    for (const schema of [params, query, body, reply]) if (schema !== undefined) schemas.push(schema);
  }
  for (const { params } of allFamilies()) schemas.push(params);
  const names = new Set<string>();
  for (const schema of schemas) {
    for (const io of ['input', 'output'] as const)
      namesIn(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), names);
  }
  return [...names];
}

describe('names on the wire', () => {
  it('cover every key of the contract and of the parameters of every kind', () => {
    expect(contractKeys().length).toBeGreaterThan(150);
    expect(contractKeys()).toContain('activeSafetyOrders');
  });

  it.each(contractKeys())('%s survives conversion to snake_case and back', (key) => {
    expect(toSnake(toCamel(toSnake(key)))).toBe(toSnake(key));
    expect(toCamel(toSnake(key))).toBe(key);
    expect(fromWire({ [toSnake(key)]: 1 })).toEqual({ ok: true, value: { [key]: 1 } });
    expect(toWire({ [key]: 1 })).toEqual({ [toSnake(key)]: 1 });
    expect(toSnake(key)).not.toMatch(/(?:^|_)\d+(?:_|$)|\d_\d/); // Neither a segment of digits nor digits before a digit.
  });

  it.each([
    ['camelCase', '{"portfolioId": "a"}'],
    ['a capital', '{"Name": "a"}'],
    ['a leading underscore', '{"_id": "a"}'],
    ['a double underscore', '{"a__b": "a"}'],
    ['the prototype', '{"__proto__": {"is_admin": true}}'],
    ['a dash', '{"a-b": 1}'],
    ['digits that conversion would not keep', '{"ema_20_period": 1}'],
    ['an empty name', '{"": 1}'],
  ])('a key with %s is refused', (_what, text) => {
    const outcome = fromWire(JSON.parse(text));
    expect(outcome.ok).toBe(false);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('too deep nesting is refused', () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    expect(fromWire({ a: deep })).toMatchObject({ ok: false, reasons: [{ code: 'TOO_DEEP' }] });
  });

  it.each(['a\0b', '\ud800'])('text that the database cannot store is refused', (text) => {
    expect(fromWire({ comment: text })).toMatchObject({ ok: false, reasons: [{ path: ['comment'] }] });
  });

  it('a date of a report keeps its instant, however deep it lies', () => {
    const beginAt = new Date(0);
    expect(toWire({ cycles: [{ beginAt }] })).toEqual({ cycles: [{ begin_at: beginAt }] });
  });

  it('the path of a field joins snake_case names with dots', () => {
    expect(wirePath(['params', 'stepPercent'])).toBe('params.step_percent');
    expect(wirePath(['params', 'customLevels', 2, 'deviationPercent'])).toBe(
      'params.custom_levels.2.deviation_percent',
    );
    expect(wirePath(['symbols', 0])).toBe('symbols.0');
  });
});
