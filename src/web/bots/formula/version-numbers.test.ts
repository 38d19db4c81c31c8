import { expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '#base/decimal.ts';
import { familyOf } from '#engine/bots/families.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { versionNumbers } from './version-numbers.ts';

const ladder = {
  ...{ baseOrderSize: '100', safetyOrderSize: '50', safetyOrdersCount: 3 },
  ...{ stepPercent: '1', stepScale: '1', volumeScale: '1' },
};
const enter = { op: 'rising', a: { price: 'close' }, n: 3 };
const sized = (type: string) => ({
  ...{ timeframe: '1h', leverage: 3, sizing: { type, value: '50' } },
  buy: { enter, stop: { type: 'percent', value: '5' } },
});

const cases: readonly (readonly [BotKind, string, BotParams])[] = [
  ...versionNumbers(paperLadder.kind).map(({ name }) => [paperLadder.kind, name, ladder] as const),
  ...['fixed_notional', 'fixed_margin'].map((type) => [ruleStrategy.kind, 'size', sized(type)] as const),
  ...['equity_percent', 'risk_percent', 'volatility_target'].map(
    (type) => [ruleStrategy.kind, 'size_percent', sized(type)] as const,
  ),
  [ruleStrategy.kind, 'leverage', sized('fixed_margin')],
];

it.each(cases)('%s: a formula may make of %s what the schema allows, and no more', (kind, name, params) => {
  const number = versionNumbers(kind).find((one) => one.name === name);
  const { min, max, decimals } = number?.read(params)?.range ?? { min: '', max: '', decimals: 0 };
  const isAllowed = (value: string) => familyOf(kind).params.safeParse(number?.write(params, value)).success;
  const beside = (text: string, by: number) => formatDecimal((parseDecimal(text, decimals) ?? 0) + by, decimals);
  expect([min, max].map(isAllowed)).toEqual([true, true]);
  expect([beside(min, -1), beside(max, 1)].map(isAllowed)).toEqual([false, false]);
  expect(number?.read(number.write(params, max))?.value).toBe(max);
});
