import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONDITIONAL_SCENARIOS, ORDER_SCENARIOS } from '../../../tests/support/error-scenarios/orders.ts';
import { REQUEST_SCENARIOS } from '../../../tests/support/error-scenarios/requests.ts';
import type { Scenario } from '../../../tests/support/error-scenarios/scenario.ts';
import { SETTING_SCENARIOS } from '../../../tests/support/error-scenarios/settings.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { WIRE_ERRORS, type WireErrorName } from '../wire-error.ts';

const SCENARIOS: Readonly<Partial<Record<string, Scenario>>> = {
  ...REQUEST_SCENARIOS,
  ...ORDER_SCENARIOS,
  ...CONDITIONAL_SCENARIOS,
  ...SETTING_SCENARIOS,
};
const NAMES = Object.keys(WIRE_ERRORS) as WireErrorName[]; // The keys of the table are its type's.

let world: WireWorld;
const covered = new Set<string>();

beforeAll(async () => {
  world = await openWireWorld();
});

afterAll(async () => {
  await world.close();
  console.log(`error table over the wire: rows covered ${covered.size} / ${NAMES.length}`);
});

describe('every error of the table is returned over the wire with its code, text and status', () => {
  test.each(NAMES)('%s', async (name) => {
    const scenario = SCENARIOS[name];
    expect(scenario, `a scenario of ${name}`).toBeDefined();
    if (scenario === undefined) return;
    const reply = await scenario(await world.trader(), world);
    const row: { code: number; text: string; status?: number } = WIRE_ERRORS[name];
    expect(reply.json).toEqual({ code: row.code, msg: expect.stringMatching(patternOf(row.text)) });
    expect(reply.status).toBe(row.status ?? 400);
    expect(world.failures).toEqual([]);
    covered.add(name);
  });

  test('every scenario belongs to a row of the table', () => {
    expect(Object.keys(SCENARIOS).filter((name) => !NAMES.some((row) => row === name))).toEqual([]);
  });
});

/** The exact text, with any non-empty arguments. */
function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll('%s', '.+')}$`);
}
