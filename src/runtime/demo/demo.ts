import { isBroken } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { AppError, accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { oneAtATime } from '#base/one-at-a-time.ts';
import { notStorable } from '#base/store-trouble.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Feed } from '#ports/feed.ts';
import type { Demo, DemoProgress } from '#ports/runtime.ts';
import type { Database } from '#storage/database/database.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import { type DemoOwner, deleteDemo, insertDemo, listDemo, takenName } from '#storage/demo.ts';
import type { PaperRuntime } from '../paper-runtime.ts';
import { demoPercent } from './demo-percent.ts';
import { DEMO_PLAN, DEMO_WALLET } from './demo-plan.ts';
import { demoRowsOf, type PlannedPortfolio, plannedDemo } from './planned-demo.ts';

/**
 * How far before the market's present the demo begins: three weeks, which at a first start is the first recorded
 * minute.
 */
const PAST_MINUTES = 30_240;
const SYMBOLS = DEMO_PLAN.flatMap(({ bots }) => bots.map(({ symbol }) => symbol));

export interface DemoOptions {
  /** Logged in with the engine role. */
  readonly engine: Database;
  readonly runtime: PaperRuntime;
  readonly feed: Feed;
  /** Called with a sentence when a load ends for a reason that no code tells. */
  readonly log: (line: string) => void;
  /** Called when an assertion fails while the demo loads: the program must end. */
  readonly failed: (error: unknown) => void;
}

/** Loads and removes the demo of a user. All its figures are computed from the feed's candles. */
export function demoOf(options: DemoOptions): Demo {
  const { feed, runtime, log, failed } = options;
  const inTurn = oneAtATime();
  /** Owners whose candles are being fetched, which a first start may have to wait for; a restart forgets them. */
  const fetching = new Map<string, Fetch>();
  /** Codes of why an owner's last load ended without a demo. */
  const failures = new Map<string, string>();
  /** Portfolios whose past is not only computed but stored. */
  const stored = new Set<string>();

  /** Ends within its turn, so that an act that waits for it finds the demo either being fetched or opened. */
  const end = (fetch: Fetch, open: () => Promise<Outcome<null>>): Promise<void> =>
    inTurn(fetch.ownerId, async () => {
      const { ownerId } = fetch;
      const isWanted = fetching.get(ownerId) === fetch;
      try {
        const outcome = isWanted ? await open() : accepted(null);
        if (!outcome.ok) failures.set(ownerId, outcome.reasons[0]?.code ?? INTERNAL);
      } catch (error) {
        if (isBroken(error)) failed(error);
        else if (!isCalledOff(error)) failures.set(ownerId, failureOf(error, log));
      } finally {
        if (isWanted) fetching.delete(ownerId);
      }
    });
  /** Candles come before anything is stored, because the exchange may not answer. */
  const fetchThenOpen = (fetch: Fetch): Promise<void> =>
    feed.hold(SYMBOLS, fetch.minute).then(
      () => end(fetch, () => openDemo(options, fetch)),
      (error: unknown) => (isBroken(error) ? failed(error) : end(fetch, () => Promise.reject(error))),
    );
  return {
    async progress(ownerId) {
      const fetch = fetching.get(ownerId);
      if (fetch !== undefined) return fetchedSoFar(feed, fetch);
      const failure = failures.get(ownerId) ?? null;
      return progressOf({ ...options, stored }, { ownerId, begin: beginning(runtime), failure });
    },
    load: (ownerId, address) =>
      inTurn(ownerId, async () => {
        if (fetching.has(ownerId)) return PRESENT;
        const refusal = await refusalOf(options, ownerId, plannedDemo());
        if (!refusal.ok) return refusal;
        const fetch = { ownerId, address, minute: beginning(runtime) };
        fetching.set(ownerId, fetch);
        failures.delete(ownerId);
        void fetchThenOpen(fetch);
        return accepted(null);
      }),
    remove: (ownerId, address) =>
      inTurn(ownerId, async () => {
        failures.delete(ownerId);
        if (fetching.delete(ownerId)) return accepted(null);
        return removeDemo(options, { ownerId, address });
      }),
  };
}

/** A load, and the minute at which the demo begins. */
interface Fetch extends DemoOwner {
  readonly minute: Instant;
}

const INTERNAL = 'INTERNAL_ERROR';
const PRESENT = refused({ code: 'DEMO_PRESENT', detail: 'The demo is already loaded; remove it first.' });
const NOT_FOUND = refused({ code: 'DEMO_NOT_FOUND', detail: 'The demo is not loaded.' });
const ABSENT = { state: 'absent', progressPercent: 0, portfolios: 0, bots: 0 } as const;

/** Open of the minute after which the demo's bots are created. */
function beginning(runtime: PaperRuntime): Instant {
  return later(runtime.market().minute, -(PAST_MINUTES + 1) * MINUTE_MS);
}

async function refusalOf(
  { engine, runtime, feed }: DemoOptions,
  ownerId: string,
  planned: readonly PlannedPortfolio[],
): Promise<Outcome<null>> {
  if ((await listDemo(engine, ownerId)).length > 0) return PRESENT;
  const unlisted = SYMBOLS.find((symbol) => !feed.instruments.has(symbol));
  if (unlisted !== undefined) return notTradable(`The exchange lists no contract ${unlisted} that can be read.`);
  const names = planned.flatMap(({ demo, bots }) => [demo.name, ...bots.map((bot) => bot.demo.strategy)]);
  const taken = await takenName(engine.db, ownerId, names);
  if (taken !== null) return nameTaken(taken);
  const commands = planned.flatMap(({ bots }) => bots.map(({ command }) => command));
  const noRoom = runtime.roomRefusals(ownerId, commands);
  return noRoom.length > 0 ? refused(...noRoom) : accepted(null);
}

function nameTaken(name: string): Outcome<null> {
  const detail = `You already use the name "${name}", which the demo needs.`;
  return refused({ code: 'DEMO_NOT_AVAILABLE', detail });
}

function notTradable(detail: string): Outcome<null> {
  return refused({ code: 'DEMO_NOT_TRADABLE', detail });
}

/** Asked again: the user may have taken a name, or the room, while the candles were fetched. */
async function openDemo(options: DemoOptions, { ownerId, address, minute }: Fetch): Promise<Outcome<null>> {
  const { engine, runtime } = options;
  const planned = plannedDemo();
  const refusal = await refusalOf(options, ownerId, planned);
  if (!refusal.ok) return refusal;
  const rows = demoRowsOf(planned, { ownerId, createdAt: new Date(minute) });
  const taken = await insertDemo(engine, rows, { ownerId, address });
  if (taken !== null) return nameTaken(taken);
  let outcome: Outcome<null> | null = null;
  try {
    outcome = await openAccounts(runtime, planned, { ownerId, address, minute });
  } finally {
    // Whole, or not at all.
    if (outcome?.ok !== true) {
      const strategyIds = planned.flatMap(({ bots }) => bots.map((bot) => bot.strategyId));
      await removeDemo(options, { ownerId, address }, strategyIds);
    }
  }
  return outcome;
}

async function openAccounts(
  runtime: PaperRuntime,
  planned: readonly PlannedPortfolio[],
  fetch: Fetch,
): Promise<Outcome<null>> {
  for (const { portfolioId, bots } of planned) {
    const commands = bots.map(({ command, row }) => ({ command, row }));
    const outcome = await runtime.openLate({ ...fetch, portfolioId, commands, wallet: cashFrom(DEMO_WALLET) });
    if (outcome.ok) continue;
    // The exchange may change the smallest order or the leverage of a contract.
    return isFull(outcome.reasons) ? outcome : notTradable(outcome.reasons[0]?.detail ?? '');
  }
  return accepted(null);
}

/** Whether the user's other bots leave no room for the demo. */
function isFull([reason]: readonly Reason[]): boolean {
  return reason?.code === 'BOTS_FULL' || reason?.code === 'ATOMS_FULL';
}

/** The code of what failed. An exchange whose answers are invalid gives none. */
function failureOf(error: unknown, log: (line: string) => void): string {
  if (error instanceof AppError) return error.code === 'EXCHANGE_ANSWER' ? 'EXCHANGE_UNAVAILABLE' : error.code;
  const trouble = storeTroubleOf(error);
  if (trouble !== null) return notStorable(trouble).code;
  log(`The demo could not be loaded: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return INTERNAL;
}

/** The feed closes: the program stops. */
function isCalledOff(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function fetchedSoFar(feed: Feed, { minute }: Fetch): DemoProgress {
  const progressPercent = Math.floor(feed.storedShare(SYMBOLS, minute) * 100);
  return { ...ABSENT, state: 'fetching', progressPercent, failure: null };
}

interface AskedProgress {
  readonly ownerId: string;
  readonly begin: Instant;
  readonly failure: string | null;
}

/** The past counts as loaded once it is stored: before that, results of ended cycles would still be missing from every sum. */
async function progressOf(
  { engine, runtime, stored }: Pick<DemoOptions, 'engine' | 'runtime'> & { readonly stored: Set<string> },
  { ownerId, begin, failure }: AskedProgress,
): Promise<DemoProgress> {
  const portfolios = await listDemo(engine, ownerId);
  if (portfolios.length === 0) return { ...ABSENT, failure };
  const present = runtime.market().minute;
  const minutes = portfolios.map(({ portfolioId }) => runtime.minuteOf(portfolioId) ?? begin);
  const slowest = Math.min(...minutes);
  const isLoaded = slowest >= present - MINUTE_MS;
  if (isLoaded && portfolios.some(({ portfolioId }) => !stored.has(portfolioId))) {
    if (runtime.market().storeTrouble === null) await runtime.flush();
    for (const { portfolioId } of portfolios) stored.add(portfolioId);
  }
  return {
    state: isLoaded ? 'loaded' : 'loading',
    progressPercent: isLoaded ? 100 : demoPercent(minutes, { begin, present }),
    portfolios: portfolios.length,
    bots: portfolios.reduce((sum, portfolio) => sum + portfolio.bots, 0),
    failure: null,
  };
}

async function removeDemo(
  { engine, runtime }: DemoOptions,
  owner: DemoOwner,
  strategyIds: readonly string[] = [],
): Promise<Outcome<null>> {
  const portfolios = await listDemo(engine, owner.ownerId);
  if (portfolios.length === 0) return NOT_FOUND;
  for (const { portfolioId } of portfolios) await runtime.closePortfolio(portfolioId);
  await deleteDemo(engine, owner, strategyIds);
  return accepted(null);
}
