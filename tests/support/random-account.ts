import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { AccountSnapshot, Market, MarketMinute } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { type CandlePrices, DOGE, ETH, marketOf, minutesOf, START, START_PRICES } from './market.ts';
import { randomDeal } from './random-deals.ts';
import { type CreateCommand, withStoredBots } from './stored-bots.ts';

const MINUTES = 240;

export interface RandomRun {
  readonly market: Market;
  readonly minutes: readonly MarketMinute[];
  readonly records: readonly AccountRecord[];
  readonly account: ReturnType<typeof simulateAccount>;
  readonly wallet: Cash;
  /** The snapshots stored after the requested minutes. */
  readonly snapshots: readonly { readonly index: number; readonly snapshot: AccountSnapshot }[];
}

interface RandomRunOptions {
  readonly restartEvery?: number;
  readonly snapshotEvery?: number;
  /** Omitted: no marks. `last` marks equal the candles; `apart` marks differ from them and are sometimes missing. */
  readonly marks?: 'last' | 'apart';
  /** Draws deals by hand, too; omitted: none. */
  readonly deals?: Chance;
}

/** A random account: one to three bots on two symbols, random walks with jumps, funding and occasional commands. */
export function randomRun(dice: Chance, options: RandomRunOptions = {}): RandomRun {
  const wallet = cashFrom('5000');
  const market = marketOf([ETH, DOGE], '0.0005');
  const minutes = randomMinutes(dice, options.marks ?? null);
  const told = [...randomCommands(dice), ...randomDeals(options.deals)].sort((one, other) => one.index - other.index);
  const { opened, commands } = withStoredBots({ wallet, limit: null, minute: null, bots: [] }, told);
  let account = simulateAccount(opened, market);
  const records: AccountRecord[] = [];
  const snapshots: { index: number; snapshot: AccountSnapshot }[] = [];
  const say = (command: BotCommand, index: number): void => {
    const outcome = account.command(command, instantOf(START + index * MINUTE_MS - 1));
    if (outcome.ok) records.push(...outcome.value);
  };
  for (const [index, minute] of minutes.entries()) {
    for (const { command } of commands.filter((one) => one.index === index)) say(command, index);
    records.push(...account.advance(minute));
    if (options.snapshotEvery !== undefined && index % options.snapshotEvery === 0) {
      snapshots.push({ index, snapshot: account.snapshot() });
    }
    if (options.restartEvery === undefined || index % options.restartEvery !== 0) continue;
    account = simulateAccount(JSON.parse(JSON.stringify(account.snapshot())) as AccountSnapshot, market, minute); // As it is stored.
  }
  return { market, minutes, records, account, wallet, snapshots };
}

function randomMinutes(dice: Chance, marks: 'last' | 'apart' | null): readonly MarketMinute[] {
  const funding = { ETHUSDT: { 30: '0.0003', 120: '-0.0002' }, DOGEUSDT: { 30: '-0.0001', 120: '0.0004' } };
  const candles = { ETHUSDT: randomCandles(dice, 200_000), DOGEUSDT: randomCandles(dice, 20_000) };
  const volume = dice.pick([2_000, 20_000, 10_000_000]);
  if (marks === null) return minutesOf(candles, { funding, volume });
  const { ETHUSDT, DOGEUSDT } = candles;
  if (marks === 'last') return minutesOf(candles, { funding, volume, marks: candles });
  return minutesOf(candles, {
    funding,
    volume,
    marks: { ETHUSDT: marksApart(dice, ETHUSDT), DOGEUSDT: marksApart(dice, DOGEUSDT) },
  });
}

/** Two thirds of the marks are candles shifted as a whole by up to one percent; the rest are missing. */
function marksApart(dice: Chance, candles: readonly CandlePrices[]): (CandlePrices | null)[] {
  return candles.map((prices) => {
    const shift = 1 + (dice.next() * 2 - 1) / 100;
    // `map` keeps the four prices, which the compiler cannot see.
    const moved = prices.map((price) => Math.max(1, Math.round(price * shift))) as unknown as CandlePrices;
    return dice.pick([moved, moved, null]);
  });
}

