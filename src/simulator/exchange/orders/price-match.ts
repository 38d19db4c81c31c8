import type { Ticks } from '#base/exact.ts';
import type { Side } from '#engine/model/order.ts';
import { refuse } from '../../wire-error.ts';
import { marketBook } from '../book/market-book.ts';
import type { ExchangeState } from '../exchange-state.ts';
import type { Refusal } from '../refusal.ts';
import type { ClassicType, ConditionalType } from '../rows.ts';

/** The deepest level that a price match can name. */
const LEVELS = 20;

/** Side and level that a price match takes its price from, counted from 1. */
const MATCHES: ReadonlyMap<string, { readonly of: 'opponent' | 'queue'; readonly level: number }> = new Map(
  (['opponent', 'queue'] as const).flatMap((of) =>
    [1, 5, 10, 20].map((level) => [`${of.toUpperCase()}${level === 1 ? '' : `_${level}`}`, { of, level }] as const),
  ),
);

interface Matched {
  readonly symbol: string;
  readonly side: Side;
  readonly type: ClassicType | ConditionalType;
  readonly priceMatch: string | null;
}

/** The price of the requested level; null without price match, or when the book has no such level. */
export function matchedPrice(state: ExchangeState, { symbol, side, priceMatch }: Matched): Ticks | null {
  const match = MATCHES.get(priceMatch ?? 'NONE');
  const book = match === undefined ? null : marketBook(state, symbol, LEVELS);
  if (match === undefined || book === null) return null;
  const isAsk = (side === 'BUY') === (match.of === 'opponent');
  return (isAsk ? book.asks : book.bids)[match.level - 1]?.price ?? null;
}

/** -5037, -5038, -5041. `price` is the matched price; conditional orders match when they trigger. */
export function priceMatchRefusal(
  { priceMatch, type }: Pick<Matched, 'priceMatch' | 'type'>,
  price: Ticks | null,
): Refusal {
  if (priceMatch === null || priceMatch === 'NONE') return null;
  if (!MATCHES.has(priceMatch)) return refuse('priceMatchInvalid');
  if (type !== 'LIMIT' && type !== 'STOP' && type !== 'TAKE_PROFIT') return refuse('priceMatchType');
  return type === 'LIMIT' && price === null ? refuse('priceMatchDepth') : null;
}
