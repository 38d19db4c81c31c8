import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { rateFrom } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import type { Account } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { CycleRecord } from '#engine/model/record.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { type CandlePrices, marketOf, minutesOf } from '../support/market.ts';
import { botCommand } from '../support/random-account.ts';
import { afterMinutes, EMPTY } from '../support/small-account.ts';
import { instrumentOf, singleTier } from '../support/worked-examples.ts';

/**
 * A folder with `freqtrade/backtest_results/backtest-result.json.gz` and `candles/spot2018/5m`: test data of freqtrade, whose
 * licence keeps it out of this repository.
 */
const FOLDER = process.env['FREQTRADE_DATA'];
const BAR_MS = 300_000;

/** Prices in bitcoin, here in millionths of one, so that a satoshi is a tick and a stake is worth a whole number of cents. */
const TICKS_OF_BITCOIN = 1e8;
const FEE = rateFrom('0.0025');
const PAIR = {
  ...instrumentOf({
    symbol: 'ETHUSDT',
    tick: '0.01',
    step: '0.000001',
    notionalMin: '1',
    brackets: singleTier('0.004'),
  }),
  ...{ makerFee: FEE, takerFee: FEE },
};
/** What its strategy takes for profit enough, from so many bars after the entry on; below it lies a stop of 10 %. */
const ROI = [
  { bars: 0, percent: '4' },
  { bars: 4, percent: '2' },
  { bars: 6, percent: '1' },
] as const;
/** From here on it also leaves without a profit, which is no take profit. */
const BARS_OF_ROI = 8;

const tradeSchema = z.object({
  pair: z.string(),
  open_timestamp: z.number(),
  close_timestamp: z.number(),
  open_rate: z.number(),
  close_rate: z.number(),
  profit_ratio: z.number(),
  exit_reason: z.string(),
});
type Trade = z.output<typeof tradeSchema>;

const unpacked = (...place: string[]) => gunzipSync(readFileSync(path.join(FOLDER ?? '', ...place))).toString();

function storedTrades(): readonly Trade[] {
  const trades = z.object({ trades: z.array(tradeSchema) });
  const results = z.object({ strategy: z.object({ StrategyTestV3: trades }) });
  const file = unpacked('freqtrade', 'backtest_results', 'backtest-result.json.gz');
  return results.parse(JSON.parse(file)).strategy.StrategyTestV3.trades;
}

/** The candles of a pair by when they opened, in ticks. */
function candlesOf(pair: string): ReadonlyMap<number, CandlePrices> {
  const name = `${pair.replace('/', '')}-5m-20180110-20180130.csv.gz`;
  const rows = unpacked('candles', 'spot2018', '5m', name).trim().split('\n').slice(1);
  return new Map(
    rows.map((row) => {
      const [time, open, high, low, close] = row.split(',').map(Number);
      return [time ?? 0, [open, high, low, close].map((price) => Math.round((price ?? 0) * TICKS_OF_BITCOIN)) as never];
    }),
  );
}

function give(account: Account, command: BotCommand, minutes: number): void {
  const outcome = account.command(command, afterMinutes(minutes));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reasons));
}

/** A bot that enters where freqtrade entered; a candle stands for a minute. */
function lived({ open_timestamp: openedAt }: Trade, candles: ReadonlyMap<number, CandlePrices>) {
  const account = simulateAccount(EMPTY, marketOf([PAIR]));
  const times = Array.from({ length: candles.size }, (_, bar) => openedAt + (bar - 1) * BAR_MS);
  const known = times.map((time) => candles.get(time)).filter((candle) => candle !== undefined);
  const prices = { ETHUSDT: ticks(known[0]?.[3] ?? 0) };
  const params = { baseOrderSize: '1000', safetyOrdersCount: 0, stopLossPercent: '10', leverage: 1 };
  const bot = botCommand({ ...params, takeProfitPercent: ROI[0].percent, slWorkingType: 'last', maxCycles: 1 });
  give(account, { ...bot, prices }, 0);
  let last: CycleRecord | null = null;
  for (const [index, minute] of minutesOf({ ETHUSDT: known }, { volume: 2_000_000_000 }).entries()) {
    const step = ROI.find(({ bars }) => bars > 0 && bars === index - 1);
    if (step !== undefined) {
      const exits = { stopLossPercent: '10', takeProfitPercent: step.percent };
      const now = { ETHUSDT: ticks(known[index - 1]?.[3] ?? 0) };
      give(account, { type: 'set-conditions', botId: 'bot', ...exits, isConfirmed: true, prices: now }, index);
    }
    for (const record of account.advance(minute)) if (record.type === 'cycle') last = record;
    if (last?.cycle.endAt !== null && last !== null) return { ...last.cycle, bars: index - 1 };
  }
  throw new Error('the bot leaves before the candles end');
}

