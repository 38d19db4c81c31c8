import { cashText } from '#base/decimal.ts';
import { steps } from '#base/exact.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { AccountEvent } from '../../exchange/events.ts';
import type { PositionView } from '../../exchange/rows.ts';

type EventOf<Kind extends AccountEvent['kind']> = Extract<AccountEvent, { readonly kind: Kind }>;
type InstrumentOf = (symbol: string) => Instrument;

/**
 * `ACCOUNT_UPDATE`: the balance, and only the positions that changed. Source:
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Balance-and-Position-Update
 */
export function accountUpdate(event: EventOf<'account'>, instrumentOf: InstrumentOf): object {
  const { time, reason, symbol, balance, positions } = event;
  const balances =
    balance === null
      ? []
      : [{ a: 'USDT', wb: cashText(balance.wallet), cw: cashText(balance.crossWallet), bc: cashText(balance.change) }];
  const changed = positions.map((position) => positionWords(position, instrumentOf(position.symbol)));
  return {
    e: 'ACCOUNT_UPDATE',
    E: time,
    T: time,
    a: { m: reason, B: balances, P: changed, ...(symbol === undefined ? {} : { S: symbol }) },
  };
}

/** `ACCOUNT_CONFIG_UPDATE` of a symbol's leverage or of the multi-assets mode. */
export function configUpdate(event: EventOf<'leverage'> | EventOf<'multi-assets'>): object {
  const change =
    event.kind === 'leverage' ? { ac: { s: event.symbol, l: event.leverage } } : { ai: { j: event.isMultiAssets } };
  return { e: 'ACCOUNT_CONFIG_UPDATE', E: event.time, T: event.time, ...change };
}

/** `MARGIN_CALL`: the positions that are close to liquidation. */
export function marginCall(
  { time, crossWallet, positions }: EventOf<'margin-call'>,
  instrumentOf: InstrumentOf,
): object {
  const words = positions.map((position) => {
    const instrument = instrumentOf(position.symbol);
    return {
      s: position.symbol,
      ps: position.positionSide,
      pa: quantityText(instrument, steps(position.quantity)),
      mt: position.marginType,
      iw: cashText(position.isolatedWallet),
      mp: priceText(instrument, position.mark),
      up: cashText(position.unrealized),
      mm: cashText(position.maintenanceMargin),
    };
  });
  return { e: 'MARGIN_CALL', E: time, cw: cashText(crossWallet), p: words };
}

function positionWords(position: PositionView, instrument: Instrument): object {
  return {
    s: position.symbol,
    pa: quantityText(instrument, position.quantity),
    ep: cashText(position.entryPrice),
    bep: cashText(position.breakEvenPrice),
    cr: cashText(position.realized),
    up: cashText(position.unrealized),
    mt: position.marginType === 'ISOLATED' ? 'isolated' : 'cross',
    iw: cashText(position.isolatedWallet),
    ps: position.positionSide,
  };
}
