import { cashFrom } from '#base/decimal.ts';
import { instantOf } from '#base/time.ts';
import { type AccountPicture, NO_TRADE, type SendOutcome, type Venue, type VenueSettings } from '#ports/venue.ts';

const NOTHING = { kind: 'all', rows: [] } as const;
const EMPTY: AccountPicture = {
  ...{ orders: NOTHING, conditionals: NOTHING, positions: NOTHING },
  balances: [{ asset: 'USDT', wallet: cashFrom('10000'), available: cashFrom('10000') }],
  blocked: { kind: 'symbols', symbols: new Set() },
  takenAt: instantOf(0),
};

type SymbolSettings = VenueSettings['symbols'] extends ReadonlyMap<string, infer Settings> ? Settings : never;

/**
 * An exchange account in hedge mode with 10,000 USDT and nothing open. Bots can be created on it; it takes no orders.
 */
export function quietVenue(account: string): Venue {
  const symbols = new Map<string, SymbolSettings>();
  const set = (symbol: string, fields: Partial<SymbolSettings>): SendOutcome<null> => {
    symbols.set(symbol, { ...(symbols.get(symbol) ?? { leverage: 20, marginType: 'cross' }), ...fields });
    return { kind: 'acknowledged', value: null };
  };
  const venue: Partial<Venue> = {
    account,
    now: () => instantOf(Date.now()),
    readServerTime: async () => ({ serverTime: instantOf(Date.now()), roundTripMs: 0 }),
    settings: async () => ({ isMultiAssets: false, isHedgeMode: true, marginAssets: ['USDT'], symbols }),
    positions: async () => NOTHING,
    openOrders: async () => NOTHING,
    openConditionals: async () => NOTHING,
    newestTrade: async () => NO_TRADE,
    setMarginType: async (symbol, marginType) => set(symbol, { marginType }),
    setLeverage: async (symbol, leverage) => set(symbol, { leverage }),
    track: () => {},
    income: async () => [],
    follow: (listener) => listener({ kind: 'picture', picture: EMPTY }),
    close: async () => {},
  };
  return venue as Venue; // Tests that close no minute send no order.
}
