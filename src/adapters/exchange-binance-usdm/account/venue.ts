import type { Venue } from '#ports/venue.ts';
import type { InstrumentBook } from '../market/instrument-book.ts';
import type { Clients } from '../transport/clients.ts';
import { RECV_WINDOW_MS, SignedCalls } from '../transport/signed-calls.ts';
import type { Signer } from '../transport/signer.ts';
import { readServerClock } from '../wire/read-clock.ts';
import { digestOf } from './account-memory.ts';
import { OrderDesk } from './order-desk.ts';
import { type FeedTimes, UserFeed } from './user-feed.ts';
import { readPicture, type VenueReads, venueReads } from './venue-reads.ts';

/** What a venue is opened with. */
export interface VenueSetup {
  readonly clients: Clients;
  readonly book: InstrumentBook;
  readonly signer: Signer;
  /** Our name for the account. */
  readonly account: string;
  readonly times?: FeedTimes;
}

/** One account of Binance's USDⓈ-M futures, or of the simulator's. */
export function openVenue(setup: VenueSetup): Venue {
  const { clients, book, signer, account } = setup;
  const access = { account, book, calls: new SignedCalls(clients, signer) };
  const reads = venueReads(access);
  const feed = openFeed(setup, reads);
  const now = () => clients.clock.now();
  const desk = new OrderDesk(access, {
    now,
    touch: (symbol) => feed.touch(symbol),
    readClock: () => void readServerClock(clients).catch(() => {}), // The next reading comes anyway.
  });
  return {
    account,
    recvWindowMs: RECV_WINDOW_MS,
    now,
    readServerTime: () => readServerClock(clients),
    ...reads,
    place: (order) => desk.place(order),
    cancel: (request) => desk.cancel(request),
    placeConditional: (order) => desk.placeConditional(order),
    cancelConditional: (request) => desk.cancelConditional(request),
    setLeverage: (symbol, leverage) => desk.set('setLeverage', { symbol, leverage }),
    setMarginType: (symbol, type) =>
      desk.set('setMarginType', { symbol, marginType: type === 'cross' ? 'CROSSED' : 'ISOLATED' }),
    setHedgeMode: () => desk.set('setPositionMode', { dualSidePosition: true }),
    countdownCancel: (symbol, ms) => desk.set('countdownCancel', { symbol, countdownTime: ms }),
    follow: (since, listener) => feed.open(since, listener),
    health: () => feed.health(),
    close: async () => feed.close(),
  };
}

function openFeed({ clients, book, signer, account, times }: VenueSetup, reads: VenueReads): UserFeed {
  const asked = {
    account,
    picture: () => readPicture(reads, clients.clock.now()),
    trades: reads.trades,
    async digest() {
      const [positions, balances] = await Promise.all([reads.positions(), reads.balances()]);
      return digestOf(positions.rows, balances);
    },
  };
  return new UserFeed({ clients, signer, book }, asked, times);
}
