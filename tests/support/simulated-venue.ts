import type { ExchangeOptions } from '#adapters/exchange-binance-usdm/open-exchange.ts';
import { type OpenExchange, openExchange } from '#adapters/exchange-binance-usdm/open-exchange.ts';
import { type Ticks, ticks } from '#base/exact.ts';
import { MINUTE_MS, startOf } from '#base/time.ts';
import type { Venue } from '#ports/venue.ts';
import type { VenueWorld } from '../conformance/venue-conformance.ts';
import { loopbackUrls } from './scripted-exchange.ts';
import { openWireWorld, type WireWorld } from './wire-world.ts';

/** The connector at the simulated exchange: real server, real wire, the market moved by hand. */
export interface SimulatedVenue extends VenueWorld {
  readonly wire: WireWorld;
  readonly exchange: OpenExchange;
}

/** @param port - another port to reach the exchange by, such as a proxy's */
export async function openSimulatedVenue(
  symbol: string,
  options: ExchangeOptions & { readonly port?: number } = {},
): Promise<SimulatedVenue> {
  const wire = await openWireWorld();
  const exchange = openExchange({ name: 'sim', urls: loopbackUrls(options.port ?? wire.port) }, options);
  const venues: Venue[] = [];
  const make = (account: string, credentials: { apiKey: string; secret: string }): Venue => {
    const venue = exchange.venue(account, credentials);
    venues.push(venue);
    return venue;
  };
  let key = { apiKey: '', secret: '' };
  return {
    wire,
    exchange,
    symbol,
    async venue() {
      ({ key } = await wire.trader('hedge'));
      return make(`account ${venues.length}`, key);
    },
    again: async () => make('again', key),
    last: async () => lastOf(wire, symbol),
    async move(factor) {
      const minute = startOf(wire.simulation.now(), MINUTE_MS);
      await wire.simulation.disturb({ kind: 'shock', symbol, minute, factor });
      await wire.pass(2 * MINUTE_MS);
    },
    async close() {
      for (const venue of venues) await venue.close();
      await exchange.close();
      await wire.close();
    },
  };
}

function lastOf({ simulation }: WireWorld, symbol: string): Ticks {
  return simulation.market.last(symbol, simulation.now()) ?? ticks(0);
}
