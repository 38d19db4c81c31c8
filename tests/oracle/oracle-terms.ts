import type { LadderParams } from '#engine/model/ladder-params.ts';
import type { Exact } from './exact.ts';

export type Way = 'buy' | 'sell';

export interface OracleTier {
  readonly floor: Exact;
  readonly cap: Exact;
  readonly rate: Exact;
  readonly cumulative: Exact;
}

export interface OracleInstrument {
  readonly symbol: string;
  readonly tick: Exact;
  readonly step: Exact;
  readonly notionalMin: Exact;
  /** The largest quantity of a limit order, followed by that of a market order. */
  readonly quantityMax: Exact;
  readonly marketQuantityMax: Exact;
  readonly maker: Exact;
  readonly taker: Exact;
  readonly liquidationFee: Exact;
  readonly slippage: Exact;
  readonly tiers: readonly OracleTier[];
}

/** One closed minute; prices in USDT, volume in units of the base asset, `funding` the rate settled at its open. */
export interface OracleMinute {
  readonly time: number;
  readonly open: Exact;
  readonly high: Exact;
  readonly low: Exact;
  readonly close: Exact;
  readonly volume: Exact;
  readonly funding: Exact | null;
}

export interface OracleBot {
  readonly botId: string;
  readonly instrument: OracleInstrument;
  readonly params: LadderParams;
}

export interface OracleFill {
  readonly atom: string;
  readonly cycle: number;
  readonly at: number;
  readonly side: 'BUY' | 'SELL';
  readonly role: string;
  readonly level: number | null;
  readonly price: Exact;
  readonly quantity: Exact;
  readonly commission: Exact;
  readonly gross: Exact;
}

export interface OracleCycle {
  readonly atom: string;
  readonly cycle: number;
  readonly reason: string;
  readonly levelsFilled: number;
  readonly beginAt: number | null;
  readonly endAt: number;
  readonly gross: Exact;
  readonly commission: Exact;
  readonly funding: Exact;
  readonly liquidationFee: Exact;
}

/** A position as the account sees it. */
export interface OracleHeld {
  readonly quantity: Exact;
  readonly cost: Exact;
}

/** What backs a position on the shared wallet, and the other side of its symbol if that is also open. */
export interface OracleBacking {
  readonly wallet: Exact;
  readonly hedge?: OracleHeld;
}

/** How an atom reports wallet changes, fills and ended cycles to the account, and requests data from it. */
export interface OracleSink {
  pay(amount: Exact): void;
  fill(fill: OracleFill): void;
  end(cycle: OracleCycle): void;
  liquidated(botId: string): void;
  backing(symbol: string, way: Way): OracleBacking;
  /** A position on the shared wallet is liquidated: every position on it is closed. */
  liquidateShared(hit: {
    readonly symbol: string;
    readonly way: Way;
    readonly price: Exact;
    readonly at: number;
  }): void;
}
