import type { Bracket, Instrument } from '#engine/model/instrument.ts';
import type { Listing, MarketList } from '#ports/market-source.ts';
import type { Clients } from '../transport/clients.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { openCall } from '../transport/rest.ts';
import type { ReadList } from '../wire/read-list.ts';
import { readBrackets, readFundingHours, readListings } from '../wire/read-listings.ts';
import { LeftOutRows } from './left-out-rows.ts';

/**
 * The contracts of an exchange, shared by the whole program. Figures are parsed on the grid with which a symbol was
 * first read, so that ticks stay comparable when its rules change; orders use the latest rules.
 */
export class InstrumentCatalog {
  private readonly clients: Clients;
  /** What could not be read of all lists of this exchange. */
  readonly leftOut: LeftOutRows = new LeftOutRows();
  /** Brackets read with keys, by symbol. */
  private readonly brackets = new Map<string, readonly Bracket[]>();
  private readonly fundingHours = new Map<string, number>();
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

  /** Reads maintenance tiers from the answer to a key. @throws ExchangeError `answer` */
  learnBrackets(answer: unknown): ReadonlyMap<string, readonly Bracket[]> {
    const tiers = new Map(this.read('tiers', () => readBrackets(answer)));
    for (const [symbol, brackets] of tiers) this.brackets.set(symbol, brackets);
    return tiers;
  }

  /** Reads a list, and records what is left out of it. @throws ExchangeError when the list is refused */
  read<T>(list: MarketList, read: () => ReadList<T>): readonly T[] {
    try {
      const { rows, leftOut } = read();
      this.leftOut.replace(list, leftOut);
      return rows;
    } catch (error) {
      if (error instanceof ExchangeError) this.leftOut.refuse(list, error.reason);
      throw error;
    }
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
    // An interval that cannot be read stays as it was.
    for (const [symbol, hours] of this.read('funding-intervals', () => readFundingHours(funding)))
      this.fundingHours.set(symbol, hours);
    let weightLimit: number | null = null;
    const listings = this.read('contracts', () => {
      const contracts = readListings(info, { fundingHours: this.fundingHours, brackets: this.brackets });
      weightLimit = contracts.weightLimit;
      return contracts;
    });
    if (weightLimit !== null) this.clients.limiters.futures.setLimit(weightLimit);
    this.rules = new Map(listings.map(({ instrument }) => [instrument.symbol, instrument]));
    for (const [symbol, instrument] of this.rules) {
      if (!this.grids.has(symbol)) this.grids.set(symbol, instrument);
    }
    return listings;
  }
}
