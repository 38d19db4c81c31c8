import { AppError } from '#base/errors.ts';
import { runTrial } from '#lab/trial/run-trial.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import type { Runtime } from '#ports/runtime.ts';
import type { StrategyTrials } from '#ports/strategy-trials.ts';
import { marketNow } from '#server/http/context.ts';

/** Tries strategies on the recording up to the present of the market, in this thread. */
export function trialsOnRecording(runtime: Runtime): StrategyTrials {
  return {
    async run(request) {
      const { symbol } = request.instrument;
      const { symbols } = await recordedHistory([symbol], { from: null, to: marketNow(runtime) });
      const stored = symbols.get(symbol);
      if (stored === undefined) throw new AppError('CANDLES_MISSING', `${symbol} was not recorded.`);
      return runTrial(request, { ...stored, unsettled: [] });
    },
  };
}
