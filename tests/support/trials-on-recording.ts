import { AppError } from '#base/errors.ts';
import { familyOf } from '#engine/bots/families.ts';
import { compareScales } from '#lab/scale/compare-scales.ts';
import { runTrial } from '#lab/trial/run-trial.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { Runtime } from '#ports/runtime.ts';
import type { StrategyTrials } from '#ports/strategy-trials.ts';
import type { ScaleTrials } from '#ports/trials/scale-trials.ts';
import { marketNow } from '#server/http/context.ts';

/** Tries strategies and scales on the recording up to the present of the market, in this thread. */
export function trialsOnRecording(runtime: Runtime): StrategyTrials & ScaleTrials {
  const pastOf = async (symbol: string): Promise<MarketPast> => {
    const { symbols } = await recordedHistory([symbol], { from: null, to: marketNow(runtime) });
    const stored = symbols.get(symbol);
    if (stored === undefined) throw new AppError('CANDLES_MISSING', `${symbol} was not recorded.`);
    return { ...stored, unsettled: [] };
  };
  return {
    inspect: async ({ kind, params }) => familyOf(kind).inspect(params),
    run: async (request) => runTrial(request, await pastOf(request.instrument.symbol)),
    tryScale: async (request) => compareScales(request, await pastOf(request.instrument.symbol)),
  };
}
