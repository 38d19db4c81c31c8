import { isSameBacking } from './backing.ts';
import { type Episode, heldBy, newEpisode, type Resting, type RestingExit, withdrawRungs } from './episode.ts';
import { CENTIMICRO, ceilTo, type Exact, exact, floorTo, halfUp, ONE, roundBy, TEN, ZERO } from './exact.ts';
import {
  baseNotional,
  limitBasePrice,
  liquidationMark,
  quantityAt,
  type Rung,
  requiredCapital,
  rungsFrom,
  signFor,
  stopPrice,
  takeProfitPrice,
} from './ladder.ts';
import type { OracleBacking, OracleBot, OracleHeld, OracleMinute, OracleSink, Way } from './oracle-terms.ts';

/** Events inside a minute carry its last millisecond; its close represents the open of the next minute. */
const [CLOSE, NEXT_OPEN] = [59_999, 60_000];

type Adverse =
  | { readonly kind: 'base' | 'rung' | 'stop' | 'trail'; readonly price: Exact; readonly rung?: Resting }
  | { readonly kind: 'liquidation'; readonly price: Exact };

/** One (bot, symbol, direction), written from the domain document alone; slow and exact. */
export class OracleAtom {
  readonly name: string;
  readonly bot: OracleBot;
  readonly way: Way;
  readonly #d: 1 | -1;
  readonly #sink: OracleSink;
  #episode: Episode | null = null;
  #opened = 0;
  begun = 0; // Cycles that have had a fill.
  #idleFrom = 0;
  #minute: OracleMinute | null = null;
  #spareVolume = ZERO;
  #isHalted = false;
  /** The last liquidation mark and its inputs, cached because every step of every minute needs it. */
  #known: { quantity: Exact; cost: Exact; backing: OracleBacking; mark: Exact | null } | null = null;

  constructor(bot: OracleBot, way: Way, sink: OracleSink) {
    this.bot = bot;
    this.way = way;
    this.name = `${bot.botId}-${bot.instrument.symbol}-${way}`;
    this.#d = signFor(way);
    this.#sink = sink;
  }

  get isOpen(): boolean {
    return this.#episode !== null;
  }

  /** A base order waits for its first fill. */
  get isWaiting(): boolean {
    return this.#episode !== null && this.#episode.beginAt === null;
  }

  committed(): Exact {
    const episode = this.#episode;
    if (episode === null) return ZERO;
    const initial = ceilTo(CENTIMICRO, episode.cost, exact(this.bot.params.leverage));
    return initial.gt(episode.committed) ? initial : episode.committed;
  }

  /** Runs one minute up to its close, except for entries. */
  run(minute: OracleMinute): void {
    this.#minute = minute;
    const { step } = this.bot.instrument;
    this.#spareVolume = this.isOpen ? floorTo(step, minute.volume, TEN) : ZERO;
    this.#settleFunding(minute);
    this.#fillMarketOrders(minute);
    this.#walkAgainst(minute);
    this.#walkInFavour(minute);
    this.#close(minute);
  }

  // --- opening -----------------------------------------------------------------------------------------------------

  canEnter(minute: OracleMinute): boolean {
    return !this.#isHalted && this.#episode === null && minute.time + NEXT_OPEN >= this.#idleFrom;
  }

  /** The capital that an entry at this close needs, or null when the ladder is not possible. */
  plan(minute: OracleMinute): { base: Rung; required: Exact } | null {
    const { instrument, params } = this.bot;
    const isMarket = params.baseOrderType === 'market';
    const price = isMarket ? minute.close : limitBasePrice(this.bot, this.way, minute.close);
    if (price.lte(0)) return null;
    const base = { level: 0, price, quantity: quantityAt(instrument, baseNotional(params), price) };
    if (!this.#isTradable(base, isMarket)) return null; // A level that is too small is skipped when its turn comes.
    return { base, required: requiredCapital(this.bot, base, rungsFrom(this.bot, this.way, price)) };
  }

  enter(minute: OracleMinute, plan: { base: Rung; required: Exact }): void {
    this.#opened += 1;
    const isMarket = this.bot.params.baseOrderType === 'market';
    this.#episode = newEpisode({ number: this.#opened, isMarket, at: minute.time + CLOSE, ...plan });
  }

  /** The bot is in ERROR: nothing may add risk any more; orders that protect the position stay. */
  halt(at: number): void {
    this.#isHalted = true;
    const episode = this.#episode;
    if (episode === null) return;
    if (episode.quantity.isZero()) return this.#end(episode, 'manual', at);
    episode.base.isDone = true;
    episode.waiting = [];
    withdrawRungs(episode);
  }

  // --- the five steps of a minute ----------------------------------------------------------------------------------

  #settleFunding(minute: OracleMinute): void {
    const episode = this.#episode;
    if (minute.funding === null || episode === null || episode.quantity.isZero()) return;
    this.#payFunding(episode, episode.quantity, minute.time);
  }

