import type { Atom } from '#web/api/trading-queries.ts';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import { distancePercent } from '#web/ui/values/distance.ts';
import type { OpenPosition } from './open-positions.ts';

/** What ends a cycle with a loss first, and how far the mark is from it. */
export interface Danger {
  readonly kind: 'stop' | 'liquidation';
  readonly price: string;
  /** From the mark to it, in percent of the mark with two decimals: negative below the mark. */
  readonly percent: string;
}

export interface EndangeredPosition extends OpenPosition {
  /** Null for a position without a stop-loss and without a liquidation within 100 %, or without a mark. */
  readonly danger: Danger | null;
}

/** The positions, the nearest to their stop-loss or liquidation first; those that know neither last, the worst first. */
export function byDanger(positions: readonly OpenPosition[]): readonly EndangeredPosition[] {
  const ranked = positions.map((position) => ({ position, danger: dangerOf(position.atom) }));
  const rank = ({ danger, position }: (typeof ranked)[number]) =>
    danger === null ? Number.POSITIVE_INFINITY : distance(position.atom, danger.price);
  const open = ({ position }: (typeof ranked)[number]) => Number(position.atom.unrealized);
  return ranked
    .toSorted((a, b) => {
      const [left, right] = [rank(a), rank(b)];
      return left === right ? open(a) - open(b) : left - right;
    })
    .map(({ position, danger }) => ({ ...position, danger }));
}

function dangerOf(atom: Atom): Danger | null {
  const ends = [
    { kind: 'liquidation' as const, price: shownLiquidation(atom) },
    { kind: 'stop' as const, price: atom.stopLossPrice },
  ].flatMap(({ kind, price }) => {
    const percent = distancePercent(atom.mark, price);
    return price === null || percent === null ? [] : [{ kind, price, percent }];
  });
  const [first, second] = ends;
  if (first === undefined || second === undefined) return first ?? null;
  return distance(atom, second.price) <= distance(atom, first.price) ? second : first;
}

/** How far the price may move against the position until it reaches a price, as a share; below zero when it has passed. */
function distance({ mark, direction }: Atom, price: string): number {
  const way = direction === 'buy' ? Number(mark) - Number(price) : Number(price) - Number(mark);
  return way / Number(mark);
}
