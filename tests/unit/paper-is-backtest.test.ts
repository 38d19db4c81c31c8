import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { DAY_MINUTES, type Instant, later, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import { longestWarmUpMs } from '#engine/bots/warm-up.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { LadderParamsInput } from '#engine/model/ladder-params.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { type BotRun, botReport, reportBot } from '#lab/report/bot-report.ts';
import { SLIPPAGE } from '#lab/slippage.ts';
import type { LoadedMarket } from '#lab/tests/lab-market.ts';
import { backtestSource } from '#main/commands/backtest/backtest-market.ts';
import { openLabMarket } from '#main/lab/lab-market.ts';
import { storedMinute } from '#market/feed/stored-minute.ts';
import { checkCases } from '../support/property.ts';
import { type RandomStore, randomStore } from '../support/random-store.ts';
import { randomStrategy } from '../support/random-strategy.ts';
import { randomLadder } from '../support/random-week.ts';
import { storeUntil } from '../support/store-until.ts';
import { TEST_COSTS } from '../support/test-costs.ts';

const CASES = 10;
const MINUTES = 4_000;
const RUN_MINUTES = 900;
const WALLET = cashFrom('10000');
const SHORT_HOLES = [1, 2, 3, 4, 5];

interface Case {
  readonly market: RandomStore;
  readonly symbols: readonly string[];
  readonly kind: string;
  readonly params: BotParams;
  /** The first minute of the bot. */
  readonly from: Instant;
}

/** A bot and the holes of its market. */
interface Wanted extends Pick<Parameters<typeof randomStore>[1], 'holes' | 'holesMax' | 'hole'> {
  readonly bot: 'rules' | 'ladder';
  readonly minutes?: number;
  /** The first minute of the bot. */
  readonly first: number;
}

async function randomCase(dice: Chance, { bot, first, minutes = MINUTES, ...holes }: Wanted): Promise<Case> {
  const kind = bot === 'rules' ? ruleStrategy.kind : paperLadder.kind;
  const params = familyOf(kind).params.parse(bot === 'rules' ? randomStrategy(dice) : ladderOf(dice));
  const symbols = dice.pick([['ETHUSDT'], ['DOGEUSDT'], ['ETHUSDT', 'DOGEUSDT']]);
  const market = await randomStore(dice, { minutes, symbols, heldFrom: first, ...holes });
  return { market, symbols, kind, params, from: later(market.from, first * MINUTE_MS) };
}

/** A ladder that is accepted, and whose orders at the market come often enough that some meet a hole. */
function ladderOf(dice: Chance): LadderParamsInput {
  return {
    ...randomLadder(dice, dice.pick(['isolated', 'cross'])),
    ...{
      baseOrderSize: '200',
      safetyOrderSize: null,
      volumeScale: '1',
      stepScale: '1',
      customLevels: null,
      maxCycles: null,
    },
    ...{ safetyOrdersCount: dice.pick([0, 2]), activeSafetyOrders: null, stepPercent: dice.pick(['0.1', '0.5', '2']) },
    ...{ leverage: dice.pick([1, 5]), stopLossPercent: dice.pick([null, '8']), cooldownS: dice.pick([0, 60, 600]) },
    timeLimitS: dice.pick([null, 120, 900]),
  };
}

const firstOf = (dice: Chance) => MINUTES - RUN_MINUTES - dice.between(0, 400);

/** The run of the command over the saved files, which begins with the first minute of the bot. */
async function commandRun({ market, symbols, kind, params, from }: Case): Promise<BotRun> {
  const strategy = { kind, params, ladder: null, warnings: [] };
  const options = { files: null, grid: null, to: null, wallet: WALLET, fundingRate: null, isJson: true };
  const source = backtestSource(market.folder, { ...options, strategy, symbols, from });
  const instruments = new Map(source.instruments.map((one) => [one.symbol, one]));
  return runOn({ symbols, kind, params }, { ...(await source.load()), instruments });
}

/** The run of a stored test. */
async function labRun({ market, symbols, kind, params, from }: Case): Promise<BotRun> {
  const query = { symbols, from, to: market.to, warmUpMs: longestWarmUpMs(kind, [params]), costs: TEST_COSTS };
  return runOn({ symbols, kind, params }, await openLabMarket([market.folder]).load(query));
}

type Loaded = Pick<LoadedMarket, 'history' | 'span' | 'instruments'>;

function runOn({ symbols, kind, params }: Pick<Case, 'symbols' | 'kind' | 'params'>, loaded: Loaded): BotRun {
  const { history, span, instruments } = loaded;
  return { history, span, market: { instruments, slippage: SLIPPAGE }, symbols, kind, params, wallet: WALLET };
}

/** The records of a bot to which minutes of the market become known one after the other, as on paper; null where it is refused. */
function paperRecords({ market: { store, to }, symbols, kind, params, from }: Case): readonly AccountRecord[] | null {
  const opened = { wallet: WALLET, limit: null, minute: null, bots: [] };
  const account = simulateAccount(opened, { instruments: store.instruments, slippage: SLIPPAGE });
  const closeOf = (symbol: string) => ticks(at(store.candles(symbol, { from, to }), 0).close);
  const prices = Object.fromEntries(symbols.map((symbol) => [symbol, closeOf(symbol)]));
  const bot = reportBot({ kind, params, symbols });
  const created = account.command({ type: 'create', bot, autostart: true, prices }, later(from, -1));
  if (!created.ok) return null;
  let time = from;
  const closed = () => time;
  const read = { store: storeUntil(store, closed), marks: { candle: () => null }, closed };
  const records: AccountRecord[] = [];
  for (; time < to; time = later(time, MINUTE_MS)) records.push(...account.advance(storedMinute(read, time)));
  return records;
}

/** Compares the bot on paper with its backtests; returns the records of paper, none where the bot is refused. */
async function checkBacktests(one: Case): Promise<readonly AccountRecord[]> {
  try {
    const records = paperRecords(one) ?? [];
    const trades = records.filter(({ type }) => type === 'trade');
    if (records.length === 0) return [];
    for (const run of [await commandRun(one), await labRun(one)]) expect(botReport(run).trades).toEqual(trades);
    return records;
  } finally {
    one.market.remove();
  }
}

const hasTraded = (records: readonly AccountRecord[]) => records.some(({ type }) => type === 'trade');

it('a bot of rules on paper has the trades of the backtests that begin with its first minute, over stored minutes with holes', async () => {
  let traded = 0;
  await checkCases(CASES, async (dice) => {
    const holes = dice.next() < 0.5 ? {} : { holes: SHORT_HOLES, holesMax: 400 };
    const one = await randomCase(dice, { bot: 'rules', first: firstOf(dice), ...holes });
    if (hasTraded(await checkBacktests(one))) traded += 1;
  });
  expect(traded).toBeGreaterThan(1);
});

it('a ladder on paper has the trades of its backtests over stored minutes with holes of one to five minutes', async () => {
  let traded = 0;
  await checkCases(CASES / 2, async (dice) => {
    const one = await randomCase(dice, { bot: 'ladder', first: firstOf(dice), holes: SHORT_HOLES, holesMax: 400 });
    if (hasTraded(await checkBacktests(one))) traded += 1;
  });
  expect(traded).toBeGreaterThan(1);
});

it('a ladder on paper ends with its contract at the instant and the price of its backtests', async () => {
  let ended = 0;
  await checkCases(CASES / 2, async (dice) => {
    const first = 200;
    const from = first + dice.between(50, 400);
    const hole = { from, to: from + 7 * DAY_MINUTES + dice.between(0, 60) };
    const wanted = { bot: 'ladder', first, minutes: hole.to + 400, holesMax: 0, hole } as const;
    const records = await checkBacktests(await randomCase(dice, wanted));
    const isEnd = (record: AccountRecord) => record.type === 'cycle' && record.cycle.closeReason === 'delisting';
    if (records.some(isEnd)) ended += 1;
  });
  expect(ended).toBeGreaterThan(1);
});
