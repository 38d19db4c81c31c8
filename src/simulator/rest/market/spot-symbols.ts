import { accept, refuse, type WireReply } from '../../wire-error.ts';
import { contractOf, listedSymbol } from '../account/account-call.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { optional, type Reader, readParams } from '../http/read-params.ts';
import { listedAt, momentOf } from './market-call.ts';
import type { PresentSymbol } from './symbol-list.ts';

/** One object for a single symbol, otherwise a list of the named symbols, or of all. */
export function spotSymbols(present: PresentSymbol): Endpoint['handle'] {
  return (call: EndpointCall): EndpointAnswer => {
    const read = readParams(call.params, {
      symbol: optional(listedSymbol(call)),
      symbols: optional(symbolNames(call)),
    });
    if (!read.ok) return read;
    const { symbol, symbols } = read.value;
    if (symbol !== null && symbols !== null) return refuse('unwanted', 'symbols');
    const moment = momentOf(call);
    const of = (name: string) => present(contractOf(call.simulation, name), moment);
    if (symbol !== null) return accept(of(symbol) ?? {});
    const names = symbols ?? listedAt(moment).map(({ instrument }) => instrument.symbol);
    return accept(names.flatMap((name) => of(name) ?? []));
  };
}

/** A list such as `["BTCUSDT","ETHUSDT"]`. */
function symbolNames(call: EndpointCall): Reader<readonly string[]> {
  const one = listedSymbol(call);
  return {
    isMandatory: true,
    read(text, name): WireReply<readonly string[]> {
      const names: string[] = [];
      for (const item of listOf(text ?? '') ?? [null]) {
        if (typeof item !== 'string') return refuse('limitRange', name);
        const read = one.read(item, name);
        if (!read.ok) return read;
        names.push(read.value);
      }
      return accept(names);
    },
  };
}

function listOf(text: string): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.length > 0 ? list : null;
  } catch {
    return null;
  }
}
