import { cashText, percentText } from '#base/decimal.ts';
import type { Environment } from '#base/environment.ts';
import { AppError, accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { type Cash, ZERO_CASH } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { Market, MarketMinute } from '#engine/model/account.ts';
import type { Feed } from '#ports/feed.ts';
import type { CapsRequest, CarriedOut, CommandRequest, ExchangeAccountNow, HaltRequest } from '#ports/runtime.ts';
import type { Venue } from '#ports/venue.ts';
import { recordAudit } from '#storage/audit/record-audit.ts';
import type { Database } from '#storage/database/database.ts';
import { findExchangeAccount, setCaps } from '#storage/live/exchange-accounts.ts';
import { setHalt } from '#storage/live/halts.ts';
import { loadExchangeAccount } from '#storage/live/load-exchange-account.ts';
import { decide } from '../commands/decide.ts';
import { pricesAt } from '../commands/prices-at.ts';
import { advanceAccount, type NewPaperAccount, type PaperAccount } from '../paper-account.ts';
import { accountNow } from './account-now.ts';
import { accountRefusals, prepareSymbol } from './check-venue.ts';
import type { ExchangeAccount } from './exchange-account.ts';
import { readMargin } from './inputs/take-event.ts';
import type { JournalDraft } from './journal/journal-draft.ts';
import { type LivePortfolio, openLivePortfolio } from './live-portfolio.ts';
import { openExchangeAccount } from './open-exchange-account.ts';

/** What real orders need of the program. */
export interface LiveSources {
  readonly environment: Environment;
  /** Four characters in the names of this installation's orders. */
  installation(): Promise<string>;
  /** Opens a connection for one account alone, so that no other transaction delays an order. */
  openDatabase(): Promise<Database>;
  /** For everything besides orders. */
  readonly engine: Database;
  /** Opens the exchange account of a user by its stored key; null without a key that may be used. */
  openVenue(ownerId: string): Promise<Venue | null>;
  /** Why this database must hold no real orders; empty when it may. */
  storeRefusals(): Promise<readonly Reason[]>;
}

/** What the live accounts of the program are given. */
export interface LiveSetup extends LiveSources {
  readonly feed: Feed;
  readonly market: Market;
  stored(draft: JournalDraft): void;
  log(line: string): void;
  failed(error: unknown): void;
}

interface Owner {
  readonly portfolios: Map<string, LivePortfolio>;
  opening: Promise<Outcome<ExchangeAccount>> | null;
  account: ExchangeAccount | null;
  venue: Venue | null;
  engine: Database | null;
  /** Why nothing is sent: from the last attempt to open the account. */
  refusals: readonly Reason[];
}

/** The exchange accounts of all users with live portfolios. */
export class LiveAccounts {
  readonly #setup: LiveSetup;
  readonly #owners = new Map<string, Owner>();
  readonly #stopping = new AbortController();

  constructor(setup: LiveSetup) {
    this.#setup = setup;
  }

  /**
   * Takes up a live portfolio. Minutes that it missed value it and let time limits pass; nothing is opened on them.
   * @returns what pages read of it
   */
  add(
    source: Omit<NewPaperAccount, 'account'> & Parameters<typeof openLivePortfolio>[0],
    until: Instant,
  ): PaperAccount {
    const { feed, market } = this.#setup;
    const portfolio = openLivePortfolio(source, { market, last: feed.minute(source.minute) });
    const { paper } = portfolio;
    while (paper.minute < until) {
      advanceAccount(paper, { ...feed.minute(later(paper.minute, MINUTE_MS)), isMissed: true });
    }
    const owner = this.#owner(paper.ownerId);
    owner.portfolios.set(paper.portfolioId, portfolio);
    if (owner.account !== null) shareMargin(owner.account);
    return paper;
  }

  remove({ ownerId, portfolioId }: Pick<PaperAccount, 'ownerId' | 'portfolioId'>): void {
    this.#owners.get(ownerId)?.portfolios.delete(portfolioId);
  }

  /** Opens the exchange account of an owner unless it is open; refuses with LIVE_REFUSED, followed by every reason. */
  async open(ownerId: string): Promise<Outcome<ExchangeAccount>> {
    const owner = this.#owner(ownerId);
    if (owner.account !== null) return accepted(owner.account);
    owner.opening ??= this.#open(ownerId, owner).finally(() => {
      owner.opening = null;
    });
    return owner.opening;
  }

  /** Every account gets the closed minute; one that could not be opened is tried again. */
  minuteClosed(minute: MarketMinute): void {
    for (const [ownerId, owner] of this.#owners) {
      if (owner.account !== null) owner.account.minuteClosed(minute);
      else if (owner.portfolios.size > 0) this.#tryAgain(ownerId, owner, minute);
    }
  }

  /** Carries out a command on a live portfolio and resolves when its effect is stored. */
  async execute(paper: PaperAccount, request: CommandRequest): Promise<Outcome<CarriedOut>> {
    const opened = await this.open(paper.ownerId);
    if (!opened.ok) return opened;
    const account = opened.value;
    if (request.command.type === 'create') {
      if (Object.values(account.state.caps).includes(null)) return refused(CAPS_NOT_SET);
      const reasons = await this.#prepare(account, request.command.bot);
      if (reasons.length > 0) return refused(LIVE_REFUSED, ...reasons);
    }
    return account.change(() => {
      const outcome = decide(paper, request, (symbols) => pricesAt(this.#setup.feed, paper.minute, symbols));
      if (!outcome.ok) return outcome;
      const { stored, carriedOut } = outcome.value;
      account.state.draft.commands.push(stored);
      this.#claim(account, request);
      release(account, request, carriedOut);
      return { ok: true, value: carriedOut };
    });
  }

  /** The exchange account of a user; null without live portfolios. */
  now(ownerId: string): ExchangeAccountNow | null {
    const owner = this.#owners.get(ownerId);
    if (owner === undefined) return null;
    return owner.account === null ? closedAccount(owner.refusals) : accountNow(owner.account.state);
  }

  async setCaps({ ownerId, address, caps }: CapsRequest): Promise<Outcome<null>> {
    const opened = await this.open(ownerId);
    if (!opened.ok) return opened;
    const account = opened.value;
    const { accountId } = account.state;
    await this.#setup.engine.db.transaction().execute(async (tx) => {
      await setCaps({ db: tx }, { ownerId, accountId }, caps);
      await recordAudit(tx, { event: 'exchange-caps-set', ownerId, address: address ?? null, details: capsTold(caps) });
    });
    return account.change(() => {
      account.state.caps = caps;
      return accepted(null);
    });
  }

  /**
   * The halt is stored first: from then on no transaction with an order that adds risk is committed. An account that cannot
   * be opened now is halted too.
   */
  async setHalt({ ownerId, address, botId, reason }: HaltRequest): Promise<Outcome<null>> {
    const { engine, environment } = this.#setup;
    const { account } = this.#owner(ownerId);
    const accountId = account?.state.accountId ?? (await findExchangeAccount(engine, { ownerId, environment }));
    if (accountId === null) return refused(LIVE_REFUSED, ...this.#owner(ownerId).refusals); // It has never sent an order.
    const target =
      botId === null ? ({ kind: 'account', ownerId, accountId } as const) : ({ kind: 'bot', ownerId, botId } as const);
    await engine.db.transaction().execute(async (tx) => {
      await setHalt(tx, target, reason);
      const event = reason === null ? 'exchange-released' : 'exchange-halted';
      await recordAudit(tx, { event, ownerId, address: address ?? null, details: botId === null ? {} : { botId } });
    });
    const open = this.#owner(ownerId).account;
    if (open === null) return accepted(null);
    const { halts } = await loadExchangeAccount(engine, accountId);
    return open.change(() => {
      open.state.halts = halts;
      return accepted(null);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { account, venue, engine } of this.#owners.values()) {
      await account?.stop();
      await venue?.close();
      await engine?.close();
    }
  }

  #owner(ownerId: string): Owner {
    const known = this.#owners.get(ownerId);
    if (known !== undefined) return known;
    const owner: Owner = {
      portfolios: new Map(),
      opening: null,
      account: null,
      venue: null,
      engine: null,
      refusals: [],
    };
    this.#owners.set(ownerId, owner);
    return owner;
  }

  async #open(ownerId: string, owner: Owner): Promise<Outcome<ExchangeAccount>> {
    const { environment, feed, stored, log, failed } = this.#setup;
    const unsafe = await this.#setup.storeRefusals();
    if (unsafe.length > 0) return this.#refuse(owner, unsafe);
    owner.venue ??= await this.#setup.openVenue(ownerId);
    if (owner.venue === null) return this.#refuse(owner, [NO_KEY]);
    const reasons = await accountRefusals(owner.venue).catch(unreadable);
    if (reasons.length > 0) return this.#refuse(owner, reasons);
    owner.engine ??= await this.#setup.openDatabase();
    owner.account = await openExchangeAccount({
      ...{ ownerId, environment, stored, log, failed },
      installation: await this.#setup.installation(),
      engine: owner.engine,
      venue: owner.venue,
      instruments: feed.instruments,
      portfolios: owner.portfolios,
      now: feed.closed(),
      signal: this.#stopping.signal,
      fenced: () => {
        owner.account = null;
        owner.refusals = [FENCED];
        log('Another program has taken over an exchange account; this one sends no more orders there.');
      },
    });
    owner.refusals = [];
    return accepted(owner.account);
  }

  #refuse(owner: Owner, reasons: readonly Reason[]): ReturnType<typeof refused> {
    owner.refusals = reasons;
    return refused(LIVE_REFUSED, ...reasons);
  }

  #tryAgain(ownerId: string, owner: Owner, minute: MarketMinute): void {
    for (const { paper } of owner.portfolios.values()) if (paper.minute < minute.time) advanceAccount(paper, minute);
    if (owner.opening !== null) return;
    void this.open(ownerId).catch(this.#setup.failed);
  }

  /** Leverage and margin type of each symbol are set and read back before its first order, and its trades are followed. */
  async #prepare({ state }: ExchangeAccount, bot: Extract<CommandRequest['command'], { type: 'create' }>['bot']) {
    const family = familyOf(bot.kind);
    const ladder = family.ladderOf(bot.params);
    const directions = family.directionsOf(bot.params);
    const { venue } = state;
    for (const symbol of bot.symbols) {
      const taken = directions.find((direction) => isClaimed(state, symbol, direction));
      if (taken !== undefined) return [sideTaken(symbol, taken)];
      const reasons = await prepareSymbol(venue, {
        ...{ symbol, directions },
        leverage: ladder.leverage,
        marginType: ladder.marginType,
      });
      if (reasons.length > 0) return reasons;
      venue.track({ symbol, fromId: await venue.newestTrade(symbol) });
    }
    return [];
  }

  #claim({ state }: ExchangeAccount, { command }: CommandRequest): void {
    if (command.type !== 'create') return;
    const { botId, symbols } = command.bot;
    const directions = familyOf(command.bot.kind).directionsOf(command.bot.params);
    for (const symbol of symbols) {
      for (const direction of directions) {
        state.draft.claims.taken.push({ symbol, side: sideName(direction), botId, claimedAt: state.now });
      }
    }
  }
}

