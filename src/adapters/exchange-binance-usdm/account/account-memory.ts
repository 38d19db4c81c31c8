import type { Instant } from '#base/time.ts';
import type {
  AccountPicture,
  Rows,
  VenueBalance,
  VenueConditional,
  VenueEvent,
  VenueFill,
  VenueOrder,
  VenuePosition,
} from '#ports/venue.ts';
import { readableOf } from '../wire/read-account.ts';
import { mergeConditional, mergeOrder } from './merge-states.ts';
import { ReportedTrades } from './reported-trades.ts';

/** How much of each kind is remembered; the oldest are forgotten first. */
const REMEMBERED_MAX = 10_000;

/**
 * Everything that an account's stream and REST answers have reported so far, so that nothing is reported twice and no
 * state goes back.
 */
export class AccountMemory {
  readonly trades: ReportedTrades = new ReportedTrades();
  private readonly orders = new Map<string, VenueOrder>();
  private readonly conditionals = new Map<string, VenueConditional>();
  private readonly fills = new Set<string>();
  private readonly told = new Map<string, Instant>();
  private readonly held = new Map<string, number>();
  private readonly wallets = new Map<string, number>();

  /** The event with the merged state; null when it contains nothing new. */
  news(event: VenueEvent): VenueEvent | null {
    switch (event.kind) {
      case 'order':
        return this.order(event.order);
      case 'conditional':
        return this.conditional(event.conditional);
      case 'fill':
        return this.isNewFill(event.fill) ? event : null;
      case 'balance':
        return this.balance(event.balance, event.at) ? event : null;
      case 'position':
        return this.position(event.position) ? event : null;
      case 'picture':
        this.picture(event.picture);
        return event;
      default:
        return event;
    }
  }

  /** Wallet and quantities as reported, as text to compare with `digestOf`. */
  digest(): string {
    return textOf(this.held, this.wallets);
  }

  private order(told: VenueOrder): VenueEvent | null {
    const name = `${told.symbol} ${told.orderId}`;
    const merged = mergeOrder(this.orders.get(name), told);
    if (merged === this.orders.get(name)) return null;
    remember(this.orders, name, merged);
    return { kind: 'order', order: merged };
  }

  private conditional(told: VenueConditional): VenueEvent | null {
    const merged = mergeConditional(this.conditionals.get(told.algoId), told);
    if (merged === this.conditionals.get(told.algoId)) return null;
    remember(this.conditionals, told.algoId, merged);
    return { kind: 'conditional', conditional: merged };
  }

  private isNewFill({ symbol, tradeId }: VenueFill): boolean {
    const name = `${symbol} ${tradeId}`;
    if (this.fills.has(name) || this.trades.isBefore(symbol, tradeId)) return false;
    this.fills.add(name);
    forgetOldest(this.fills);
    this.trades.add(symbol, tradeId);
    return true;
  }

  private balance({ asset, wallet }: VenueBalance, at: Instant): boolean {
    if (!this.isNewer(`balance ${asset}`, at)) return false;
    this.wallets.set(asset, wallet);
    return true;
  }

  private position(told: VenuePosition): boolean {
    const name = `${told.symbol} ${told.positionSide}`;
    if (!this.isNewer(`position ${name}`, told.updatedAt)) return false;
    this.held.set(name, told.quantity);
    return true;
  }

  private picture({ orders, conditionals, positions, balances }: AccountPicture): void {
    for (const order of readableOf(orders)) this.order(order);
    for (const conditional of readableOf(conditionals)) this.conditional(conditional);
    this.held.clear();
    for (const [name, quantity] of heldOf(positions)) this.held.set(name, quantity);
    this.wallets.clear();
    for (const { asset, wallet } of balances) this.wallets.set(asset, wallet);
  }

  private isNewer(name: string, at: Instant): boolean {
    const before = this.told.get(name);
    if (before !== undefined && at < before) return false;
    remember(this.told, name, at);
    return true;
  }
}

/** Wallet and quantities that were read; contains nothing that changes with the market alone. */
export function digestOf(positions: Rows<VenuePosition>, balances: readonly VenueBalance[]): string {
  return textOf(new Map(heldOf(positions)), new Map(balances.map(({ asset, wallet }) => [asset, wallet])));
}

/** Quantities by symbol and side. An unreadable position counts as one of unknown size, never as none. */
function heldOf(positions: Rows<VenuePosition>): readonly (readonly [string, number])[] {
  const unreadable = positions.kind === 'all' ? [] : positions.unresolved;
  return [
    ...readableOf(positions).map((row) => [`${row.symbol} ${row.positionSide}`, row.quantity] as const),
    ...unreadable.map(({ symbol }) => [`${symbol} unreadable`, Number.POSITIVE_INFINITY] as const),
  ];
}

function textOf(held: ReadonlyMap<string, number>, wallets: ReadonlyMap<string, number>): string {
  const amounts = [...held, ...wallets].filter(([, amount]) => amount !== 0);
  return JSON.stringify(amounts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function remember<T>(map: Map<string, T>, name: string, value: T): void {
  map.delete(name); // Inserting it again makes it the newest.
  map.set(name, value);
  forgetOldest(map);
}

function forgetOldest(all: { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean }): void {
  if (all.size <= REMEMBERED_MAX) return;
  const [oldest] = all.keys();
  if (oldest !== undefined) all.delete(oldest);
}
