import { loadavg } from 'node:os';
import { at } from '#base/assert.ts';
import { openLiveBots } from './live/live-bots.ts';
import { type LiveMarket, openLiveMarket } from './live/live-market.ts';
import { measureGates } from './live/measure-gates.ts';
import { measureReaders } from './live/measure-readers.ts';
import { openPopulation } from './live/population.ts';
import { receive } from './live/receive.ts';
import { figuresOf, type RoundFigures, rounded, together } from './live/round-figures.ts';
import { median } from './median.ts';
import { settleHeap } from './settle-heap.ts';

const SYMBOLS = 300;
const MESSAGES_PER_SECOND = 50_000;
const ROUNDS = 5;
const WARM_SECONDS = 1;
const SECONDS = 4;
/** Recorded minutes that the bots have processed when the live market opens. */
const PAST_MINUTES = 5;

interface Size {
  readonly bots: number;
  /**
   * Standard deviation of one tick. With more bots the market is calmer, so that the same share of ticks reaches a
   * trigger: 0.5 to 1 percent, far more than in a real market. The comparison then shows the cost of a tick, and not
   * that ten times as many bots trade ten times as often.
   */
  readonly deviation: number;
}

/** The yardstick: the same messages read by the same loop, without any bot. */
const NONE: Size = { bots: 0, deviation: 1.4e-4 };
const FEW: Size = { bots: 5_000, deviation: 1.4e-4 };
const MANY: Size = { bots: 50_000, deviation: 5e-5 };
/** Without a limit: the cost when the larger fleet trades as often per bot as the smaller one. */
const MANY_IN_THE_WILD: Size = { bots: MANY.bots, deviation: FEW.deviation };

const TICK_P99_MAX_US = 20;
const PAUSE_MAX_MS = 10;
const COST_RATIO_MAX = 1.2;
const RATE_MIN = 0.99;

/**
 * 300 symbols, 50,000 book tickers a second over a WebSocket from another thread, and behind the price gate no bots,
 * 5,000 or 50,000, in turn, each with an open position of the engine's making. A message is timed from its receipt
 * until every bot that it reaches has decided.
 */
export async function liveBench(tell: (line: string) => void) {
  const market = await openLiveMarket(SYMBOLS, PAST_MINUTES);
  const load = loadavg()[0] ?? 0;
  const [none, few, many]: [RoundFigures[], RoundFigures[], RoundFigures[]] = [[], [], []];
  for (let round = 1; round <= ROUNDS; round += 1) {
    none.push(await liveRound(market, NONE, { round, tell }));
    few.push(await liveRound(market, FEW, { round, tell }));
    many.push(await liveRound(market, MANY, { round, tell }));
  }
  const wild = await liveRound(market, MANY_IN_THE_WILD, { round: 1, tell });
  const [noBots, fewBots, manyBots] = [together(none), together(few), together(many)];
  const costRatio = ratioOf({ many, few }, 'mean');
  const figures = {
    symbols: SYMBOLS,
    messagesPerSecond: MESSAGES_PER_SECOND,
    loadBefore: rounded(load),
    noBots: { bots: NONE.bots, ...noBots },
    fewBots: { bots: FEW.bots, ...fewBots },
    manyBots: { bots: MANY.bots, ...manyBots },
    manyBotsInTheWild: { bots: MANY_IN_THE_WILD.bots, ...together([wild]) },
    costRatio,
    quietCostRatio: ratioOf({ many, few }, 'quietMean'),
    ...measureInProcess(market, tell),
  };
  return {
    figures,
    hasPassed: [fewBots, manyBots].every(isWell) && costRatio <= COST_RATIO_MAX,
  };
}

/** The median of the ratios of neighbouring rounds. */
function ratioOf(
  { many, few }: { readonly many: readonly RoundFigures[]; readonly few: readonly RoundFigures[] },
  name: 'mean' | 'quietMean',
): number {
  return rounded(median(few.map((figures, round) => at(many, round)[name] / figures[name])));
}

async function liveRound(
  market: LiveMarket,
  { bots, deviation }: Size,
  { round, tell }: { readonly round: number; readonly tell: (line: string) => void },
): Promise<RoundFigures> {
  const botsNow = openLiveBots(openPopulation(market, bots, round), SYMBOLS);
  settleHeap();
  const plan = { perSecond: MESSAGES_PER_SECOND, warmSeconds: WARM_SECONDS, seconds: SECONDS, deviation, seed: round };
  const figures = figuresOf(await receive(market, botsNow, plan));
  const { p50, p99, mean, pauseMs, collectionMs, reachingPercent, decisionP50 } = figures;
  tell(
    `round ${round}, ${bots} bots: p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}, mean ${mean.toFixed(2)} us a message, ` +
      `${reachingPercent.toFixed(2)} % reach a bot, p50 ${decisionP50.toFixed(0)} us; longest pause ${pauseMs.toFixed(1)} ms, collection ${collectionMs.toFixed(1)}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return figures;
}

function measureInProcess(market: LiveMarket, tell: (line: string) => void) {
  const of = ({ bots, deviation }: Size) => measureGates(market, openPopulation(market, bots, 1), deviation);
  const [fewGates, manyGates, readers] = [of(FEW), of(MANY), measureReaders(market, FEW.deviation)];
  tell(`one tick through the gate alone: ${fewGates.gateNs} ns, an emitter's ${fewGates.emitterNs} ns`);
  return { fewGates, manyGates, readers };
}

/**
 * Pauses are judged by the median of each round's longest: our own pauses recur in every round, those caused by the
 * host do not, and the rounds without bots show the host's. The garbage collector's pauses are our own, so the longest
 * of all counts.
 */
function isWell({ p99, pauseMs, collectionMs, backlog, messagesPerSecond }: RoundFigures): boolean {
  const isQuick = pauseMs <= PAUSE_MAX_MS && collectionMs <= PAUSE_MAX_MS;
  const isSoon = p99 <= TICK_P99_MAX_US && isQuick;
  return isSoon && backlog === 0 && messagesPerSecond >= MESSAGES_PER_SECOND * RATE_MIN;
}
