import { isOpening } from '#engine/model/order.ts';
import type { Atom, Order } from '#web/api/trading-queries.ts';
import type { Text } from '#web/i18n/text.tsx';
import { multiplyDecimals } from '#web/ui/values/decimal-product.ts';
import { decimalsOf, roundDecimal } from '#web/ui/values/format.ts';
import { orderWords } from '#web/ui/words/order-words.ts';
import { isOpen } from '../is-open.ts';
import { isUnprotected } from '../unprotected.ts';

export type StopMode = 'protect' | 'close' | 'detach';

export interface StopEffect {
  readonly cancels: readonly string[];
  /** What happens to the positions, and what it costs. */
  readonly acts: readonly string[];
  readonly stays: readonly string[];
}

interface StopInput {
  readonly atoms: readonly Atom[];
  /** The orders that are open now. */
  readonly orders: readonly Order[];
  /** By symbol, as fractions. */
  readonly takerFees: ReadonlyMap<string, string>;
}

/** The bot's own entries, and deals by hand that add. */
export const raisesRisk = (order: Order): boolean => isOpening(order, order.direction);

/** What stopping would do, order by order. */
export function stopEffect(mode: StopMode, input: StopInput, t: Text): StopEffect {
  const open = input.atoms.filter(isOpen);
  const cancelled = mode === 'protect' ? input.orders.filter(raisesRisk) : input.orders;
  const cancels = cancelled.map((order) => orderWords(order, t));
  if (mode === 'close') return { cancels, acts: open.flatMap((atom) => closing(atom, input, t)), stays: [] };
  const positions = open.map((atom) => positionText(atom, t));
  if (mode === 'detach')
    return { cancels, acts: positions.map((position) => t('stop.detaches', { position })), stays: [] };
  const kept = input.orders.filter((order) => !cancelled.includes(order)).map((order) => orderWords(order, t));
  const bare = open.filter(isUnprotected);
  return {
    cancels,
    acts: [],
    stays: [
      ...positions.map((position) => t('stop.keeps', { position })),
      ...kept,
      ...bare.map(({ symbol }) => t('stop.unprotected', { symbol })),
    ],
  };
}

function closing(atom: Atom, { takerFees }: StopInput, t: Text): readonly string[] {
  const closes = t('stop.closes', { position: positionText(atom, t) });
  const fee = closingFee(atom, takerFees);
  if (fee === null || atom.mark === null) return [closes];
  return [closes, t('stop.cost', { fee: t.number(fee), symbol: atom.symbol, mark: t.number(atom.mark) })];
}

/** Estimated taker fee of closing a position at its mark, in USDT; null while mark or rate are unknown. */
export function closingFee(atom: Atom, takerFees: ReadonlyMap<string, string>): string | null {
  const feeRate = takerFees.get(atom.symbol);
  if (feeRate === undefined || atom.mark === null) return null;
  return roundDecimal(multiplyDecimals(atom.quantity, atom.mark, feeRate), 2);
}

function positionText(atom: Atom, t: Text): string {
  return t('stop.position', {
    quantity: t.number(atom.quantity),
    symbol: atom.symbol,
    side: t(atom.direction === 'buy' ? 'side.long' : 'side.short'),
    average:
      atom.averagePrice === null ? '–' : t.number(atom.averagePrice, { decimals: decimalsOf(atom.mark ?? '0.00') }),
    open: t.number(atom.unrealized, { decimals: 2, sign: 'always' }),
  });
}
