import type { Bracket, Instrument } from '#engine/model/instrument.ts';
import type { Listing } from '#ports/market-source.ts';
import type { Clients } from '../transport/clients.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { openCall } from '../transport/rest.ts';
import { readListings } from '../wire/read-listings.ts';

/**
 * The contracts of an exchange, shared by the whole program. Figures are parsed on the grid with which a symbol was
 * first read, so that ticks stay comparable when its rules change; orders use the latest rules.
 */
export class InstrumentCatalog {
  private readonly clients: Clients;
  /** Brackets read with keys, by symbol. */
  private readonly brackets = new Map<string, readonly Bracket[]>();
  private readonly grids = new Map<string, Instrument>();
  private rules: ReadonlyMap<string, Instrument> = new Map();
  private asking: Promise<readonly Listing[]> | null = null;

  constructor(clients: Clients) {
    this.clients = clients;
  }

  /** Reads the contracts from the exchange; concurrent calls share one request. @throws ExchangeError */
  refresh(): Promise<readonly Listing[]> {
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  learnBrackets(brackets: ReadonlyMap<string, readonly Bracket[]>): void {
    for (const [symbol, tiers] of brackets) this.brackets.set(symbol, tiers);
  }

  /**
   * Instruments by symbol, on the grids for parsing; reads them first if nothing is known yet. @throws ExchangeError
   */
  async listed(): Promise<ReadonlyMap<string, Instrument>> {
    if (this.grids.size === 0) await this.refresh();
    return this.grids;
  }

  /** The known instruments, without a request. */
  get known(): ReadonlyMap<string, Instrument> {
    return this.grids;
  }

  /** @throws ExchangeError SYMBOL_UNKNOWN */
  async instrument(symbol: string): Promise<Instrument> {
    const found = (await this.listed()).get(symbol);
    if (found !== undefined) return found;
    const nothing = { venueCode: null, httpStatus: null, retryAfterMs: null, isExecutionUnknown: false } as const;
    throw new ExchangeError({ ...nothing, kind: 'symbol', reason: 'not listed' });
  }

  /** The symbol's latest rules. */
  rulesOf(symbol: string): Instrument | null {
    return this.rules.get(symbol) ?? null;
  }

  private async ask(): Promise<readonly Listing[]> {
    const [info, funding] = await Promise.all([
      openCall(this.clients, 'exchangeInfo', {}, 'order'), // Orders are waiting for these rules.
      openCall(this.clients, 'fundingInfo', {}, 'order'),
    ]);
    const { listings, weightLimit } = readListings({ info, funding, brackets: this.brackets });
    if (weightLimit !== null) this.clients.limiters.futures.setLimit(weightLimit);
    this.rules = new Map(listings.map(({ instrument }) => [instrument.symbol, instrument]));
    for (const [symbol, instrument] of this.rules) {
      if (!this.grids.has(symbol)) this.grids.set(symbol, instrument);
    }
    return listings;
  }
}
