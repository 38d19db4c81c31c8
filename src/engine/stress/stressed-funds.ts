import { add, type Cash, negate, subtract } from '#base/exact.ts';
import type { Account } from '../model/account.ts';
import { type AtomInFall, cycleNow } from './atom-in-fall.ts';

/** What an account holds, in USDT. */
export interface StressedFunds {
  readonly equity: Cash;
  /**
   * What the account could still pledge: the wallet without the wallets of isolated positions, with what cross positions
   * have gained or lost, less their initial margin.
   */
  readonly freeMargin: Cash;
}

/** @param held - every position that the account had before the fall: no other begins in it */
export function fundsInFall(account: Account, held: readonly AtomInFall[]): StressedFunds {
  let [equity, freeMargin] = [account.wallet(), account.wallet()];
  for (const atom of held) {
    const { cycle, view } = cycleNow(account, atom);
    if (cycle === null) continue;
    equity = add(equity, view.unrealized);
    freeMargin = add(
      freeMargin,
      atom.ladder.marginType === 'cross' ? pledgedByCross(view) : negate(cycle.isolatedWallet),
    );
  }
  return { equity, freeMargin };
}

function pledgedByCross({
  unrealized,
  initialMargin,
}: {
  readonly unrealized: Cash;
  readonly initialMargin: Cash;
}): Cash {
  return subtract(unrealized, initialMargin);
}
