import { simulatorSetup } from '#main/simulator/simulator-setup.ts';
import type { Feed } from '#ports/feed.ts';
import { loadedCheckpoints } from '#simulator/prices/days/checkpoints.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';

/** The feed of the recorded market with the marks that the simulated exchange derives from it on a first start. */
export async function withSimulatedMarks<F extends Feed>(feed: F): Promise<F> {
  const setup = await simulatorSetup({ folder: '', replay: 'bundled', pace: { kind: 'pause' } });
  const { seed, firstMinute, startMinute } = setup;
  const prices = openPrices({
    ...{ seed, firstMinute, startMinute },
    symbols: setup.symbols(setup),
    checkpoints: loadedCheckpoints(setup.prepared?.checkpoints ?? {}),
  });
  return { ...feed, minute: (time) => ({ ...feed.minute(time), mark: (symbol) => prices.mark(symbol, time) }) };
}