function closedAccount(refusals: readonly Reason[]): ExchangeAccountNow {
  return {
    accountId: null,
    refusals,
    isSynced: false,
    lastSyncAt: null,
    wallet: null,
    committed: ZERO_CASH,
    caps: { botNotional: null, accountNotional: null, ordersPerMinute: null, dailyLoss: null, priceBand: null },
    halt: null,
    haltOfAll: null,
    botHalts: new Map(),
    unknownOrders: [],
    positions: [],
  };
}

/** Caps as the audit trail stores them. */
function capsTold({ botNotional, accountNotional, ordersPerMinute, dailyLoss, priceBand }: CapsRequest['caps']) {
  const usdt = (amount: Cash | null) => (amount === null ? null : cashText(amount));
  return {
    botNotional: usdt(botNotional),
    accountNotional: usdt(accountNotional),
    ordersPerMinute,
    dailyLoss: usdt(dailyLoss),
    priceBandPercent: priceBand === null ? null : percentText(priceBand),
  };
}

const sideName = (direction: 'buy' | 'sell'): 'LONG' | 'SHORT' => (direction === 'buy' ? 'LONG' : 'SHORT');

/** A portfolio that joins an open account has the margin that the account leaves it. */
function shareMargin(account: ExchangeAccount): void {
  void account.change(() => {
    const { state } = account;
    if (state.wallet !== null) readMargin(state, state.wallet);
    return accepted(null);
  });
}

