import { AppError } from '#base/errors.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { keptMoves } from '#lab/moves/kept-moves.ts';
import { pastMeasures } from '#lab/moves/measure-past.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import type { PriceMoveMeasures } from '#ports/price-move-measures.ts';
import type { Runtime } from '#ports/runtime.ts';
import { marketNow } from '#server/http/context.ts';
import type { Database } from '#storage/database/database.ts';

/** Measures the moves of the recording up to the present of the market, in this thread. */
export function movesOnRecording(runtime: Runtime, database: Database): PriceMoveMeasures {
  const pastOf = async (symbol: string) => {
    const { symbols } = await recordedHistory([symbol], { from: null, to: marketNow(runtime) });
    const stored = symbols.get(symbol);
    if (stored === undefined) throw new AppError('CANDLES_MISSING', `${symbol} was not recorded.`);
    return { ...stored, unsettled: [] };
  };
  const opened = instantOf(Date.now());
  return keptMoves({
    database,
    readPast: ({ symbol }) => pastOf(symbol),
    async history(symbol) {
      const { columns } = await pastOf(symbol);
      return {
        present: [{ from: columns.start, to: instantOf(columns.start + columns.close.length * MINUTE_MS) }],
      };
    },
    measure: {
      moves: async (...given) => pastMeasures.moves(...given),
      reach: async (...given) => pastMeasures.reach(...given),
    },
    marketNow: () => marketNow(runtime),
    now: () => opened, // Held, so that what is measured anew once a minute does not depend on how long a test takes.
  });
}