/** Of its floating-point prices, in ticks. */
const ROUNDING = 0.001;

/** One of its trades beside our cycle: prices in ticks, profit as a share of the stake with both fees. */
function compared(trade: Trade, candles: ReadonlyMap<number, CandlePrices>) {
  const { bars, closeReason, entryQuantity, entryCost, exitValue, gross, commission } = lived(trade, candles);
  const price = (value: number) => value / entryQuantity / PAIR.cashPerTickStep;
  const entry = price(entryCost);
  const [exit, theirExit] = [price(exitValue), trade.close_rate * TICKS_OF_BITCOIN];
  const [open] = candles.get(trade.close_timestamp) ?? [0];
  return {
    ...{ entry, exit, theirExit, bars, closeReason },
    theirBars: (trade.close_timestamp - trade.open_timestamp) / BAR_MS,
    // Its profit was enough before the candle began: we leave at the open, freqtrade books what it asked for.
    isAtOpen: exit === open && open > theirExit,
    profitApart: (gross - commission) / (entryCost * (1 + 0.0025)) - trade.profit_ratio,
    tickShare: 1 / entry,
  };
}

it.skipIf(FOLDER === undefined)(
  'a bot enters and leaves as the stored backtest of freqtrade on its candles (skipped unless FREQTRADE_DATA names their folder)',
  () => {
    const trades = storedTrades();
    const candles = new Map([...new Set(trades.map(({ pair }) => pair))].map((pair) => [pair, candlesOf(pair)]));
    for (const { pair, open_timestamp: at, open_rate: rate } of trades)
      expect(candles.get(pair)?.get(at)?.[0]).toBe(Math.round(rate * TICKS_OF_BITCOIN)); // It enters at opens, too.

    // Of the others 122 left without a profit after forty minutes, and 3 at the end of its data.
    const comparable = trades.filter(({ exit_reason: reason, close_timestamp: closed, open_timestamp: opened }) =>
      reason === 'roi' ? closed - opened < BARS_OF_ROI * BAR_MS : reason === 'stop_loss',
    );
    const told = comparable.map((trade) => compared(trade, candles.get(trade.pair) ?? new Map()));
    expect(told.map(({ bars }) => bars)).toEqual(told.map(({ theirBars }) => theirBars));
    expect(told.map(({ closeReason }) => closeReason)).toEqual(
      comparable.map(({ exit_reason: reason }) => (reason === 'roi' ? 'take_profit' : reason)),
    );
    expect([told.length, told.filter(({ isAtOpen }) => isAtOpen).length]).toEqual([54, 9]);
    for (const { exit, theirExit, isAtOpen, profitApart, tickShare } of told) {
      if (isAtOpen) expect(profitApart).toBeGreaterThan(0);
      else {
        // Its prices lie between the ticks; ours are rounded up, a take profit for the profit and a stop towards the market.
        expect(exit - theirExit).toBeGreaterThan(-ROUNDING);
        expect(exit - theirExit).toBeLessThan(1 + ROUNDING);
        expect(Math.abs(profitApart)).toBeLessThan(tickShare * (1 + ROUNDING));
      }
    }
  },
);
