import { assert } from '#base/assert.ts';
import { add, type Cash, subtract } from '#base/exact.ts';
import { familyOf } from '../bots/families.ts';
import type { Account, AccountSnapshot, AtomView } from '../model/account.ts';
import type { Cycle } from '../model/cycle.ts';
import type { AtomKey } from '../model/record.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';

/** An atom that holds a position, with the ladder of its cycle. */
export interface AtomInFall extends AtomKey {
  readonly cycle: Cycle;
  readonly ladder: Ladder;
}

/** Every position of an account, in the order of its bots. */
export function atomsInFall({ bots }: AccountSnapshot): readonly AtomInFall[] {
  return bots.flatMap(({ bot: { botId, kind, atoms } }) =>
    atoms.flatMap(({ symbol, direction, cycle }) =>
      cycle === null || cycle.position.quantity === 0
        ? []
        : [{ botId, symbol, direction, cycle, ladder: familyOf(kind).ladderOf(cycle.params) }],
    ),
  );
}

/** The atom's cycle, null once it is flat, and its values at the marks. */
export function cycleNow(
  account: Account,
  { botId, symbol, direction }: AtomKey,
): { cycle: Cycle | null; view: AtomView } {
  const isAtom = (one: Pick<AtomKey, 'symbol' | 'direction'>) => one.symbol === symbol && one.direction === direction;
  const atom = account.bot(botId)?.bot.atoms.find(isAtom);
  const view = account.views(botId).find(isAtom);
  assert(atom !== undefined && view !== undefined, 'the copy has every bot of its snapshot');
  return { cycle: atom.cycle, view };
}

/** Everything that a cycle has booked, with its open result. */
export function cycleWorth({ gross, funding, commission, liquidationFee }: Cycle, unrealized: Cash): Cash {
  return add(subtract(subtract(add(gross, funding), commission), liquidationFee), unrealized);
}
