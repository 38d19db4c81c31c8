import { instantOf } from '#base/time.ts';
import type { ServerReading } from '#ports/venue.ts';
import type { Clients } from '../transport/clients.ts';
import { openCall } from '../transport/rest.ts';
import type { Urgency } from '../transport/weight-limiter.ts';
import { readShape } from './read-shape.ts';
import { serverTime } from './wire-market.ts';

/**
 * Asks the exchange what time it is and sets the clock by it.
 * @param urgency - that of the request that needs the time
 * @throws ExchangeError
 */
export function readServerClock(clients: Clients, urgency: Urgency = 'account'): Promise<ServerReading> {
  return clients.clock.read(async () => {
    const read = readShape(serverTime, await openCall(clients, 'time', {}, urgency), "the exchange's time");
    return instantOf(read.serverTime);
  });
}
