import type { ReturnLine, ReturnLook, ReturnPoint } from '#web/charts/canvas/returns-drawing.ts';
import type { ReturnRow } from './return-rows.ts';

/** The portfolios that are drawn have looks that can be told apart. */
const looks = [1, 2, 3, 4, 5, 6] as const satisfies readonly ReturnLook[];

/** The id of the line of holding. */
export const HOLDING = 'holding';

/** The look of each portfolio that is drawn: the first ones that have a return. */
export function drawnLooks(rows: readonly ReturnRow[]): ReadonlyMap<string, ReturnLook> {
  const drawn = rows.filter(({ percent }) => percent !== null).slice(0, looks.length);
  return new Map(drawn.map(({ portfolio }, index) => [portfolio.portfolioId, looks[index] ?? 1]));
}

/** A line for each of the drawn portfolios, and one for holding all of those whose holding is known. */
export function returnLines(times: readonly string[], rows: readonly ReturnRow[]): readonly ReturnLine[] {
  const instants = times.map((time) => Math.floor(Date.parse(time) / 1_000) * 1_000);
  const own = [...drawnLooks(rows)].flatMap(([id, look]) => {
    const row = rows.find(({ portfolio }) => portfolio.portfolioId === id);
    return row === undefined ? [] : [{ id, look, points: equityPoints(instants, row) }];
  });
  const held = { id: HOLDING, look: HOLDING, points: holdingPoints(instants, rows) } as const;
  return [...own, held].filter(({ points }) => points.length > 0);
}

function equityPoints(instants: readonly number[], { item, portfolio }: ReturnRow): readonly ReturnPoint[] {
  const last = instants.length - 1;
  const equities = item.equity.map((equity, index) => (index === last && equity !== null ? portfolio.equity : equity));
  return drawable(instants, (index) => percentOf(Number(item.capital), equities[index] ?? null));
}

/** One that began later counts with its capital before it began, so that the line shows no deposit. */
function holdingPoints(instants: readonly number[], rows: readonly ReturnRow[]): readonly ReturnPoint[] {
  const held = rows.filter(({ percent, holding }) => percent !== null && holding !== null);
  if (held.length === 0) return [];
  const capital = held.reduce((sum, { item }) => sum + Number(item.capital), 0);
  return drawable(instants, (index) => {
    let worth = 0;
    for (const { item } of held) {
      const at = item.holding[index] ?? null;
      if (at === null && item.equity[index] !== null) return null; // It had begun, and a price is missing.
      worth += Number(at ?? item.capital);
    }
    return percentOf(capital, String(worth));
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
