import type { Venue } from '#ports/venue.ts';
import type { InstrumentCatalog } from '../market/instrument-catalog.ts';
import type { Clients } from '../transport/clients.ts';
import { SignedCalls } from '../transport/signed-calls.ts';
import type { Signer } from '../transport/signer.ts';
import { readServerClock } from '../wire/read-clock.ts';
import { digestOf } from './account-memory.ts';
import { OrderSender } from './order-sender.ts';
import { UserFeed, type UserFeedTimes } from './user-feed.ts';
import { readPicture, type VenueReads, venueReads } from './venue-reads.ts';

/** Options of a venue. */
export interface VenueSetup {
  readonly clients: Clients;
  readonly catalog: InstrumentCatalog;
  readonly signer: Signer;
  /** Our name for the account. */
  readonly account: string;
  readonly times?: UserFeedTimes;
}

/** One account of Binance's USDⓈ-M futures, or of the simulator's. */
export function openVenue(setup: VenueSetup): Venue {
  const { clients, catalog, signer, account } = setup;
  const access = { account, catalog, calls: new SignedCalls(clients, signer) };
  const reads = venueReads(access);
  const feed = openFeed(setup, reads);
  const now = () => clients.clock.now();
  const sender = new OrderSender(access, {
    now,
    isTracked: (symbol) => feed.isTracked(symbol),
    readClock: () => void readServerClock(clients).catch(() => {}), // The clock is read again regularly.
  });
  return {
    account,
    ...clients.sendTimes,
    now,
    readServerTime: () => readServerClock(clients),
    ...reads,
    place: (order) => sender.place(order),
    cancel: (request) => sender.cancel(request),
    placeConditional: (order) => sender.placeConditional(order),
    cancelConditional: (request) => sender.cancelConditional(request),
    setLeverage: (symbol, leverage) => sender.set('setLeverage', { symbol, leverage }),
    setMarginType: (symbol, type) =>
      sender.set('setMarginType', { symbol, marginType: type === 'cross' ? 'CROSSED' : 'ISOLATED' }),
    setHedgeMode: () => sender.set('setPositionMode', { dualSidePosition: true }),
    countdownCancel: (symbol, ms) => sender.set('countdownCancel', { symbol, countdownTime: ms }),
    track: (since) => feed.track(since),
    follow: (listener) => feed.open(listener),
    health: () => feed.health(),
    close: async () => feed.close(),
  };
}

function openFeed({ clients, catalog, signer, account, times }: VenueSetup, reads: VenueReads): UserFeed {
  const asked = {
    account,
    picture: () => readPicture(reads, clients.clock.now()),
    trades: reads.trades,
    async digest() {
      const [positions, balances] = await Promise.all([reads.positions(), reads.balances()]);
      return digestOf(positions, balances);
    },
  };
  return new UserFeed({ clients, signer, catalog }, asked, times);
}