function randomCandles(dice: Chance, start: number): CandlePrices[] {
  const candles: CandlePrices[] = [];
  const volatility = dice.pick([0.001, 0.004, 0.015]);
  let price = start;
  const moved = (from: number): number => Math.max(10, Math.round(from * (1 + (dice.next() * 2 - 1) * volatility)));
  for (let index = 0; index < MINUTES; index += 1) {
    const open = dice.next() < 0.03 ? moved(moved(price)) : price;
    const [a, b, close] = [moved(open), moved(open), moved(open)];
    candles.push([open, Math.max(open, a, b, close), Math.min(open, a, b, close), close]);
    price = close;
  }
  return candles;
}

interface Told {
  /** The command is given before this minute. */
  readonly index: number;
  readonly command: BotCommand;
}

/** Deals of bots that may exist, at prices that the market may have left. */
function randomDeals(dice: Chance | undefined): readonly Told[] {
  if (dice === undefined) return [];
  return Array.from({ length: 12 }, () => {
    const command = randomDeal(dice, `bot${dice.between(0, 2)}`, START_PRICES);
    return { index: dice.between(20, 230), command };
  });
}

function randomCommands(dice: Chance): readonly Told[] {
  const told: Told[] = [];
  const at = (index: number, command: BotCommand): unknown => told.push({ index, command });
  for (let number = 0; number < dice.between(1, 3); number += 1) {
    const botId = `bot${number}`;
    at(
      dice.between(0, 20),
      botCommand(randomParams(dice), botId, dice.pick([['ETHUSDT'], ['DOGEUSDT'], ['DOGEUSDT', 'ETHUSDT']])),
    );
    const position = dice.pick(['protect', 'close', 'detach'] as const);
    if (dice.next() < 0.5) at(dice.between(60, 150), { type: 'stop', botId, position });
    if (dice.next() < 0.5) at(dice.between(150, 200), { type: 'restart', botId });
    if (dice.next() < 0.2) at(dice.between(60, 200), { type: 'finish', botId });
    if (dice.next() < 0.3)
      at(dice.between(40, 200), {
        type: 'set-conditions',
        botId,
        stopLossPercent: '9',
        takeProfitPercent: '0.7',
        isConfirmed: true,
        prices: START_PRICES,
      });
    if (dice.next() < 0.3)
      at(dice.between(40, 200), { type: 'set-entries', botId, isBuyEnabled: false, isSellEnabled: false });
  }
  return told.toSorted((one, other) => one.index - other.index);
}

function randomParams(dice: Chance): LadderParamsInput {
  const safetyOrdersCount = dice.between(0, 4);
  return {
    direction: dice.pick(['buy', 'sell', 'both']),
    baseOrderSize: dice.pick(['60', '200.5', '999']),
    baseOrderType: dice.pick(['market', 'market', 'limit']),
    baseOrderTtlS: 300,
    safetyOrderSize: dice.pick([null, '80', '333.33']),
    safetyOrdersCount,
    activeSafetyOrders: safetyOrdersCount > 1 ? dice.pick([null, 1]) : null,
    stepPercent: dice.pick(['0.2', '0.5', '1']),
    stepScale: dice.pick(['1', '1.3']),
    volumeScale: dice.pick(['1', '1.5']),
    takeProfitPercent: dice.pick(['0.3', '1', null]),
    tpBasis: dice.pick(['average', 'base']),
    tpNetOfFees: dice.pick([true, false]),
    tpOrder: dice.pick(['limit', 'market_trigger']),
    trailingPercent: dice.pick([null, null, '0.2']),
    stopLossPercent: dice.pick([null, '6']),
    slBasis: dice.pick(['base', 'average']),
    cooldownS: dice.pick([0, 600]),
    leverage: dice.pick([5, 20, 75]),
    marginType: dice.pick(['isolated', 'cross']),
    timeLimitS: dice.pick([null, null, 3_600]),
  };
}

/** The command that creates and starts a bot with these parameters, at the prices most tests begin with. */
export function botCommand(
  input: LadderParamsInput,
  botId = 'bot',
  symbols: readonly string[] = ['ETHUSDT'],
): CreateCommand {
  const params: LadderParams = ladderParams.parse(input);
  const bot = newEngineBot({ botId, kind: paperLadder.kind, symbols, params, paramsVersion: 1 });
  return { type: 'create', bot, autostart: true, prices: START_PRICES };
}
