import { setImmediate } from 'node:timers/promises';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { accept } from '../../wire-error.ts';
import { contractOf, listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { optional, readParams } from '../http/read-params.ts';
import { listedAt, type MarketMoment, momentOf } from './market-call.ts';

/** The row of one contract; null when there is none yet. */
export type PresentSymbol = (listed: ListedSymbol, moment: MarketMoment) => object | null;

/** Symbols processed per turn, because their first 24 hours take a while to compute. */
const SLICE = 4;

/** One object for a named symbol, otherwise a list of all. */
export function oneOrAll(present: PresentSymbol): Endpoint['handle'] {
  return async (call: EndpointCall): Promise<EndpointAnswer> => {
    const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
    if (!read.ok) return read;
    const moment = momentOf(call);
    const { symbol } = read.value;
    if (symbol !== null) return accept(present(contractOf(call.simulation, symbol), moment) ?? {});
    const rows: object[] = [];
    for (const [index, listed] of listedAt(moment).entries()) {
      const row = present(listed, moment);
      if (row !== null) rows.push(row);
      if (index % SLICE === SLICE - 1) await setImmediate();
    }
    return accept(rows);
  };
}