/** The sides of a deleted bot are free for others. */
function release({ state }: ExchangeAccount, { command }: CommandRequest, { bot, changed }: CarriedOut): void {
  if (command.type !== 'delete' || bot === null || !changed) return;
  for (const { symbol, direction } of bot.bot.atoms) {
    state.draft.claims.released.push({ symbol, side: sideName(direction), botId: command.botId });
  }
}

/** Each side of a symbol belongs to one bot of the account: the exchange keeps one position there. */
function isClaimed({ portfolios }: ExchangeAccount['state'], symbol: string, direction: 'buy' | 'sell'): boolean {
  return [...portfolios.values()].some(({ running }) =>
    running.botList.some(
      ({ bot, atoms }) =>
        bot.state !== 'DELETED' && atoms.some(({ key }) => key.symbol === symbol && key.direction === direction),
    ),
  );
}

function sideTaken(symbol: string, direction: 'buy' | 'sell'): Reason {
  const detail = `Another live bot trades ${symbol} ${direction === 'buy' ? 'long' : 'short'}. The exchange keeps one position a side, so only one bot can have it.`;
  return { code: 'SIDE_TAKEN', detail, figures: { symbol, direction } };
}

/** The exchange did not answer, or refused the key. */
function unreadable(error: unknown): readonly Reason[] {
  if (!(error instanceof AppError)) throw error;
  const detail = `The exchange account cannot be read: ${error.message}`;
  return [{ code: 'ACCOUNT_UNREADABLE', detail }];
}

const LIVE_REFUSED: Reason = { code: 'LIVE_REFUSED', detail: 'The exchange account cannot be traded.' };
const CAPS_NOT_SET: Reason = {
  code: 'CAPS_NOT_SET',
  detail: 'Set the caps of the exchange account before the first bot.',
};
const NO_KEY: Reason = {
  code: 'EXCHANGE_KEY_MISSING',
  detail: 'No exchange key that may trade is stored. Add one on the account page.',
};
const FENCED: Reason = {
  code: 'ACCOUNT_TAKEN_OVER',
  detail: 'Another program trades this exchange account now.',
};
