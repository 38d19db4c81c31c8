import { at } from '#base/assert.ts';
import type { Reply } from '#contract/call.ts';
import type { getTestMap } from '#contract/tests/test-bot.ts';
import type { TestBotRow } from '#storage/tests/test-bots.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { ProblemError } from '../http/problem.ts';
import { axisText, presentAxis } from './present-test.ts';
import { rankText } from './present-test-bot.ts';

type MapReply = Reply<typeof getTestMap>;

interface Cut {
  readonly x?: string | undefined;
  readonly y?: string | undefined;
  readonly symbol?: string | undefined;
}

/**
 * A cut through the grid: along two axes, with the values of the best point on the others.
 * @param rows - all points of the test, best first
 */
export function mapOf(plan: TestPlan, rows: readonly TestBotRow[], cut: Cut): MapReply {
  const [x, y] = [axisOf(plan, cut, 'x'), axisOf(plan, cut, 'y')];
  if (x !== null && x === y) throw refused('y', 'is x already');
  const own = rows.filter(({ symbols }) => cut.symbol === undefined || symbols.includes(cut.symbol));
  const [best] = own;
  if (best === undefined) return { ...noMap(plan, { x, y }), symbols: [] };
  const group = own.filter(({ symbols }) => symbols.join() === best.symbols.join());
  const others = plan.axes.map((_, axis) => axis).filter((axis) => axis !== x && axis !== y);
  const cells = group.filter(({ point }) => others.every((axis) => point[axis] === best.point[axis]));
  return {
    ...noMap(plan, { x, y }),
    fixed: others.map((axis) => {
      const { path, values } = at(plan.axes, axis);
      return { path, value: axisText(values[best.point[axis] ?? 0] ?? null) };
    }),
    symbols: [...best.symbols],
    cells: cells.map((row) => ({
      x: x === null ? 0 : (row.point[x] ?? 0),
      y: y === null ? 0 : (row.point[y] ?? 0),
      botId: row.botId,
      value: row.rankValue === null ? null : rankText(row.rankValue),
      returnPercent: percentOf(row.figures, 'returnPercent'),
      maxDrawdownPercent: percentOf(row.figures, 'maxDrawdownPercent'),
      outOfSampleReturnPercent: percentOf(row.outOfSample, 'returnPercent'),
      plateau: row.plateau === null ? null : rankText(row.plateau),
    })),
    plateauBotId: plateauOf(group),
  };
}

function noMap(plan: TestPlan, { x, y }: { readonly x: number | null; readonly y: number | null }): MapReply {
  const axis = (place: number | null) => (place === null ? null : presentAxis(at(plan.axes, place)));
  return { x: axis(x), y: axis(y), fixed: [], symbols: [], cells: [], plateauBotId: null };
}

/** The place of a named axis, or of the usual one; null where the grid has too few. */
function axisOf({ axes }: TestPlan, cut: Cut, name: 'x' | 'y'): number | null {
  const path = cut[name];
  const usual = name === 'x' ? 0 : 1;
  if (path === undefined) return usual < axes.length ? usual : null;
  const place = axes.findIndex((axis) => axis.path === path);
  if (place < 0) throw refused(name, `${JSON.stringify(path)} is no parameter of the grid`);
  return place;
}

function refused(name: 'x' | 'y', detail: string): ProblemError {
  return new ProblemError('GRID_REFUSED', [{ code: 'GRID_REFUSED', detail, path: [name] }]);
}

function percentOf(figures: TestBotRow['figures'], name: 'returnPercent' | 'maxDrawdownPercent'): string | null {
  const value = figures?.[name] ?? null;
  return value === null ? null : String(value);
}

/** Among equals the best ranked. */
function plateauOf(group: readonly TestBotRow[]): string | null {
  let best: TestBotRow | null = null;
  for (const row of group) {
    if (row.plateau !== null && row.plateau > (best?.plateau ?? Number.NEGATIVE_INFINITY)) best = row;
  }
  return best?.botId ?? null;
}
