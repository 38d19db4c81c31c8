import * as z from 'zod/mini';
import { cashFrom, cashText, trimDecimal } from '#base/decimal.ts';
import { cash } from '#base/exact.ts';
import { DAY_MS, MINUTE_MS } from '#base/time.ts';
import type { curvePoint, testBot } from '#contract/tests/test-bot.ts';
import { testFlag } from '#contract/tests/test-figures.ts';
import { pointParams } from '#storage/tests/point-params.ts';
import type { TestBotRow } from '#storage/tests/test-bots.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { axisText, presentFigures } from './present-test.ts';

/** A point as the API returns it. */
export function presentTestBot(row: TestBotRow, plan: TestPlan): z.output<typeof testBot> {
  return {
    botId: row.botId,
    conditionId: row.conditionId,
    kind: plan.kind,
    symbols: [...row.symbols],
    params: pointParams(plan, row.point),
    point: plan.axes.map(({ path, values }, axis) => ({ path, value: axisText(values[row.point[axis] ?? 0] ?? null) })),
    state: row.refusal === null ? 'DONE' : 'REFUSED',
    refusal: row.refusal === null ? null : { ...row.refusal },
    rank: row.rank,
    figures: presentFigures(row.figures),
    outOfSample: presentFigures(row.outOfSample),
    plateau: row.plateau === null ? null : rankText(row.plateau),
    flags: z.parse(z.array(testFlag), row.flags),
  };
}

const DECIMALS = 8;

/** A stored statistic as decimal text. */
export function rankText(value: number): string {
  return trimDecimal(value.toFixed(DECIMALS));
}

type CurveReply = z.output<typeof curvePoint>[];

/** When a curve begins and ends; UTC milliseconds. */
export interface CurveSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The points of a stored curve: its start, each 00:00 UTC inside, and its end.
 * @param curve - pairs of float64: closed results and equity
 */
export function presentCurve(curve: Buffer | null, { from, to }: CurveSpan, walletUsdt: string): CurveReply {
  if (curve === null) return [];
  const numbers = new Float64Array(curve.buffer.slice(curve.byteOffset, curve.byteOffset + curve.byteLength));
  const times = curveTimes({ from, to }, numbers.length / 2);
  let before = 0;
  const points = times.map((time, place) => {
    const [closed, equity] = [numbers[2 * place] ?? 0, numbers[2 * place + 1] ?? 0];
    const result = closed - before;
    before = closed;
    return {
      ts: new Date(time).toISOString(),
      result: cashText(cash(result)),
      cumulative: cashText(cash(closed)),
      equity: cashText(cash(equity)),
    };
  });
  const start = { ts: new Date(from).toISOString(), result: cashText(cash(0)), cumulative: cashText(cash(0)) };
  return [{ ...start, equity: cashText(cashFrom(walletUsdt)) }, ...points];
}

/** The closes that were marked: of each day's last minute, and of the last one. */
function curveTimes({ from, to }: CurveSpan, count: number): readonly number[] {
  const first = (Math.floor(from / DAY_MS) + 1) * DAY_MS;
  const times: number[] = [];
  for (let time = first; time <= to - MINUTE_MS && times.length < count - 1; time += DAY_MS) times.push(time);
  return [...times, to];
}
