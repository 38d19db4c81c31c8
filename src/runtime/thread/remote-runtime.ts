import { assert } from '#base/assert.ts';
import type { Ticks } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { BotAddress, BotNow, Demo, MarketState, Runtime, RuntimeChange } from '#ports/runtime.ts';
import type { RuntimeCalls, RuntimeNews } from './runtime-calls.ts';
import { shrinksRisk } from './shrinks-risk.ts';
import type { Thread } from './start-thread.ts';

/** The engine in its thread, as the rest of the program sees it. */
export interface RemoteRuntime {
  readonly runtime: Runtime;
  readonly demo: Demo;
}

/**
 * Mirrors what pages can read at once, and asks the thread for the rest. Create it before the thread is opened; the
 * mirror is complete once opening has resolved.
 */
export function remoteRuntime(thread: Thread<never, RuntimeCalls, RuntimeNews>): RemoteRuntime {
  const listeners = new Set<(change: RuntimeChange) => void>();
  const prices = new Map<string, Ticks>();
  let market: MarketState | null = null;
  let instruments: ReadonlyMap<string, Instrument> = new Map();
  thread.on('market', (state) => {
    market = state;
  });
  thread.on('instruments', (told) => {
    instruments = told;
  });
  thread.on('change', (change) => {
    for (const { symbol, price } of change.prices) prices.set(symbol, price);
    for (const listener of listeners) listener(change);
  });
  const runtime: Runtime = {
    get instruments() {
      return instruments;
    },
    market() {
      assert(market !== null, 'the thread of the engine is open');
      return market;
    },
    lastPrice: (symbol) => prices.get(symbol) ?? null,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    botsNow: (addresses) => botsInParts(thread, addresses.map(addressOf)),
    waitsNow: (addresses) => thread.call('waitsNow', addresses.map(addressOf)),
    pastEntry: (asked) => thread.call('pastEntry', asked),
    fundsNow: (portfolioIds) => thread.call('fundsNow', portfolioIds),
    exchangeAccount: (ownerId) => thread.call('exchangeAccount', ownerId),
    setCaps: (request) => thread.call('setCaps', request),
    setHalt: (request) => thread.call('setHalt', request),
    closesAt: (asked) => thread.call('closesAt', asked),
    openPortfolio: (ownerId, portfolioId) => thread.call('openPortfolio', ownerId, portfolioId),
    deletePortfolio: (request) => thread.call('deletePortfolio', request),
    command: (request) =>
      shrinksRisk(request.command) ? thread.urge('command', request) : thread.call('command', request),
    setConditions: (request) => thread.urge('setConditions', request),
    applyVersions: (request) => thread.call('applyVersions', request),
    previewVersions: (request) => thread.call('previewVersions', request),
    moveBots: (request) => thread.call('moveBots', request),
    setAssetNote: (request) => thread.call('setAssetNote', request),
    preview: (request) => thread.call('preview', request),
  };
  const demo: Demo = {
    progress: (ownerId) => thread.call('demoProgress', ownerId),
    load: (ownerId, address) => thread.call('loadDemo', ownerId, address),
    remove: (ownerId, address) => thread.call('removeDemo', ownerId, address),
  };
  return { runtime, demo };
}

/** Bots with a dozen atoms each take a millisecond or two to write in one thread and to read in the other. */
const BOTS_OF_MESSAGE = 16;

/** Many bots come in several messages, between which both threads have turns for others. */
async function botsInParts(
  thread: Pick<Thread<never, RuntimeCalls, RuntimeNews>, 'call'>,
  addresses: readonly BotAddress[],
): Promise<ReadonlyMap<string, BotNow>> {
  const found = new Map<string, BotNow>();
  for (let from = 0; from < addresses.length; from += BOTS_OF_MESSAGE) {
    const part = await thread.call('botsNow', addresses.slice(from, from + BOTS_OF_MESSAGE));
    for (const [botId, bot] of part) found.set(botId, bot);
  }
  return found;
}

/** The rows that callers pass carry much more. */
const addressOf = ({ portfolioId, botId }: BotAddress): BotAddress => ({ portfolioId, botId });
