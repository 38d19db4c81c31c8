import type { Instant } from '#base/time.ts';
import type { VenueConditional, VenueEvent, VenueFill, VenueOrder } from '#ports/venue.ts';
import { mergeConditional, mergeOrder } from './merge-states.ts';

/** How much of each kind is remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 10_000;

/** What an account's stream and answers have told so far, so that nothing is told twice and nothing goes back. */
export class AccountMemory {
  private readonly orders = new Map<string, VenueOrder>();
  private readonly conditionals = new Map<string, VenueConditional>();
  private readonly fills = new Set<string>();
  private readonly told = new Map<string, Instant>();
  private readonly lastTrades = new Map<string, string | null>();

  /** The event if it is news, in the state that is now known; null where it says nothing new. */
  news(event: VenueEvent): VenueEvent | null {
    switch (event.kind) {
      case 'order':
        return this.order(event.order);
      case 'conditional':
        return this.conditional(event.conditional);
      case 'fill':
        return this.isNewFill(event.fill) ? event : null;
      case 'balance':
        return this.isNewer(`balance ${event.balance.asset}`, event.at) ? event : null;
      case 'position': {
        const { symbol, positionSide, updatedAt } = event.position;
        return this.isNewer(`position ${symbol} ${positionSide}`, updatedAt) ? event : null;
      }
      default:
        return event;
    }
  }

  /** From here on, trades of the symbol belong to what is asked for after a gap. */
  touch(symbol: string, lastTradeId: string | null = null): void {
    const known = this.lastTrades.get(symbol) ?? null;
    if (known === null || (lastTradeId !== null && isGreater(lastTradeId, known))) {
      this.lastTrades.set(symbol, lastTradeId);
    }
  }

  /** The last trade that was told, by symbol. */
  since(): readonly { readonly symbol: string; readonly fromId: string | null }[] {
    return [...this.lastTrades].map(([symbol, fromId]) => ({ symbol, fromId }));
  }

  private order(told: VenueOrder): VenueEvent | null {
    this.touch(told.symbol);
    const name = `${told.symbol} ${told.orderId}`;
    const merged = mergeOrder(this.orders.get(name), told);
    if (merged === this.orders.get(name)) return null;
    remember(this.orders, name, merged);
    return { kind: 'order', order: merged };
  }

  private conditional(told: VenueConditional): VenueEvent | null {
    this.touch(told.symbol);
    const merged = mergeConditional(this.conditionals.get(told.algoId), told);
    if (merged === this.conditionals.get(told.algoId)) return null;
    remember(this.conditionals, told.algoId, merged);
    return { kind: 'conditional', conditional: merged };
  }

  private isNewFill({ symbol, tradeId }: VenueFill): boolean {
    const name = `${symbol} ${tradeId}`;
    if (this.fills.has(name)) return false;
    this.fills.add(name);
    forgetOldest(this.fills);
    this.touch(symbol, tradeId);
    return true;
  }

  private isNewer(name: string, at: Instant): boolean {
    const before = this.told.get(name);
    if (before !== undefined && at < before) return false;
    remember(this.told, name, at);
    return true;
  }
}

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name); // Set anew, it stands last.
  map.set(name, value);
  forgetOldest(map);
}

function forgetOldest(all: { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean }): void {
  if (all.size <= REMEMBERED_MAX) return;
  const [oldest] = all.keys();
  if (oldest !== undefined) all.delete(oldest);
}

/** Ids are whole numbers as texts, some above 2^53. */
function isGreater(a: string, b: string): boolean {
  return BigInt(a) > BigInt(b);
}
