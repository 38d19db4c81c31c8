import type { DeletedReturn, PortfolioReturn } from '#web/api/returns-query.ts';
import type { ReturnLine, ReturnLook, ReturnPoint } from '#web/charts/canvas/returns-drawing.ts';
import { isKnown, knownRows, type ReturnRow } from './return-rows.ts';
import { sharedGrowth } from './shared-growth.ts';

/** The portfolios that are drawn have looks that can be told apart. */
const looks = [1, 2, 3, 4, 5, 6] as const satisfies readonly ReturnLook[];

/** The id of the line of holding. */
export const HOLDING = 'holding';

/** The look of each portfolio that is drawn: the first ones that have a return. */
export function drawnLooks(rows: readonly ReturnRow[]): ReadonlyMap<string, ReturnLook> {
  const drawn = rows.filter(({ percent }) => percent !== null).slice(0, looks.length);
  return new Map(drawn.map(({ portfolio }, index) => [portfolio.portfolioId, looks[index] ?? 1]));
}

/** A line for each of the drawn portfolios, and one for holding all of those whose holding is known, deleted ones included. */
export function returnLines(
  times: readonly string[],
  rows: readonly ReturnRow[],
  deleted: readonly DeletedReturn[] = [],
): readonly ReturnLine[] {
  const instants = times.map((time) => Math.floor(Date.parse(time) / 1_000) * 1_000);
  const own = [...drawnLooks(rows)].flatMap(([id, look]) => {
    const row = rows.find(({ portfolio }) => portfolio.portfolioId === id);
    return row === undefined ? [] : [{ id, look, points: equityPoints(instants, row) }];
  });
  const held = {
    id: HOLDING,
    look: HOLDING,
    points: holdingPoints(instants, [...knownRows(rows).map(({ item }) => item), ...deleted.filter(isKnown)]),
  } as const;
  return [...own, held].filter(({ points }) => points.length > 0);
}

function equityPoints(instants: readonly number[], { item, portfolio }: ReturnRow): readonly ReturnPoint[] {
  const last = instants.length - 1;
  const equities = item.equity.map((equity, index) => (index === last && equity !== null ? portfolio.equity : equity));
  return drawable(instants, (index) => percentOf(Number(item.base[index] ?? 0), equities[index] ?? null));
}

/** Each from when it began until it was deleted. */
function holdingPoints(instants: readonly number[], held: readonly PortfolioReturn[]): readonly ReturnPoint[] {
  const growth = sharedGrowth(
    instants.length,
    held.map(({ base, holding }) => ({ base, worth: holding })),
  );
  return drawable(instants, (index) => {
    const grown = growth[index] ?? null;
    return grown === null ? null : (grown - 1) * 100;
  });
}

function percentOf(capital: number, worth: string | null): number | null {
  return worth === null || capital <= 0 ? null : (Number(worth) / capital - 1) * 100;
}

/** The points that have a value; the library refuses two in the same second. */
function drawable(instants: readonly number[], valueAt: (index: number) => number | null): readonly ReturnPoint[] {
  return instants.flatMap((time, index) => {
    const percent = valueAt(index);
    return percent === null || time === instants[index - 1] ? [] : [{ time, percent }];
  });
}
