import type { BotKind } from '#engine/model/bot.ts';
import { instrumentOf } from '#web/api/market/instrument.ts';
import { oneByOne } from '#web/api/one-by-one.ts';
import { queryClient } from '#web/api/query-client.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { ladderReachQuery, priceMovesQuery } from '#web/moves/price-move-queries.ts';
import { checkLadder } from './form/ladder-check.ts';
import { draftOf } from './form/ladder-draft.ts';
import { FIRST_INTERVAL, ladderCandles } from './picture/ladder-candles.ts';
import { reachQuestion } from './reach/reach-question.ts';
import { type Strategy, strategiesQuery, strategyQuery } from './strategy-queries.ts';

interface Opened {
  readonly kind: BotKind | '';
  readonly id: string;
}

/** Reads what the editor of a saved ladder is first drawn with, and asks for what follows from that. */
export async function fillFirst({ kind, id }: Opened): Promise<void> {
  if (kind === '' || id === '' || id === NEW_STRATEGY) return;
  const strategy = strategyQuery(kind, id, null);
  await oneByOne([
    () => queryClient.prefetchQuery(strategy),
    () => queryClient.prefetchQuery(assetsQuery),
    () => queryClient.prefetchQuery(strategiesQuery(kind)),
  ]);
  const saved = queryClient.getQueryData(strategy.queryKey);
  if (saved !== undefined) askNext(saved);
}

/** Asks for the candles, and how far the ladder reaches. The answers come while the form is drawn, and nothing waits for them here. */
function askNext(strategy: Strategy): void {
  const draft = draftOf(strategy);
  const assets = queryClient.getQueryData(assetsQuery.queryKey)?.items ?? [];
  const asset = assets.find(({ futuresTicker }) => futuresTicker === draft.symbol);
  if (asset === undefined) return;
  const check = checkLadder(draft, instrumentOf(asset), asset.lastPrice);
  for (const side of check.sides) {
    const question = reachQuestion(draft.symbol, check, side);
    if (question !== null) void queryClient.prefetchQuery(ladderReachQuery(question));
  }
  const [side] = check.sides;
  const reboundPercent = check.params?.takeProfitPercent ?? null;
  if (side === undefined) return;
  if (reboundPercent !== null) {
    const { direction } = side;
    void queryClient.prefetchQuery(priceMovesQuery({ symbol: draft.symbol, direction, reboundPercent }));
  }
  void queryClient.prefetchQuery(ladderCandles(draft.symbol, FIRST_INTERVAL));
}
