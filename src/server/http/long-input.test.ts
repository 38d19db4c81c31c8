import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { liveRequest } from '#contract/live.ts';
import { expectInOnePass } from '../../../tests/support/in-one-pass.ts';
import { worstTexts } from '../../../tests/support/worst-texts.ts';
import { routes } from '../routes.ts';
import { commandKey } from './idempotency.ts';
import { problemBody, problemOf } from './problem.ts';
import type { Route } from './route.ts';
import { fromWire, NAME_MAX } from './wire.ts';

/** As much as a request may bring in one name or value without being too large as a whole. */
const LENGTH = 64 * 1_024;

const TEXTS = worstTexts(LENGTH);

/** Parses as the server does: a refusal is worded for its answer too, because that looks at the same input. */
function judge(route: Route, raw: Parameters<Route['parse']>[0]): void {
  try {
    route.parse(raw);
  } catch (error) {
    expect(problemBody(problemOf(error), 'request').status).toBe(400);
  }
}

/** The fields of a schema, which `contentOf` fills with a text. */
function fieldsOf(schema: z.core.$ZodType | undefined): unknown {
  return schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

type Json = { readonly [name: string]: unknown };

/** The schema's own fields, wherever one holds a text, a number or a list, filled with the text. */
function contentOf(schema: unknown, text: string, depth: number): unknown {
  const { properties, items, anyOf, oneOf } = (schema ?? {}) as Json;
  if (depth > 6) return text;
  if (typeof properties === 'object' && properties !== null) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [snake(name), contentOf(inner, text, depth + 1)]),
    );
  }
  if (items !== undefined) return [contentOf(items, text, depth + 1)];
  const choice = (anyOf ?? oneOf) as readonly unknown[] | undefined;
  return choice === undefined ? text : contentOf(choice[0], text, depth + 1);
}

/** The contract's own names only: short and in camelCase. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

describe('input of 64 KB', () => {
  it.each(routes().map((route) => [route.call.name, route] as const))(
    '%s validates the longest names and values without delay',
    async (_name, route) => {
      const [params, query, body] = [route.call.params, route.call.query, route.call.body].map(fieldsOf);
      const filled = (fields: unknown, text: string) => (fields === undefined ? {} : contentOf(fields, text, 0));
      const judgeAll = (text: string): void => {
        const named = { [text]: '1' };
        judge(route, { params: {}, query: named, body: {} });
        judge(route, { params: {}, query: {}, body: { ...named, params: { ...named, list: [named] } } });
        judge(route, {
          params: filled(params, text),
          query: filled(query, text),
          body: filled(body, text),
        });
      };
      for (const text of TEXTS) await expectInOnePass(text, judgeAll);
    },
  );

  it('refuses a field name longer than any in the contract, and repeats only its beginning', () => {
    const outcome = fromWire({ ['a'.repeat(NAME_MAX + 1)]: 1 });
    expect(outcome).toMatchObject({ ok: false, reasons: [{ code: 'UNKNOWN_FIELD' }] });
    expect(fromWire({ ['a'.repeat(NAME_MAX)]: 1 })).toMatchObject({ ok: true });
    expect(JSON.stringify(outcome).length).toBeLessThan(200);
  });

  it('reads many names, deep nesting and long lists in one pass', () => {
    const many = Object.fromEntries(
      Array.from({ length: 8_000 }, (_unused, place) => [`name_${'x'.repeat(9)}`, place]),
    );
    const list = Array.from({ length: 30_000 }, () => 1);
    expect(fromWire({ list, many })).toMatchObject({ ok: true });
  });

  it('validates idempotency keys and live channel greetings without delay', async () => {
    const refused = (text: string): void => {
      expect(() => commandKey({ header: text, ownerId: 'a', call: 'b', input: {} })).toThrow();
      expect(liveRequest.safeParse({ type: 'hello', token: text, [text]: text }).success).toBe(false);
    };
    for (const text of TEXTS) await expectInOnePass(text, refused);
  });
});
