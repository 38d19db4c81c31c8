import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { ticks } from '#base/exact.ts';
import type { Chance } from '#base/prng.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { familyOf } from '#engine/bots/families.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { longestWarmUpMs } from '#engine/bots/warm-up.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
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

const CASES = 16;
const MINUTES = 5_000;
const RUN_MINUTES = 900;
const WALLET = cashFrom('10000');
const { kind } = ruleStrategy;
const COSTS = {
  ...{ makerFeePercent: null, takerFeePercent: null, slippagePercent: '0.05', spreadPercent: '0' },
  ...{ volumeCapPercent: '10', fundingRatePercent: null, brackets: 'contract' as const },
};

interface Case {
  readonly market: RandomStore;
  readonly symbols: readonly string[];
  readonly params: BotParams;
  /** The first minute of the bot. */
  readonly from: Instant;
}

async function randomCase(dice: Chance): Promise<Case> {
  const params = familyOf(kind).params.parse(randomStrategy(dice));
  const first = MINUTES - RUN_MINUTES - dice.between(0, 400);
  const market = await randomStore(dice, { minutes: MINUTES, heldFrom: first });
  const symbols = dice.pick([['ETHUSDT'], ['DOGEUSDT'], ['ETHUSDT', 'DOGEUSDT']]);
  return { market, symbols, params, from: later(market.from, first * MINUTE_MS) };
}

/** The run of the command over the saved files, which begins with the first minute of the bot. */
async function commandRun({ market, symbols, params, from }: Case): Promise<BotRun> {
  const strategy = { kind, params, ladder: null, warnings: [] };
  const options = { files: null, grid: null, to: null, wallet: WALLET, fundingRate: null, isJson: true };
  const source = backtestSource(market.folder, { ...options, strategy, symbols, from });
  const instruments = new Map(source.instruments.map((one) => [one.symbol, one]));
  return runOn({ symbols, params }, { ...(await source.load()), instruments });
}

/** The run of a stored test. */
async function labRun({ market, symbols, params, from }: Case): Promise<BotRun> {
  const query = { symbols, from, to: market.to, warmUpMs: longestWarmUpMs(kind, [params]), costs: COSTS };
  return runOn({ symbols, params }, await openLabMarket([market.folder]).load(query));
}

type Loaded = Pick<LoadedMarket, 'history' | 'span' | 'instruments'>;

function runOn({ symbols, params }: Pick<Case, 'symbols' | 'params'>, { history, span, instruments }: Loaded): BotRun {
  return { history, span, market: { instruments, slippage: SLIPPAGE }, symbols, kind, params, wallet: WALLET };
}

/** The trades of a bot that reads the stored market minute by minute, as on paper; null where it is refused. */
function paperTrades({ market: { store, to }, symbols, params, from }: Case): readonly AccountRecord[] | null {
  const opened = { wallet: WALLET, limit: null, minute: null, bots: [] };
  const account = simulateAccount(opened, { instruments: store.instruments, slippage: SLIPPAGE });
  const closeOf = (symbol: string) => ticks(at(store.candles(symbol, { from, to }), 0).close);
  const prices = Object.fromEntries(symbols.map((symbol) => [symbol, closeOf(symbol)]));
  const bot = reportBot({ kind, params, symbols });
  const created = account.command({ type: 'create', bot, autostart: true, prices }, later(from, -1));
  if (!created.ok) return null;
  const read = { store, marks: { candle: () => null }, closed: () => later(to, -MINUTE_MS) };
  const records: AccountRecord[] = [];
  for (let time = from; time < to; time = later(time, MINUTE_MS))
    records.push(...account.advance(storedMinute(read, time)));
  return records.filter(({ type }) => type === 'trade');
}

it('a bot of rules on paper has the trades of the backtests that begin with its first minute, over stored minutes with holes', async () => {
  let traded = 0;
  await checkCases(CASES, async (dice) => {
    const one = await randomCase(dice);
    try {
      const trades = paperTrades(one);
      if (trades === null) return;
      for (const run of [await commandRun(one), await labRun(one)]) expect(botReport(run).trades).toEqual(trades);
      if (trades.length > 0) traded += 1;
    } finally {
      one.market.remove();
    }
  });
  expect(traded).toBeGreaterThan(CASES / 4);
});
