import type { Instant } from '#base/time.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { type MarketStream, ST_USDT_MARGINED, type StreamSources } from './market-stream.ts';

const EVERY_MS = 100;

/** `!contractInfo`: contracts whose status has changed, by a halt or its end. Their brackets never change (`bks`). */
export function contractInfoStream({ market }: StreamSources, start: Instant): MarketStream {
  const contracts = [...market.symbols.values()];
  const told = new Map(contracts.map(({ instrument: { symbol } }) => [symbol, market.status(symbol, start)]));
  return {
    follows: [],
    everyMs: EVERY_MS,
    tell({ now }) {
      return contracts.flatMap((listed) => {
        const { symbol } = listed.instrument;
        const status = market.status(symbol, now);
        if (status === null || status === told.get(symbol)) return [];
        told.set(symbol, status);
        return [JSON.stringify({ e: 'contractInfo', E: now, ...contractOf(listed), cs: status, st: ST_USDT_MARGINED })];
      });
    },
  };
}

function contractOf({ instrument: { symbol }, deliveryDate, onboardDate }: ListedSymbol): object {
  return { s: symbol, ct: 'PERPETUAL', dt: deliveryDate, ot: onboardDate };
}
