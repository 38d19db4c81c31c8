import {
  add,
  type Cash,
  cash,
  multiplyDivide,
  negate,
  type Steps,
  share,
  smaller,
  steps,
  subtract,
  type Ticks,
  ZERO_CASH,
  ZERO_STEPS,
} from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { averagePrice, type Instrument, notional } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';
import { initialMargin } from '#engine/risk/margin.ts';
import type { VenueBalance, VenueFill, VenueIncome, VenuePosition } from '#ports/venue.ts';

/** What a side of a symbol holds; quantity and cost are positive, the position side says the direction. */
interface Holding {
  readonly instrument: Instrument;
  readonly positionSide: PositionSide;
  readonly quantity: Steps;
  readonly cost: Cash;
  readonly updatedAt: Instant;
}

/** A trade that is to be booked. */
export interface PaperTrade {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly isMaker: boolean;
  readonly orderId: string;
  readonly clientId: string;
  readonly at: Instant;
}

const ASSET = 'USDT';

/** Wallet, positions and trades of a paper account in hedge mode: exact, and as a list of what was booked. */
export class PaperBooks {
  private readonly account: string;
  private readonly holdings = new Map<string, Holding>();
  private readonly leverages = new Map<string, number>();
  private walletCash: Cash;
  readonly fills: VenueFill[] = [];
  readonly income: VenueIncome[] = [];

  constructor(account: string, wallet: Cash) {
    this.account = account;
    this.walletCash = wallet;
  }

  setLeverage(symbol: string, leverage: number): void {
    this.leverages.set(symbol, leverage);
  }

  leverage(symbol: string): number {
    return this.leverages.get(symbol) ?? 20;
  }

  held(symbol: string, positionSide: PositionSide): Steps {
    return this.holdings.get(`${symbol} ${positionSide}`)?.quantity ?? ZERO_STEPS;
  }

  /** What is free for margin, the results of open positions left out. */
  available(): Cash {
    let free = this.walletCash;
    for (const { instrument, cost } of this.holdings.values()) {
      free = subtract(free, initialMargin(cost, this.leverage(instrument.symbol)));
    }
    return free;
  }

  balance(): VenueBalance {
    return { asset: ASSET, wallet: this.walletCash, available: this.available() };
  }

  positions(): readonly VenuePosition[] {
    return [...this.holdings.values()].filter(({ quantity }) => quantity > 0).map(positionOf);
  }

  position(symbol: string, positionSide: PositionSide): VenuePosition | null {
    const holding = this.holdings.get(`${symbol} ${positionSide}`);
    return holding === undefined ? null : positionOf(holding);
  }

  /** Books a trade; one that closes takes at most what is held. */
  book(trade: PaperTrade): VenueFill {
    const { instrument, price, quantity, isMaker, at } = trade;
    const value = notional(instrument, price, quantity);
    const commission = share(value, isMaker ? instrument.makerFee : instrument.takerFee, 'half-up');
    const realized = isOpening(trade) ? this.open(trade, value) : this.close(trade, value);
    this.walletCash = subtract(add(this.walletCash, realized), commission);
    const tradeId = String(this.fills.length + 1);
    if (realized !== 0) this.earn('REALIZED_PNL', realized, { symbol: instrument.symbol, tradeId, at });
    this.earn('COMMISSION', negate(commission), { symbol: instrument.symbol, tradeId, at });
    const fill = { ...named(trade), account: this.account, tradeId, realized, commission, commissionAsset: ASSET };
    this.fills.push(fill);
    return fill;
  }

  private open({ instrument, positionSide, quantity, at }: PaperTrade, value: Cash): Cash {
    const name = `${instrument.symbol} ${positionSide}`;
    const before = this.holdings.get(name);
    this.holdings.set(name, {
      instrument,
      positionSide,
      quantity: add(before?.quantity ?? ZERO_STEPS, quantity),
      cost: add(before?.cost ?? ZERO_CASH, value),
      updatedAt: at,
    });
    return ZERO_CASH;
  }

  private close({ instrument, positionSide, quantity, at }: PaperTrade, value: Cash): Cash {
    const name = `${instrument.symbol} ${positionSide}`;
    const before = this.holdings.get(name);
    if (before === undefined) return ZERO_CASH;
    const taken = smaller(quantity, before.quantity);
    // The last part takes the rest, so that parts always sum to the whole.
    const released = taken === before.quantity ? before.cost : partOf(before, taken);
    const left = { quantity: subtract(before.quantity, taken), cost: subtract(before.cost, released) };
    this.holdings.set(name, { ...before, ...left, updatedAt: at });
    return positionSide === 'LONG' ? subtract(value, released) : subtract(released, value);
  }

  private earn(
    type: string,
    amount: Cash,
    { symbol, tradeId, at }: { readonly symbol: string; readonly tradeId: string; readonly at: Instant },
  ): void {
    const transactionId = String(this.income.length + 1);
    this.income.push({ symbol, type, amount, asset: ASSET, transactionId, tradeId, at });
  }
}

/** In hedge mode a buy opens a long and closes a short. */
export function isOpening({ side, positionSide }: Pick<PaperTrade, 'side' | 'positionSide'>): boolean {
  return (side === 'BUY') === (positionSide === 'LONG');
}

function partOf({ cost, quantity }: Holding, taken: Steps): Cash {
  return cash(multiplyDivide(cost, taken, quantity, 'floor'));
}

function positionOf({ instrument, positionSide, quantity, cost, updatedAt }: Holding): VenuePosition {
  return {
    symbol: instrument.symbol,
    positionSide,
    quantity: steps(positionSide === 'SHORT' ? -quantity : quantity),
    entryPrice: quantity === 0 ? ZERO_CASH : averagePrice(instrument, cost, quantity),
    updatedAt,
  };
}

function named({ instrument, ...trade }: PaperTrade) {
  return { symbol: instrument.symbol, ...trade };
}
