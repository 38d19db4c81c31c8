import type { DealKind } from '#engine/model/order.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { isOpen } from '../is-open.ts';

/** An atom of a bot with the deals by hand that it takes now. */
export interface DealChoice {
  readonly atom: Atom;
  readonly kinds: readonly [DealKind, ...DealKind[]];
}

/** Where deals can be made by hand now, and which; the engine judges each again. Atoms that take none are left out. */
export function dealChoices(bot: Pick<Bot, 'state' | 'atoms'>): readonly DealChoice[] {
  return bot.atoms.flatMap((atom) => {
    const kinds = kindsOf(bot.state, atom);
    return kinds === null ? [] : [{ atom, kinds }];
  });
}

function kindsOf(state: Bot['state'], atom: Atom): DealChoice['kinds'] | null {
  if (!isOpen(atom)) return state === 'RUNNING' && atom.currentCycleId === null ? ['open', 'adopt'] : null;
  if (atom.state === 'CLOSING') return null;
  if (state === 'RUNNING' || state === 'FINISHING') return ['add', 'reduce', 'close', 'adopt'];
  return state === 'STOPPED' || state === 'ERROR' ? ['reduce', 'close'] : null;
}
