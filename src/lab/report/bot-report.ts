import { assert } from '#base/assert.ts';
import { add, type Cash, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import { type Instant, later } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import type { AccountInSimulation, BotSnapshot, Market } from '#engine/model/account.ts';
import type { BotKind, CommandPrices, EngineBot } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import type { AccountRecord, CycleRecord, NetCycleRecord } from '#engine/model/record.ts';
import { type RunStatistics, statisticsOf } from '#engine/report/metrics.ts';
import { tallyOf } from '#engine/report/run-figures.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { type Passage, runHistory } from '#engine/simulation/run-history.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { firstClose } from '../first-close.ts';
import { type EquityCurve, openEquityCurve, openResultAt } from './equity-curve.ts';
import { type Gathered, type GatheredState, openGathering } from './gather-records.ts';
import { type BotHalt, haltsOf } from './halts.ts';
import { type ReportFlag, reportFlags } from './report-flags.ts';

/** The bot of a report; its rows carry this id. */
export const REPORT_BOT = 'backtest';

/** One bot alone on a wallet, over a stored past. */
export interface BotRun {
  readonly history: MarketHistory;
  /** Instruments with their fees, the slippage, and whether the bot's log is part of the report. */
  readonly market: Market;
  /** Each symbol once; all of them lie in the history and in the market. */
  readonly symbols: readonly string[];
  readonly kind: BotKind;
  readonly params: BotParams;
  readonly wallet: Cash;
  /** The minutes to run; omitted, all. Those before them are the past that rules read. */
  readonly span?: Stretch;
  /** The id that its rows carry; omitted, that of a report. */
  readonly botId?: string;
}

/** Sums over cycles: `result` = gross + funding − commission − liquidation fee. */
export interface CostSums {
  readonly gross: Cash;
  readonly commission: Cash;
  readonly funding: Cash;
  readonly liquidationFee: Cash;
  readonly result: Cash;
}

/** Sums of all cycles, the open ones included. */
export interface ReportTotals extends CostSums {
  /** Open results at the last close. */
  readonly unrealized: Cash;
  /** The wallet at the start. */
  readonly equityAtStart: Cash;
  /** Wallet and open results at the end: equity at the start + result + unrealized. */
  readonly equityAtEnd: Cash;
}

/** Everything that one run comes to. Rows in the order in which they began; money in cash, prices in ticks. */
export interface BotReport extends Gathered {
  /** Open of the first minute, and end of the last one. */
  readonly start: Instant;
  readonly end: Instant;
  /** The bot at the end of the run. */
  readonly bot: EngineBot;
  /** Wallet plus open results, and its deepest fall. */
  readonly equity: EquityCurve;
  readonly totals: ReportTotals;
  readonly statistics: RunStatistics;
  /** What held the bot back, since when and until when, in the order in which it began. */
  readonly halts: readonly BotHalt[];
  readonly flags: readonly ReportFlag[];
}

/** A run with its report. */
export interface ReportedRun {
  readonly run: BotRun;
  readonly report: BotReport;
  /** The minutes of it. */
  readonly span: Stretch;
}

/** How an account is led through a history. */
export type Drive = (account: AccountInSimulation, history: MarketHistory, passage: Passage) => number;

/**
 * Makes a bot before the first minute of a history, runs it to the last, and reports everything that happened. Its
 * parameters are ones that `trialErrors` finds nothing against on any of the symbols.
 */
export function botReport(run: BotRun, drive: Drive = runHistory): BotReport {
  const { history, market, wallet } = run;
  const account = simulateAccount({ wallet, limit: null, minute: null, bots: [] }, { hasSteps: false, ...market });
  const command = { type: 'create', bot: reportBot(run), autostart: true, prices: firstCloses(run) } as const;
  const created = account.command(command, later(instantAt(history, spanOf(run).from), -1));
  assert(created.ok, 'a bot is reported on where its parameters pass');
  return reportOn(run, { account, told: created.value, drive });
}

/** The report of a run whose bot was just started in an account of its own; `told` is what the account said of that. */
export function reportOn(
  run: BotRun,
  begun: { readonly account: AccountInSimulation; readonly told: readonly AccountRecord[]; readonly drive: Drive },
): BotReport {
  const { history, market, wallet } = run;
  const { account, told, drive } = begun;
  const span = spanOf(run);
  const [start, end] = [instantAt(history, span.from), instantAt(history, span.to)];
  const pencil = openEquityCurve({ history, span, instruments: market.instruments, wallet, symbols: run.symbols });
  const { atoms } = reportBot(run);
  const { gathered, state, gather } = openGathering({ wallet, atoms, onBooking: pencil.drawUntil });
  gather(told);
  drive(account, history, { ...span, tell: gather });
  const ended = account.bot(idOf(run));
  assert(ended !== null, 'the account has the bot');
  gather(openEpisodes(ended, idOf(run)));
  const equity = pencil.finish(state);
  const totals = totalsOf(run, gathered.cycles, state);
  const { points: curve, drawdown } = equity;
  const statistics = statisticsOf({ results: tallyOf(gathered.results), curve, depth: drawdown?.depth ?? 0 });
  const halts = haltsOf({ gathered, state, history, span });
  const flags = reportFlags({ gathered, statistics, state, halts, history, span });
  return { ...gathered, start, end, bot: ended.bot, equity, totals, statistics, halts, flags };
}

function idOf({ botId = REPORT_BOT }: Pick<BotRun, 'botId'>): string {
  return botId;
}

function spanOf({ history, span }: BotRun): Stretch {
  return span ?? { from: 0, to: history.minutes };
}

/** The bot of a run before it is started. */
export function reportBot(run: Pick<BotRun, 'kind' | 'params' | 'symbols' | 'botId'>): EngineBot {
  const { kind, params, symbols } = run;
  return newEngineBot({ botId: idOf(run), kind, symbols, params, paramsVersion: 1 });
}

function firstCloses(run: BotRun): CommandPrices {
  const { history, symbols } = run;
  return Object.fromEntries(
    symbols.flatMap((symbol) => {
      const stored = history.symbols.get(symbol);
      const close = stored === undefined ? null : firstClose(stored, spanOf(run).from);
      return close === null ? [] : [[symbol, close]];
    }),
  );
}

/** As they stand at the end; of those that ended before, the account has told. */
function openEpisodes({ netCycles }: BotSnapshot, botId: string): readonly NetCycleRecord[] {
  return netCycles.flatMap(({ symbol, open }) =>
    open === null ? [] : [{ type: 'net-cycle' as const, botId, symbol, netCycle: open }],
  );
}

function totalsOf(run: BotRun, cycles: readonly CycleRecord[], state: GatheredState): ReportTotals {
  const { history, market, wallet } = run;
  const end = instantAt(history, spanOf(run).to);
  const sums = sumsOf(cycles);
  const unrealized = sum(
    state.atoms.map((atom) => openResultAt({ history, instruments: market.instruments }, atom, end)),
  );
  assert(add(wallet, sums.result) === state.wallet, 'the cycles account for every change of the wallet');
  return {
    ...sums,
    unrealized,
    equityAtStart: wallet,
    equityAtEnd: add(state.wallet, unrealized),
  };
}

/** In one pass: the cycles of a long past lie far apart in memory. */
export function sumsOf(cycles: readonly CycleRecord[]): CostSums {
  let [gross, commission, funding, liquidationFee] = [ZERO_CASH, ZERO_CASH, ZERO_CASH, ZERO_CASH];
  for (const { cycle } of cycles) {
    gross = add(gross, cycle.gross);
    commission = add(commission, cycle.commission);
    funding = add(funding, cycle.funding);
    liquidationFee = add(liquidationFee, cycle.liquidationFee);
  }
  const result = subtract(subtract(add(gross, funding), commission), liquidationFee);
  return { gross, commission, funding, liquidationFee, result };
}
