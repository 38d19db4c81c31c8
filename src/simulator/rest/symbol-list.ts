import type { ListedSymbol } from '../prices/listed-symbols.ts';
import { done } from '../wire-error.ts';
import { contractOf, listedSymbol } from './account-call.ts';
import type { Answer, Call, Endpoint } from './endpoint.ts';
import { listedAt, type MarketMoment, momentOf } from './market-call.ts';
import { optional, readParams } from './read-params.ts';

/** What is told of one contract; null where there is nothing to tell yet. */
export type PresentSymbol = (listed: ListedSymbol, moment: MarketMoment) => object | null;

/** An answer of one symbol where one is named, else a list of all. */
export function oneOrAll(present: PresentSymbol): Endpoint['handle'] {
  return (call: Call): Answer => {
    const read = readParams(call.params, { symbol: optional(listedSymbol(call)) });
    if (!read.ok) return read;
    const moment = momentOf(call);
    const { symbol } = read.value;
    if (symbol !== null) return done(present(contractOf(call.simulation, symbol), moment) ?? {});
    return done(listedAt(moment).flatMap((listed) => present(listed, moment) ?? []));
  };
}