  #fillMarketOrders(minute: OracleMinute): void {
    const episode = this.#episode;
    if (episode === null) return;
    if (episode.base.price === null && !episode.base.isDone) {
      this.#buyIn(episode, {
        role: 'base',
        level: 0,
        price: this.#slipped(minute.open, 1),
        quantity: episode.base.quantity,
        rate: this.bot.instrument.taker,
        at: minute.time,
      });
      this.#finishBase(episode, minute.time);
    } else if (episode.exit !== null && this.#isBeyondLiquidation(episode, minute.open)) {
      this.#liquidate(episode, minute.open, minute.time);
    } else if (episode.exit !== null) {
      this.#closeAtMarket(episode, { role: 'exit', reason: episode.exit.reason, from: minute.open, at: minute.time });
    }
  }

  #walkAgainst(minute: OracleMinute): void {
    for (;;) {
      const episode = this.#episode;
      const next = episode === null ? null : this.#nextAdverse(episode, minute);
      if (episode === null || next === null) return;
      this.#meet(episode, next, minute);
    }
  }

  #nextAdverse(episode: Episode, minute: OracleMinute): Adverse | null {
    const reached = this.#d === 1 ? minute.low : minute.high;
    const isTouched = (price: Exact): boolean => price.minus(reached).times(this.#d).gte(0);
    const isPassed = (price: Exact): boolean => price.minus(reached).times(this.#d).gt(0);
    const isLive = (order: { placedAt: number }): boolean => order.placedAt < minute.time;
    const found: Adverse[] = [];
    const hasVolume = this.#spareVolume.gt(0);
    const { base } = episode;
    if (base.price !== null && !base.isDone && isLive(base) && isPassed(base.price) && hasVolume) {
      found.push({ kind: 'base', price: base.price });
    }
    for (const rung of episode.resting) {
      if (isLive(rung) && isPassed(rung.price) && hasVolume) found.push({ kind: 'rung', price: rung.price, rung });
    }
    if (episode.quantity.gt(0)) {
      for (const [kind, order] of [
        ['stop', episode.stop],
        ['trail', episode.trail],
      ] as const) {
        if (order === null || !isLive(order) || !isTouched(order.price)) continue;
        // When the market gaps past both the stop and the liquidation price, the stop is too late.
        const isJumped = minute.open.minus(order.price).times(this.#d).lt(0);
        if (!isJumped || !this.#isBeyondLiquidation(episode, minute.open)) found.push({ kind, price: order.price });
      }
      const price = this.#liquidationMark(episode);
      if (price !== null && isTouched(price)) found.push({ kind: 'liquidation', price });
    }
    // The first hit along the leg; at one price, entries come first, then stops, then liquidation.
    return found.reduce<Adverse | null>(
      (first, candidate) =>
        first === null || candidate.price.minus(first.price).times(this.#d).gt(0) ? candidate : first,
      null,
    );
  }

  #liquidationMark(episode: Episode): Exact | null {
    const { quantity, cost, margin } = episode;
    const { instrument } = this.bot;
    const backing = this.#isCross ? this.#sink.backing(instrument.symbol, this.way) : { wallet: margin };
    const known = this.#known;
    if (known?.quantity === quantity && known.cost === cost && isSameBacking(known.backing, backing)) return known.mark;
    const mark = liquidationMark(instrument, this.way, { quantity, cost, ...backing });
    this.#known = { quantity, cost, backing, mark };
    return mark;
  }

  #isBeyondLiquidation(episode: Episode, price: Exact): boolean {
    const mark = episode.quantity.isZero() ? null : this.#liquidationMark(episode);
    return mark !== null && price.minus(mark).times(this.#d).lte(0);
  }

  #meet(episode: Episode, event: Adverse, minute: OracleMinute): void {
    const at = minute.time + CLOSE;
    const { maker } = this.bot.instrument;
    const isGap = minute.open.minus(event.price).times(this.#d).lt(0);
    if (event.kind === 'liquidation') return this.#liquidate(episode, isGap ? minute.open : event.price, at);
    if (event.kind === 'stop' || event.kind === 'trail') {
      const [role, reason] = event.kind === 'stop' ? ['stop_loss', 'stop_loss'] : ['trailing', 'trailing'];
      return this.#closeAtMarket(episode, { role, reason, from: isGap ? minute.open : event.price, at });
    }
    if (event.kind === 'base') {
      const { base } = episode;
      const quantity = this.#take(base.quantity.minus(base.filled));
      base.filled = base.filled.plus(quantity);
      this.#buyIn(episode, { role: 'base', level: 0, price: event.price, quantity, rate: maker, at });
      if (base.filled.eq(base.quantity)) this.#finishBase(episode, at);
      return;
    }
    const { rung } = event;
    if (rung === undefined) throw new Error('a rung event names its rung');
    const quantity = this.#take(rung.quantity.minus(rung.filled));
    rung.filled = rung.filled.plus(quantity);
    this.#buyIn(episode, { role: 'safety', level: rung.level, price: rung.price, quantity, rate: maker, at });
    if (rung.filled.lt(rung.quantity)) return;
    episode.resting = episode.resting.filter((other) => other !== rung);
    episode.levelsFilled += 1;
    this.#placeNextRung(episode, at);
  }

  #walkInFavour(minute: OracleMinute): void {
    const episode = this.#episode;
    const target = episode?.target ?? null;
    if (episode === null || target === null || this.bot.params.trailingPercent !== null) return;
    if (target.placedAt >= minute.time || episode.quantity.isZero()) return;
    const at = minute.time + CLOSE;
    const beyond = (this.#d === 1 ? minute.high : minute.low).minus(target.price).times(this.#d);
    if (this.bot.params.tpOrder === 'market_trigger') {
      if (beyond.gte(0))
        this.#closeAtMarket(episode, { role: 'take_profit', reason: 'take_profit', from: target.price, at });
      return;
    }
    if (beyond.lte(0) || this.#spareVolume.isZero()) return;
    const quantity = this.#take(episode.quantity);
    this.#sellOut(episode, { role: 'take_profit', price: target.price, quantity, rate: this.bot.instrument.maker, at });
    if (episode.quantity.isZero()) this.#end(episode, 'take_profit', at);
  }

  #close(minute: OracleMinute): void {
    const episode = this.#episode;
    if (episode === null) return;
    const [at, nextOpen] = [minute.time + CLOSE, minute.time + NEXT_OPEN];
    const { params } = this.bot;
    const { base, beginAt } = episode;
    if (base.price !== null && !base.isDone && nextOpen >= base.placedAt + params.baseOrderTtlS * 1000) {
      if (base.filled.isZero()) return this.#end(episode, 'entry_expired', at);
      this.#finishBase(episode, at);
    }
    if (episode.exit !== null) return;
    if (params.timeLimitS !== null && beginAt !== null && nextOpen >= beginAt + params.timeLimitS * 1000) {
      episode.exit = { reason: 'time_limit' };
      return;
    }
    this.#trail(episode, minute);
  }

  #trail(episode: Episode, minute: OracleMinute): void {
    const percent = this.bot.params.trailingPercent;
    if (percent === null || episode.quantity.isZero()) return;
    const best = this.#d === 1 ? minute.high : minute.low;
    if (episode.extreme === null) {
      const { target } = episode;
      if (target === null || best.minus(target.price).times(this.#d).lt(0)) return;
      episode.extreme = best;
    } else if (best.minus(episode.extreme).times(this.#d).gt(0)) {
      episode.extreme = best;
    }
    const price = stopPrice(this.bot.instrument.tick, this.way, { top: episode.extreme, bottom: ONE, percent });
    episode.trail = this.#resting(episode.trail, price, minute.time + CLOSE);
  }

  // --- what fills do -----------------------------------------------------------------------------------------------

  #buyIn(
    episode: Episode,
    fill: { role: string; level: number; price: Exact; quantity: Exact; rate: Exact; at: number },
  ): void {
    const value = fill.price.times(fill.quantity);
    const commission = halfUp(value.times(fill.rate));
    if (episode.beginAt === null) this.begun += 1;
    episode.beginAt ??= fill.at;
    if (fill.role === 'base') episode.basePrice ??= fill.price;
    episode.quantity = episode.quantity.plus(fill.quantity);
    episode.cost = episode.cost.plus(value);
    episode.fees = episode.fees.plus(commission);
    episode.commission = episode.commission.plus(commission);
    episode.margin = episode.margin.plus(ceilTo(CENTIMICRO, value, exact(this.bot.params.leverage)));
    this.#sink.pay(commission.neg());
    this.#report(episode, { ...fill, commission, gross: ZERO, isEntry: true });
    const rate = this.#minute?.funding ?? null;
    if (rate?.times(this.#d).gt(0)) this.#payFunding(episode, fill.quantity, fill.at);
    // The quantity of a limit take profit no longer matches the position, so the order is cancelled and replaced.
    if (this.bot.params.tpOrder === 'limit') episode.target = null;
    this.#protect(episode, fill.at);
  }

  #sellOut(episode: Episode, fill: { role: string; price: Exact; quantity: Exact; rate: Exact; at: number }): void {
    const value = fill.price.times(fill.quantity);
    const commission = halfUp(value.times(fill.rate));
    const share = (whole: Exact): Exact =>
      fill.quantity.eq(episode.quantity) ? whole : floorTo(CENTIMICRO, whole.times(fill.quantity), episode.quantity);
    const released = share(episode.cost);
    const gross = value.minus(released).times(this.#d);
    const next = [episode.fees, episode.fundingPaid, episode.margin].map((whole) => whole.minus(share(whole)));
    episode.cost = episode.cost.minus(released);
    [episode.fees = ZERO, episode.fundingPaid = ZERO, episode.margin = ZERO] = next;
    episode.quantity = episode.quantity.minus(fill.quantity);
    episode.gross = episode.gross.plus(gross);
    episode.commission = episode.commission.plus(commission);
    this.#sink.pay(gross.minus(commission));
    this.#report(episode, { ...fill, level: null, commission, gross, isEntry: false });
  }

  #closeAtMarket(episode: Episode, close: { role: string; reason: string; from: Exact; at: number }): void {
    const price = this.#slipped(close.from, -1);
    this.#sellOut(episode, {
      role: close.role,
      price,
      quantity: episode.quantity,
      rate: this.bot.instrument.taker,
      at: close.at,
    });
    this.#end(episode, close.reason, close.at);
  }

  /** Isolated: the whole wallet of the position is lost, and no more. Cross: every position on the wallet is closed. */
  #liquidate(episode: Episode, price: Exact, at: number): void {
    const { symbol } = this.bot.instrument;
    if (this.#isCross) return this.#sink.liquidateShared({ symbol, way: this.way, price, at });
    const { margin } = episode;
    const plain = this.openResult(price);
    const gross = plain.lt(margin.neg()) ? margin.neg() : plain;
    this.closeByForce({ price, gross, fee: margin.plus(gross), at });
  }

  get #isCross(): boolean {
    return this.bot.params.marginType === 'cross';
  }

  /** Its position on the shared wallet. */
  shared(): OracleHeld | null {
    const episode = this.#episode;
    return episode === null || episode.quantity.isZero() || !this.#isCross ? null : episode;
  }

  /** The wallet reserved for an isolated position. */
  apart(): Exact {
    return this.#isCross ? ZERO : (this.#episode?.margin ?? ZERO);
  }

  /** The profit or loss of closing at a price. */
  openResult(price: Exact): Exact {
    const episode = this.#episode;
    return episode === null ? ZERO : price.times(episode.quantity).minus(episode.cost).times(this.#d);
  }

  closeByForce({ price, gross, fee, at }: { price: Exact; gross: Exact; fee: Exact; at: number }): void {
    const episode = this.#episode;
    if (episode === null) return;
    episode.gross = episode.gross.plus(gross);
    episode.liquidationFee = fee;
    this.#sink.pay(gross.minus(fee));
    const { quantity } = episode;
    this.#report(episode, {
      role: 'liquidation',
      level: null,
      price,
      quantity,
      commission: ZERO,
      gross,
      at,
      isEntry: false,
    });
    this.#end(episode, 'liquidation', at);
    this.#sink.liquidated(this.bot.botId);
  }

  #payFunding(episode: Episode, quantity: Exact, at: number): void {
    const minute = this.#minute;
    if (minute === null || minute.funding === null) return;
    const paid = halfUp(quantity.times(minute.open).times(minute.funding).times(this.#d));
    if (paid.isZero()) return;
    episode.fundingPaid = episode.fundingPaid.plus(paid);
    episode.funding = episode.funding.minus(paid);
    episode.margin = episode.margin.minus(paid);
    this.#sink.pay(paid.neg());
    this.#protect(episode, at);
  }

  // --- orders ------------------------------------------------------------------------------------------------------

  #finishBase(episode: Episode, at: number): void {
    episode.base.isDone = true;
    if (episode.basePrice === null) return;
    episode.waiting = rungsFrom(this.bot, this.way, episode.basePrice);
    const count = this.bot.params.activeSafetyOrders ?? episode.waiting.length;
    for (let placed = 0; placed < count; placed += 1) this.#placeNextRung(episode, at);
  }

  #placeNextRung(episode: Episode, placedAt: number): void {
    const [rung, ...rest] = episode.waiting;
    episode.waiting = rest;
    if (rung === undefined) return;
    if (this.#isTradable(rung)) episode.resting.push({ ...rung, filled: ZERO, placedAt });
    else this.#placeNextRung(episode, placedAt);
  }

  #isTradable({ quantity, price }: Rung, isMarket = false): boolean {
    const { notionalMin, quantityMax, marketQuantityMax } = this.bot.instrument;
    const isInRange = quantity.gt(0) && quantity.lte(isMarket ? marketQuantityMax : quantityMax);
    return isInRange && price.times(quantity).gte(notionalMin);
  }

  /** Places take profit and stop for the current position; an order whose price does not change stays. */
  #protect(episode: Episode, at: number): void {
    const { params, instrument } = this.bot;
    episode.target = this.#resting(episode.target, takeProfitPrice(this.bot, this.way, heldBy(episode)), at);
    if (params.stopLossPercent === null || episode.basePrice === null) return;
    const from =
      params.slBasis === 'base'
        ? { top: episode.basePrice, bottom: ONE }
        : { top: episode.cost, bottom: episode.quantity };
    const price = stopPrice(instrument.tick, this.way, { ...from, percent: params.stopLossPercent });
    // The stop is never missing: a moved one is live at its new price at once.
    episode.stop = price === null ? null : { price, placedAt: episode.stop?.placedAt ?? at };
  }

  #resting(old: RestingExit | null, price: Exact | null, placedAt: number): RestingExit | null {
    if (price === null) return null;
    return old?.price.eq(price) ? old : { price, placedAt };
  }

  #end(episode: Episode, reason: string, at: number): void {
    withdrawRungs(episode);
    this.#sink.end({
      atom: this.name,
      cycle: episode.number,
      levelsFilled: episode.levelsFilled,
      reason,
      beginAt: episode.beginAt,
      endAt: at,
      gross: episode.gross,
      commission: episode.commission,
      funding: episode.funding,
      liquidationFee: episode.liquidationFee,
    });
    this.#episode = null;
    const isClosed = episode.beginAt !== null; // A cycle without a fill needs no cool-down.
    this.#idleFrom = isClosed ? at + this.bot.params.cooldownS * 1000 : at;
  }

  #take(wanted: Exact): Exact {
    const quantity = wanted.lt(this.#spareVolume) ? wanted : this.#spareVolume;
    this.#spareVolume = this.#spareVolume.minus(quantity);
    return quantity;
  }

  /** A market price worsened for entering (+1) or leaving (−1) and rounded to the tick against us. */
  #slipped(price: Exact, entering: 1 | -1): Exact {
    const { slippage, tick } = this.bot.instrument;
    const buys = (this.#d * entering) as 1 | -1;
    return roundBy(buys === 1 ? -1 : 1, tick, { top: price.times(ONE.plus(slippage.times(buys))), bottom: ONE });
  }

  #report(
    episode: Episode,
    fill: {
      role: string;
      level: number | null;
      price: Exact;
      quantity: Exact;
      commission: Exact;
      gross: Exact;
      at: number;
      isEntry: boolean;
    },
  ): void {
    const { role, level, price, quantity, commission, gross, at } = fill;
    const side = (this.#d === 1) === fill.isEntry ? 'BUY' : 'SELL';
    this.#sink.fill({
      atom: this.name,
      cycle: episode.number,
      at,
      side,
      role,
      level,
      price,
      quantity,
      commission,
      gross,
    });
  }
}
