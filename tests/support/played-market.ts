import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BackFill } from '#market/back-fill/back-fill.ts';
import { candlePages } from '#market/candle-pages.ts';
import { marketAnswers } from '#market/market-answers.ts';
import { openMarketStore } from '#market/store/market-store.ts';
import { openTickerBoard, type TickerBoard } from '#market/ticker-board.ts';
import type { MarketServices } from '#server/market/market-services.ts';
import { type PlayedSource, playedSource } from './played-source.ts';

/** The market services of the program on a played source: store, jobs, board and pages are the real ones. */
export interface PlayedMarket extends MarketServices {
  readonly source: PlayedSource;
  readonly board: TickerBoard;
  close(): Promise<void>;
}

function broken(error: unknown): never {
  throw error;
}

/** @param signedPrice - the price that the exchange gives for a user's key; omitted, nobody has a key */
export async function playedMarket(
  symbols: readonly string[],
  signedPrice: MarketServices['signedPrice'] = async () => null,
): Promise<PlayedMarket> {
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-market-'));
  const source = playedSource({ symbols });
  const store = await openMarketStore(folder, () => {});
  await store.putListings(await source.listings(), 'opening');
  const board = openTickerBoard(source, () => {});
  await board.ready;
  const due = source.closed;
  const rules = { due, tell: () => {}, failed: broken, firstWaitMs: 5, firstDays: null, watched: [] };
  const backFill = new BackFill({ ...rules, folder, source, store });
  return {
    ...marketAnswers({ store, board, backFill, due }),
    ...{ source, board, signedPrice },
    listings: () => store.listings,
    line: () => ({ ...source.health(), due: due() }),
    leftOut: source.leftOut,
    onBackFill: (listener) => backFill.onProgress(listener),
    candlePages: candlePages(source, () => Date.now()), // Of the clock that a test holds.
    async close() {
      board.close();
      await backFill.stop();
      await rm(folder, { recursive: true });
    },
  };
}
