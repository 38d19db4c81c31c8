import { ticks } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { AtomState, Triggers } from '#engine/model/atom.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { OpenQuotes } from '#ports/quotes.ts';
import type { RuntimeChange } from '#ports/runtime.ts';
import type { PaperAccount } from '../paper-account.ts';
import { FOLLOWED_MAX, type LatestPrice, type LatestPrices, openLatestPrices } from './latest-prices.ts';
import { shownSpan } from './shown-span.ts';
import { viewAt } from './view-at.ts';
import { openWatchList, type Watched } from './watch-list.ts';

type BotOfOwner = RuntimeChange['bots'][number];
type ToldPrice = RuntimeChange['prices'][number];

/** Prices this far ahead of the engine's last minute say nothing about the positions it holds. */
const AHEAD_MAX_MS = 5 * MINUTE_MS;

/**
 * The values shown between two closed minutes: marks, open results and the distances that follow from them. Nothing is
 * decided here; paper bots decide and fill on closed minutes only.
 *
 * For every atom with an open cycle the price gate holds the prices at which something shown would change, so a tick
 * that changes nothing on screen costs two comparisons. An atom whose price was reached sleeps until the change has
 * been sent.
 */
export interface LiveValues {
  /** Follows the prices of these symbols too. */
  follow(symbols: Iterable<string>): void;
  /** The latest price since the last closed minute; null when there was none. */
  price(symbol: string): LatestPrice | null;
  /** The atoms of a bot at the latest prices; empty for an unknown bot. */
  views(paper: PaperAccount, botId: string): readonly AtomView[];
  /** Reports that a change was sent: its bots and prices are announced again when they differ from now. */
  told(change: RuntimeChange): void;
  close(): void;
}

export interface LiveValuesOptions {
  readonly openQuotes: OpenQuotes;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  /** Open of the last minute that the engine has processed. */
  minute(): Instant;
  /** The last price with which a minute closed; null where the symbol had none in it. */
  closeIn(symbol: string, minute: Instant): number | null;
  /** Called when something shown of a bot has changed. */
  botMoved(bot: BotOfOwner): void;
  /** Called when a price has changed by as much as a screen shows. */
  priceMoved(price: ToldPrice): void;
}

/** Opens the values with no symbol followed and nothing announced. */
export function openLiveValues(options: LiveValuesOptions): LiveValues {
  /** Bots whose figures the price may change; null stands for the price of the symbol itself. */
  const watched = openWatchList<BotOfOwner | null>(FOLLOWED_MAX);
  const price = (symbol: string): LatestPrice | null => usable(prices.of(symbol), options.minute());
  const prices = openLatestPrices({
    ...options,
    moved(index, low, high) {
      const symbol = prices.symbolAt(index);
      const latest = price(symbol);
      if (latest === null) return;
      for (const bot of watched.reachedBy(index, low, high)) {
        if (bot === null) options.priceMoved({ symbol, ...latest });
        else options.botMoved(bot);
      }
    },
  });
  const parts = { ...options, prices, price };
  return {
    price,
    views: (paper, botId) => heldAtoms(parts, paper, botId).map(({ view }) => view),
    follow: prices.follow,
    told({ bots, prices: toldPrices }) {
      for (const bot of bots) watched.set(bot.botId, spansOfBot(parts, bot));
      for (const one of toldPrices) watched.set(`price ${one.symbol}`, spansOfPrice(parts, one));
    },
    close: prices.close,
  };
}

/** A price from before the last closed minute is outdated; one far ahead of it does not fit the engine's positions. */
function usable(latest: LatestPrice | null, minute: Instant): LatestPrice | null {
  const closed = later(minute, MINUTE_MS);
  return latest === null || latest.at < closed || latest.at > later(closed, AHEAD_MAX_MS) ? null : latest;
}

interface Parts {
  closeIn(symbol: string, minute: Instant): number | null;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  readonly prices: LatestPrices;
  price(symbol: string): LatestPrice | null;
}

interface HeldAtom {
  readonly view: AtomView;
  readonly state: AtomState | undefined;
  readonly instrument: Instrument | undefined;
  /** How far the mark stood over the last price when the account's minute closed, ticks. */
  readonly distance: number;
}

/**
 * The atoms of a bot as they look now; while the account catches up, as they looked at its last minute. Quotes are of the
 * last price: the mark is taken to keep the distance from it that it had at the close.
 */
function heldAtoms({ instruments, price, closeIn }: Parts, paper: PaperAccount, botId: string): readonly HeldAtom[] {
  const atoms = paper.account.bot(botId)?.bot.atoms ?? [];
  return paper.account.views(botId).map((view) => {
    const state = atoms.find(({ symbol, direction }) => symbol === view.symbol && direction === view.direction);
    const instrument = instruments.get(view.symbol);
    const latest = paper.isLagging || view.isOffGrid ? null : price(view.symbol);
    const close = closeIn(view.symbol, paper.minute);
    const distance = view.mark === null || close === null ? 0 : view.mark - close;
    if (latest === null || state === undefined || instrument === undefined)
      return { view, state, instrument, distance };
    const mark = ticks(Math.max(1, latest.price + distance));
    return { view: viewAt(view, mark, { state, instrument }), state, instrument, distance };
  });
}

function spansOfBot(parts: Parts, bot: BotOfOwner): readonly Watched<BotOfOwner>[] {
  const paper = parts.accounts.get(bot.portfolioId);
  if (paper === undefined || !paper.openCycles.has(bot.botId)) return [];
  return heldAtoms(parts, paper, bot.botId).flatMap(({ view, state, instrument, distance }) => {
    const index = parts.prices.indexOf(view.symbol);
    if (state?.cycle == null || instrument === undefined || index === null || view.mark === null) return [];
    if (view.isOffGrid) return []; // Quotes count in other ticks.
    const { quantity } = state.cycle.position;
    return [{ index, subject: bot, span: moved(shownSpan(view.mark, { view, quantity, instrument }), -distance) }];
  });
}

function moved({ below, above, at }: Triggers, by: number): Triggers {
  return { below: below === null ? null : ticks(below + by), above: above === null ? null : ticks(above + by), at };
}

function spansOfPrice({ instruments, prices }: Parts, { symbol, price }: ToldPrice): readonly Watched<null>[] {
  const [instrument, index] = [instruments.get(symbol), prices.indexOf(symbol)];
  if (instrument === undefined || index === null) return [];
  return [{ index, subject: null, span: shownSpan(price, { view: null, quantity: 0, instrument }) }];
}
