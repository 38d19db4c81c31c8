import { randomUUID } from 'node:crypto';
import { assert } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { accepted, type Outcome, type Reason, refused } from '#base/errors.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { Feed } from '#ports/feed.ts';
import type { Demo, DemoProgress, NewBotRow, UserCommand } from '#ports/runtime.ts';
import type { Database } from '#storage/database/database.ts';
import { type DemoRows, deleteDemo, insertDemo, listDemo, takenNames } from '#storage/demo.ts';
import { demoPercent } from './demo-percent.ts';
import { DEMO_PLAN, DEMO_WALLET, type DemoBot, type DemoPortfolio } from './demo-plan.ts';
import type { PaperRuntime } from './paper-runtime.ts';

/**
 * How far before the market's present the demo begins: three weeks, which at a first start is the first recorded
 * minute.
 */
const PAST_MINUTES = 30_240;

export interface DemoOptions {
  /** Logged in with the engine role. */
  readonly engine: Database;
  readonly runtime: PaperRuntime;
  readonly feed: Feed;
}

/** Loads and removes the demo of a user. All its figures are computed from the feed's candles. */
export function demoOf({ engine, runtime, feed }: DemoOptions): Demo {
  /** Owners whose demo is being loaded or removed, one operation at a time. */
  const busy = new Set<string>();
  const alone = async (ownerId: string, work: () => Promise<Outcome<null>>): Promise<Outcome<null>> => {
    if (busy.has(ownerId)) return PRESENT;
    busy.add(ownerId);
    try {
      return await work();
    } finally {
      busy.delete(ownerId);
    }
  };
  /** Portfolios whose past is not only computed but stored. */
  const stored = new Set<string>();
  return {
    progress: (ownerId) => progressOf({ engine, runtime, stored }, { ownerId, begin: beginning(runtime) }),
    load: (ownerId, address) => alone(ownerId, () => load({ engine, runtime, feed }, { ownerId, address })),
    remove: (ownerId, address) => alone(ownerId, () => remove({ engine, runtime, feed }, { ownerId, address })),
  };
}

/** Whose demo, and from where it was asked for. */
interface DemoOwner {
  readonly ownerId: string;
  readonly address: string;
}

const PRESENT = refused({ code: 'DEMO_PRESENT', detail: 'The demo is already loaded; remove it first.' });
const NOT_FOUND = refused({ code: 'DEMO_NOT_FOUND', detail: 'The demo is not loaded.' });

function notAvailable(detail: string): Outcome<null> {
  return refused({ code: 'DEMO_NOT_AVAILABLE', detail });
}

/** Open of the minute after which the demo's bots are created. */
function beginning(runtime: PaperRuntime): Instant {
  return later(runtime.market().minute, -(PAST_MINUTES + 1) * MINUTE_MS);
}

async function load({ engine, runtime, feed }: DemoOptions, { ownerId, address }: DemoOwner): Promise<Outcome<null>> {
  if ((await listDemo(engine, ownerId)).length > 0) return PRESENT;
  const names = DEMO_PLAN.flatMap(({ name, bots }) => [name, ...bots.map((bot) => bot.strategy)]);
  const [taken] = await takenNames(engine, ownerId, names);
  if (taken !== undefined) return notAvailable(`You already use the name "${taken}", which the demo needs.`);

  const minute = beginning(runtime);
  const symbols = DEMO_PLAN.flatMap(({ bots }) => bots.map(({ symbol }) => symbol));
  await feed.hold(symbols, minute); // Before anything is stored, because the exchange may not answer.
  const planned = DEMO_PLAN.map((portfolio) => plannedPortfolio(portfolio, feed));
  await insertDemo(engine, rowsOf(planned, { ownerId, createdAt: new Date(minute) }), address);
  for (const { portfolioId, bots } of planned) {
    const commands = bots.map(({ command, row }) => ({ command, row }));
    const outcome = await runtime.openLate({
      ...{ ownerId, address, portfolioId, minute, commands },
      wallet: cashFrom(DEMO_WALLET),
    });
    if (outcome.ok) continue;
    assert(isFull(outcome.reasons), 'the account accepts the plan of the demo');
    await remove({ engine, runtime, feed }, { ownerId, address });
    return outcome;
  }
  return accepted(null);
}

/** Whether the user's other bots leave no room for the demo. */
function isFull([reason]: readonly Reason[]): boolean {
  return reason?.code === 'BOTS_FULL' || reason?.code === 'ATOMS_FULL';
}

interface PlannedBot {
  readonly demo: DemoBot;
  readonly command: Extract<UserCommand, { type: 'create' }>;
  readonly row: NewBotRow;
  readonly strategyId: string;
}

interface PlannedPortfolio {
  readonly portfolioId: string;
  readonly demo: DemoPortfolio;
  readonly bots: readonly PlannedBot[];
}

function plannedPortfolio(demo: DemoPortfolio, feed: Feed): PlannedPortfolio {
  return { portfolioId: randomUUID(), demo, bots: demo.bots.map((bot) => plannedBot(bot, feed)) };
}

function plannedBot(demo: DemoBot, feed: Feed): PlannedBot {
  assert(feed.instruments.has(demo.symbol), `the feed has ${demo.symbol}`);
  const params = ladderParams.parse(demo.params);
  const strategyId = randomUUID();
  const bot = newEngineBot({
    botId: randomUUID(),
    kind: paperLadder.kind,
    symbols: [demo.symbol],
    params,
    paramsVersion: 1,
  });
  const row = { name: demo.name, comment: demo.comment, strategyId, strategyVersion: 1 };
  return { demo, command: { type: 'create', bot, autostart: true }, row, strategyId };
}

function rowsOf(
  planned: readonly PlannedPortfolio[],
  { ownerId, createdAt }: { readonly ownerId: string; readonly createdAt: Date },
): DemoRows {
  const { kind } = paperLadder;
  return {
    portfolios: planned.map(({ portfolioId, demo }) => ({
      portfolioId,
      ownerId,
      name: demo.name,
      kind,
      execution: 'paper',
      comment: demo.comment,
      limitUsdt: null,
      isDemo: true,
      walletStart: DEMO_WALLET,
      wallet: DEMO_WALLET,
      minuteAt: null,
      createdAt,
    })),
    strategies: planned.flatMap(({ bots }) =>
      bots.map(({ demo, command, strategyId }) => ({
        params: command.bot.params,
        row: {
          strategyId,
          ownerId,
          kind,
          name: demo.strategy,
          comment: demo.comment,
          symbol: demo.symbol,
          version: 1,
          createdAt,
          updatedAt: createdAt,
        },
      })),
    ),
  };
}

/** The past counts as loaded once it is stored: before that, results of ended cycles would still be missing from every sum. */
async function progressOf(
  { engine, runtime, stored }: Pick<DemoOptions, 'engine' | 'runtime'> & { readonly stored: Set<string> },
  { ownerId, begin }: { readonly ownerId: string; readonly begin: Instant },
): Promise<DemoProgress> {
  const portfolios = await listDemo(engine, ownerId);
  if (portfolios.length === 0) return { state: 'absent', progressPercent: 0, portfolios: 0, bots: 0 };
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
  };
}

async function remove({ engine, runtime }: DemoOptions, { ownerId, address }: DemoOwner): Promise<Outcome<null>> {
  const portfolios = await listDemo(engine, ownerId);
  if (portfolios.length === 0) return NOT_FOUND;
  for (const { portfolioId } of portfolios) await runtime.closePortfolio(portfolioId);
  await deleteDemo(engine, ownerId, address);
  return accepted(null);
}
