import { toSnake } from 'ts-case-convert';
import type * as z from 'zod/mini';
import type { Reply } from '#contract/call.ts';
import type { compareTestBots, curvePoint } from '#contract/tests/test-bot.ts';
import type { TestBotRow } from '#storage/tests/test-bots.ts';
import type { TestRow } from '#storage/tests/test-conditions.ts';
import { presentTestBot } from './present-test-bot.ts';

/** A point with its test and its curve. */
export interface ComparedPoint {
  readonly row: TestBotRow;
  readonly test: TestRow;
  readonly points: z.output<typeof curvePoint>[];
}

/** Points side by side, and every setting in which they differ. */
export function comparisonOf(compared: readonly ComparedPoint[]): Reply<typeof compareTestBots> {
  const items = compared.map(({ row, test, points }) => ({
    bot: presentTestBot(row, test.plan),
    conditionName: test.name,
    points,
    dataHash: test.dataHash,
  }));
  const settings = compared.map(({ test }, place) => settingsOf(test, items[place]?.bot.params ?? {}));
  const paths = [...new Set(settings.flatMap((one) => [...one.keys()]))].sort();
  const rows = paths.map((path) => ({ path, values: settings.map((one) => one.get(path) ?? null) }));
  return {
    items,
    isSameMarket: new Set(compared.map(marketOf)).size === 1,
    differences: rows.filter(({ values }) => new Set(values).size > 1),
  };
}

/** What two points must share, so that the difference of their figures comes of the strategy. */
function marketOf({ row, test }: ComparedPoint): string {
  const { costs, fillPath, walletUsdt, outOfSamplePercent } = test.plan;
  const data = test.data.filter(({ symbol }) => row.symbols.includes(symbol)).map(({ hash }) => hash);
  return JSON.stringify([data, test.engineVersion, costs, fillPath, walletUsdt, outOfSamplePercent]);
}

function settingsOf({ plan }: TestRow, params: object): ReadonlyMap<string, string> {
  const { costs, fillPath, walletUsdt, wallet, outOfSamplePercent, symbols } = plan;
  const period = `${new Date(plan.from).toISOString()}/${new Date(plan.to).toISOString()}`;
  const around = { costs, fillPath, walletUsdt, wallet, outOfSamplePercent, period, symbols: symbols.join(',') };
  return new Map([...leavesOf(params, ['params']), ...leavesOf(around, [])]);
}

function leavesOf(value: unknown, path: readonly string[]): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null)
    return value === null ? [] : [[path.map(toSnake).join('.'), String(value)]];
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, [...path, name]));
}
