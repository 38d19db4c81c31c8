import {
  add,
  type Cash,
  cash,
  multiplyDivide,
  type Rate,
  type Steps,
  share,
  steps,
  subtract,
  type Ticks,
  ZERO_CASH,
} from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { initialMargin } from '#engine/risk/margin/margin.ts';
import { flatHolding, type Holding, type SymbolSettings } from '../exchange-state.ts';
import { plus, worth } from '../funds/worth.ts';

/** A fill applied to a position: a buy is positive, a sell negative. */
export interface HoldingFill {
  readonly signed: Steps;
  readonly price: Ticks;
  readonly feeRate: Rate;
  readonly at: Instant;
}

export interface Folded {
  readonly holding: Holding;
  /** Realised result of the closed quantity, before fees. */
  readonly realized: Cash;
  readonly commission: Cash;
  readonly value: Cash;
}

/** The position after a fill: increased, reduced, closed or reversed. */
export function foldFill(
  holding: Holding,
  fill: HoldingFill,
  { instrument, settings }: { readonly instrument: Instrument; readonly settings: SymbolSettings },
): Folded {
  const value = worth(instrument, fill.price, fill.signed);
  const commission = share(value, fill.feeRate, 'half-up');
  const closing = steps(
    isAgainst(holding, fill.signed) ? Math.min(Math.abs(fill.signed), Math.abs(holding.quantity)) : 0,
  );
  const { rest, realized } = close(holding, closing, worth(instrument, fill.price, closing));
  const opening = steps(Math.sign(fill.signed) * (Math.abs(fill.signed) - closing));
  const opened = subtract(value, worth(instrument, fill.price, closing));
  const isolated = settings.marginType === 'ISOLATED' ? initialMargin(opened, settings.leverage) : ZERO_CASH;
  const base = rest.quantity === 0 ? flatHolding(rest.symbol, rest.side, fill.at) : rest;
  const grown: Holding = {
    ...base,
    quantity: add(base.quantity, opening),
    cost: add(base.cost, opened),
    fees: add(base.fees, share(opened, fill.feeRate, 'half-up')),
    isolated: add(base.isolated, isolated),
    realized: rest.quantity === 0 ? ZERO_CASH : plus(base.realized, realized),
    updatedAt: fill.at,
  };
  return { holding: grown, realized, commission, value };
}

function isAgainst({ quantity }: Holding, signed: Steps): boolean {
  return quantity !== 0 && quantity > 0 !== signed > 0;
}

/**
 * Releases the closed part's share of cost, fees and margin, rounded down; the last part takes the rest, so that the
 * parts add up.
 */
function close(holding: Holding, closing: Steps, value: Cash): { rest: Holding; realized: Cash } {
  if (closing === 0) return { rest: holding, realized: ZERO_CASH };
  const size = Math.abs(holding.quantity);
  const part = (amount: Cash): Cash =>
    closing === size ? amount : cash(multiplyDivide(amount, closing, size, 'floor'));
  const released = part(holding.cost);
  const realized = holding.quantity > 0 ? subtract(value, released) : subtract(released, value);
  const rest: Holding = {
    ...holding,
    quantity: steps(Math.sign(holding.quantity) * (size - closing)),
    cost: subtract(holding.cost, released),
    fees: subtract(holding.fees, part(holding.fees)),
    isolated: subtract(holding.isolated, part(holding.isolated)),
  };
  return { rest, realized };
}
