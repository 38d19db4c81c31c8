import type { OracleAtom } from './atom.ts';
import { CENTIMICRO, ceilTo, type Exact, halfUp, ZERO } from './exact.ts';
import type { OracleBacking, OracleInstrument, OracleSink, Way } from './oracle-terms.ts';

/** All cross positions, and the wallet they share. */
export interface Shared {
  readonly atoms: readonly OracleAtom[];
  readonly wallet: () => Exact;
  /** The current valuation price: the open of the minute under way, then its close. */
  readonly markOf: (symbol: string) => Exact;
}

/** How often the shared wallet mattered: positions backed alongside others or their hedge, and closed with others. */
export const sharing = { besideOthers: 0, hedged: 0, closedTogether: 0 };

/** The shared balance, less the maintenance and plus the open results of the other symbols. */
export function backingOf(shared: Shared, symbol: string, way: Way): OracleBacking {
  let wallet = balanceOf(shared);
  let hedge: OracleBacking['hedge'];
  for (const atom of shared.atoms) {
    const held = atom.shared();
    if (held === null) continue;
    const { instrument } = atom.bot;
    if (instrument.symbol === symbol) {
      if (atom.way !== way) hedge = { quantity: held.quantity, cost: held.cost };
      continue;
    }
    const mark = shared.markOf(instrument.symbol);
    sharing.besideOthers += 1;
    wallet = wallet.minus(maintenanceOf(instrument, mark.times(held.quantity))).plus(atom.openResult(mark));
  }
  if (hedge !== undefined) sharing.hedged += 1;
  return hedge === undefined ? { wallet } : { wallet, hedge };
}

/** The wallet less what is reserved for isolated positions. */
const balanceOf = ({ atoms, wallet }: Shared): Exact =>
  atoms.reduce((total, atom) => total.minus(atom.apart()), wallet());

function maintenanceOf({ tiers }: OracleInstrument, value: Exact): Exact {
  const tier = tiers.find(({ cap }) => value.lt(cap)) ?? tiers.at(-1);
  if (tier === undefined) throw new Error('an instrument has tiers');
  return ceilTo(CENTIMICRO, value.times(tier.rate)).minus(tier.cumulative);
}

/** Open result of all positions that share the wallet. */
export function openResultOf({ atoms, markOf }: Shared): Exact {
  return atoms
    .filter((atom) => atom.shared() !== null)
    .reduce((total, atom) => total.plus(atom.openResult(markOf(atom.bot.instrument.symbol))), ZERO);
}

/**
 * Closes every position on the wallet: those of the hit symbol at that price, the others at their marks, each with its fee.
 * No more is taken than the wallet holds; the hit position is charged first, then the others in order.
 */
export function liquidateAll(shared: Shared, hit: Parameters<OracleSink['liquidateShared']>[0]): void {
  const isHit = ({ bot, way }: OracleAtom): boolean => bot.instrument.symbol === hit.symbol && way === hit.way;
  const open = shared.atoms.filter((atom) => atom.shared() !== null);
  const closings = [...open.filter(isHit), ...open.filter((atom) => !isHit(atom))].map((atom) => {
    const { instrument } = atom.bot;
    const price = instrument.symbol === hit.symbol ? hit.price : shared.markOf(instrument.symbol);
    const value = price.times(atom.shared()?.quantity ?? ZERO);
    return { atom, price, gross: atom.openResult(price), fee: halfUp(value.times(instrument.liquidationFee)) };
  });
  if (closings.length > 1) sharing.closedTogether += 1;
  const left = closings.reduce((total, { gross }) => total.plus(gross), balanceOf(shared));
  let [forFees, missing] = left.gt(0) ? [left, ZERO] : [ZERO, left.neg()];
  for (const { atom, price, ...wanted } of closings) {
    const loss = wanted.gross.lt(0) ? wanted.gross.neg() : ZERO;
    const forgiven = loss.lt(missing) ? loss : missing;
    const fee = wanted.fee.lt(forFees) ? wanted.fee : forFees;
    [missing, forFees] = [missing.minus(forgiven), forFees.minus(fee)];
    atom.closeByForce({ price, gross: wanted.gross.plus(forgiven), fee, at: hit.at });
  }
}
