import {
  type ConnectedExchange,
  connectExchange,
  type ExchangeOptions,
} from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { type Ticks, ticks } from '#base/exact.ts';
import { MINUTE_MS, startOf } from '#base/time.ts';
import type { Venue } from '#ports/venue.ts';
import type { ApiKey } from '#simulator/simulation.ts';
import type { VenueWorld } from '../conformance/venue-conformance.ts';
import { loopbackUrls } from './scripted-exchange.ts';
import { openWireWorld, type WireWorld, type WireWorldOptions } from './wire-world.ts';

/** The connector at the simulated exchange: real server, real wire, market advanced by hand. */
export interface SimulatedVenue extends VenueWorld {
  readonly wire: WireWorld;
  /** The connection that the last `venue()` opened. */
  exchange(): ConnectedExchange;
  /** The account of the last `venue()`. */
  key(): ApiKey;
}

/** Every venue has its own connection and a full request budget, as if a minute had passed. */
export async function openSimulatedVenue(
  symbol: string,
  { clock = 'own', profile = 'ideal', ...options }: ExchangeOptions & Pick<WireWorldOptions, 'clock' | 'profile'> = {},
): Promise<SimulatedVenue> {
  const wire = await openWireWorld({ clock, profile });
  const venues: Venue[] = [];
  const connect = (): ConnectedExchange => connectExchange({ name: 'sim', urls: loopbackUrls(wire.port) }, options);
  let exchange = connect();
  let key = (await wire.trader('hedge')).key;
  const open = (): Venue => {
    const venue = exchange.venue(key.accountId, key);
    venues.push(venue);
    return venue;
  };
  const close = async (): Promise<void> => {
    for (const venue of venues.splice(0)) await venue.close();
    await exchange.close();
  };
  return {
    wire,
    symbol,
    exchange: () => exchange,
    key: () => key,
    async venue() {
      await close();
      await wire.admin('faults/clear');
      exchange = connect();
      ({ key } = await wire.trader('hedge'));
      return open();
    },
    again: async () => open(),
    last: async () => lastOf(wire, symbol),
    async move(factor) {
      const minute = startOf(wire.simulation.now(), MINUTE_MS);
      await wire.simulation.disturb({ kind: 'shock', symbol, minute, factor });
      await wire.pass(2 * MINUTE_MS);
    },
    async close() {
      await close();
      await wire.close();
    },
  };
}

function lastOf({ simulation }: WireWorld, symbol: string): Ticks {
  return simulation.market.last(symbol, simulation.now()) ?? ticks(0);
}
