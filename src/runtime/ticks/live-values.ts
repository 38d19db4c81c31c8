import { at } from '#base/assert.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { openPriceGate } from '#engine/scan/price-gate.ts';
import type { OpenQuotes } from '#ports/quotes.ts';
import type { PaperAccount } from '../paper-account.ts';
import type { RuntimeChange } from '../runtime.ts';
import { FOLLOWED_MAX, type LatestPrice, openLatestPrices } from './latest-prices.ts';
import { shownSpan } from './shown-span.ts';
import { viewAt } from './view-at.ts';

type BotOfOwner = RuntimeChange['bots'][number];

/** Prices this far ahead of the minutes that the engine has processed say nothing about the positions that it holds. */
const AHEAD_MAX_MS = 5 * MINUTE_MS;

/**
 * What is shown between two closed minutes: marks, open results and the distances that follow from them. Nothing is
 * decided here; a paper bot decides and fills by closed minutes alone.
 *
 * The price gate holds every atom with an open cycle at the prices at which something of it would look different, so a
 * tick that changes nothing on a screen costs two comparisons. An atom that was reached sleeps until it has been told.
 */
export interface LiveValues {
  /** Follows the prices of these symbols too. */
  follow(symbols: Iterable<string>): void;
  /** The latest price since the last closed minute; null where nothing was told since. */
  price(symbol: string): LatestPrice | null;
  /** The atoms of a bot at the latest prices; empty for an unknown bot. */
  views(paper: PaperAccount, botId: string): readonly AtomView[];
  /** A change went out: its bots and prices are told again when they look different from now. */
  told(change: RuntimeChange): void;
  close(): void;
}

export interface LiveValuesOptions {
  readonly openQuotes: OpenQuotes;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  /** Open of the last minute that the engine has processed. */
  minute(): Instant;
  /** Something that a screen shows of a bot has changed. */
  botMoved(bot: BotOfOwner): void;
  /** A price has moved by what a screen shows. */
  priceMoved(price: RuntimeChange['prices'][number]): void;
}

/** What a handle of the gate stands for: an atom of a bot, or, without one, the price of the symbol itself. */
interface Watched {
  readonly place: number;
  readonly bot: BotOfOwner | null;
}

/** Opens the values with nothing followed and nothing told. */
export function openLiveValues(options: LiveValuesOptions): LiveValues {
  const { instruments, accounts } = options;
  const watched: Watched[] = [];
  const handles = new Map<string, number[]>();
  const gate = openPriceGate(FOLLOWED_MAX);

  const price = (symbol: string): LatestPrice | null => {
    const closed = later(options.minute(), MINUTE_MS);
    const latest = prices.of(symbol);
    return latest === null || latest.at < closed || latest.at > later(closed, AHEAD_MAX_MS) ? null : latest;
  };
  const prices = openLatestPrices({
    ...options,
    moved(place, low, high) {
      const symbol = prices.symbolAt(place);
      const latest = price(symbol);
      if (latest === null) return;
      const count = gate.tick(place, low, high);
      for (let index = 0; index < count; index += 1) {
        const { bot } = at(watched, at(gate.reached, index));
        if (bot === null) options.priceMoved({ symbol, ...latest });
        else options.botMoved(bot);
      }
    },
  });

  const views = (paper: PaperAccount, botId: string): readonly AtomView[] => {
    const closed = paper.account.views(botId);
    if (paper.isLagging) return closed;
    const atoms = paper.account.bot(botId)?.bot.atoms ?? [];
    return closed.map((view) => {
      const latest = price(view.symbol);
      const [state, instrument] = [atoms.find((one) => isOf(one, view)), instruments.get(view.symbol)];
      if (latest === null || state === undefined || instrument === undefined) return view;
      return viewAt(view, latest.price, { state, instrument });
    });
  };

  const leave = (key: string): void => {
    for (const handle of handles.get(key) ?? []) gate.remove(handle);
    handles.delete(key);
  };
  const enter = (key: string, one: Watched, span: ReturnType<typeof shownSpan>): void => {
    const handle = gate.register(one.place, span);
    watched[handle] = one;
    handles.set(key, [...(handles.get(key) ?? []), handle]);
  };
  const watchBot = (bot: BotOfOwner): void => {
    leave(bot.botId);
    const paper = accounts.get(bot.portfolioId);
    if (paper === undefined || !paper.openCycles.has(bot.botId)) return;
    const atoms = paper.account.bot(bot.botId)?.bot.atoms ?? [];
    for (const view of views(paper, bot.botId)) {
      const state = atoms.find((one) => isOf(one, view));
      const [instrument, place] = [instruments.get(view.symbol), prices.placeOf(view.symbol)];
      if (state?.cycle == null || instrument === undefined || place === null || view.mark === null) continue;
      const quantity = state.cycle.position.quantity;
      enter(bot.botId, { place, bot }, shownSpan(view.mark, { view, quantity, instrument }));
    }
  };
  const watchPrice = ({ symbol, price: shown }: RuntimeChange['prices'][number]): void => {
    const [instrument, place] = [instruments.get(symbol), prices.placeOf(symbol)];
    if (instrument === undefined || place === null) return;
    leave(`price ${symbol}`);
    enter(`price ${symbol}`, { place, bot: null }, shownSpan(shown, { view: null, quantity: 0, instrument }));
  };

  return {
    price,
    views,
    follow: prices.follow,
    told(change) {
      for (const bot of change.bots) watchBot(bot);
      for (const told of change.prices) watchPrice(told);
    },
    close: prices.close,
  };
}

function isOf(state: AtomState, view: AtomView): boolean {
  return state.symbol === view.symbol && state.direction === view.direction;
}
