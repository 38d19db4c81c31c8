import type { Outcome } from '#base/errors.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type {
  Demo,
  DemoProgress,
  MarketState,
  RuntimeAccounts,
  RuntimeChange,
  RuntimeCommands,
  RuntimeReads,
} from '#ports/runtime.ts';
import type { PaperRuntime } from '../paper-runtime.ts';

/** The calls to the engine's thread. */
export interface RuntimeCalls extends RuntimeReads, RuntimeCommands, RuntimeAccounts {
  demoProgress(ownerId: string): Promise<DemoProgress>;
  loadDemo(ownerId: string, address: string): Promise<Outcome<null>>;
  removeDemo(ownerId: string, address: string): Promise<Outcome<null>>;
}

/** Calls that have an effect. */
export const RUNTIME_COMMANDS = [
  'openPortfolio',
  'setCaps',
  'setHalt',
  'deletePortfolio',
  'command',
  'setConditions',
  'applyVersions',
  'moveBots',
  'setAssetNote',
  'loadDemo',
  'removeDemo',
] as const;

/** What the thread sends unasked; it feeds the mirror in the other threads. */
export interface RuntimeNews {
  readonly market: MarketState;
  /** Sent when a symbol was added or its filters changed. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly change: RuntimeChange;
}

/** Interval of the mirror's heartbeat, wall time. */
const TELL_EVERY_MS = 1_000;

/** The runtime's calls, answered in its own thread. */
export function runtimeCalls(runtime: PaperRuntime, demo: Demo): RuntimeCalls {
  const { openPortfolio, deletePortfolio, command, setConditions, applyVersions, moveBots, setAssetNote } = runtime;
  const { preview, previewVersions } = runtime;
  const { botsNow, waitsNow, pastEntry, fundsNow, closesAt } = runtime;
  const { exchangeAccount, setCaps, setHalt } = runtime;
  return {
    ...{ openPortfolio, deletePortfolio, command, setConditions, applyVersions, moveBots, setAssetNote },
    ...{ preview, previewVersions, exchangeAccount, setCaps, setHalt },
    ...{ botsNow, waitsNow, pastEntry, fundsNow, closesAt },
    demoProgress: demo.progress,
    loadDemo: demo.load,
    removeDemo: demo.remove,
  };
}

/** Keeps the mirror up to date: changes at most five times a second, the rest once a second. */
export interface RuntimeTeller {
  /** Sends the market's present if it has changed. */
  tellMarket(): void;
  stop(): void;
}

/** Sends everything now, then only changes. */
export function tellRuntime(
  runtime: PaperRuntime,
  tell: { readonly [Name in keyof RuntimeNews]: (value: RuntimeNews[Name]) => void },
): RuntimeTeller {
  let told: ReadonlyMap<string, Instrument> = new Map();
  let market = '';
  const tellMarket = (): void => {
    const state = runtime.market();
    const text = JSON.stringify(state);
    if (text !== market) tell.market(state);
    market = text;
  };
  const tellInstruments = (): void => {
    const { instruments } = runtime;
    const isSame =
      told.size === instruments.size && [...instruments].every(([symbol, one]) => told.get(symbol) === one);
    if (isSame) return;
    told = new Map(instruments);
    tell.instruments(told);
  };
  const beat = (): void => {
    tellInstruments();
    tellMarket();
  };
  const leave = runtime.onChange((change) => {
    tellMarket();
    tell.change(change);
  });
  beat();
  tell.change({ minute: runtime.market().minute, prices: pricesOf(runtime), bots: [], touched: [] });
  const timer = setInterval(beat, TELL_EVERY_MS);
  return {
    tellMarket,
    stop() {
      clearInterval(timer);
      leave();
    },
  };
}

function pricesOf({ instruments, lastPrice, market }: PaperRuntime): RuntimeChange['prices'] {
  const at = market().now;
  return [...instruments.keys()].flatMap((symbol) => {
    const price = lastPrice(symbol);
    return price === null ? [] : [{ symbol, price, at }];
  });
}
