import type { HeldPositions } from '../../bots/signal.ts';
import { type Direction, signOf } from '../../model/order.ts';
import { averageOf, type HeldPosition } from '../../model/position.ts';
import type { RunningAtom } from '../running-bot.ts';

/** What rules read of the positions that a bot has on the symbol of an atom. */
export function heldPositions({ bot, key: { symbol } }: Pick<RunningAtom, 'bot' | 'key'>): HeldPositions {
  const of = (direction: Direction) =>
    heldPosition(
      bot.atoms.find(({ key }) => key.symbol === symbol && key.direction === direction),
      direction,
    );
  return { buy: of('buy'), sell: of('sell') };
}

/** What rules read of positions that are not known: nothing is held, and nothing was before. */
export function flatPositions(): HeldPositions {
  return { buy: flatPosition('buy'), sell: flatPosition('sell') };
}

function flatPosition(direction: Direction): HeldPosition {
  return { sign: signOf(direction), openedAt: null, endedAt: null, averagePrice: Number.NaN, levelsFilled: 0 };
}

function heldPosition(atom: RunningAtom | undefined, direction: Direction): HeldPosition {
  const sign = signOf(direction);
  if (atom === undefined) return flatPosition(direction);
  const { cycle, positionEndedAt = null } = atom.state;
  const held = cycle === null || cycle.position.quantity === 0 ? null : cycle;
  return {
    sign,
    openedAt: held?.beginAt ?? null,
    endedAt: positionEndedAt,
    averagePrice: held === null ? Number.NaN : averageOf(atom.instrument, held.position),
    levelsFilled: held?.levelsFilled ?? 0,
  };
}
