import { marketMinute } from '#engine/scan/market-minutes.ts';
import type { FigureName } from '#engine/sweep/figures.ts';
import { type BotReport, type BotRun, botReport, type Drive } from '#lab/report/bot-report.ts';
import type { RunFigures } from './race.ts';
import { type Heat, heat, threadMs } from './rounds.ts';
import { botRunOf, type Subject } from './subject.ts';

/** Reports before the first counted one: as many as the compiler needs to finish optimising. */
const WARM_UP = 120;
/** Reports per lap: enough to include their garbage collection, and for the coarse clock of a thread. */
const REPORTS = 10;
/** A lap takes a tenth of a second, so that a second of other load does not spoil a whole round. */
const LAPS = 15;

/** The account minute by minute, as in paper trading, instead of from event to event. */
const everyMinute: Drive = (account, history, { from, to, tell }) => {
  for (let minute = from; minute < to; minute += 1) tell(account.advance(marketMinute(history, minute)));
  return to - from;
};

interface ReportLap {
  /** Milliseconds of one report by the wall clock, and of its thread. */
  readonly wallMs: number;
  readonly threadMs: number;
}

/**
 * Full reports of one set: cycles, net cycles, orders, fills, funding, equity by day, statistics; without and with the
 * bot's log, sentence by sentence.
 */
export function openReports(subject: Subject, set: number, figures: RunFigures): Heat<'bare' | 'logged', ReportLap> {
  const warm = (hasLog: boolean): BotRun => {
    const run = botRunOf(subject, set, hasLog);
    for (let time = 0; time < WARM_UP; time += 1) expectSameTotals(botReport(run), figures);
    return run;
  };
  const [bare, logged] = [warm(false), warm(true)];
  return heat(LAPS, { bare: () => reportLap(bare), logged: () => reportLap(logged) }, (one, other) => ({
    wallMs: Math.min(one.wallMs, other.wallMs),
    threadMs: Math.min(one.threadMs, other.threadMs),
  }));
}

function reportLap(run: BotRun): ReportLap {
  const [begin, threadBegin] = [performance.now(), threadMs()];
  for (let time = 0; time < REPORTS; time += 1) botReport(run);
  return { wallMs: (performance.now() - begin) / REPORTS, threadMs: (threadMs() - threadBegin) / REPORTS };
}

/** Milliseconds of one bot whose account is walked through every minute. */
export function timeWalk(subject: Subject, set: number, figures: RunFigures): number {
  const run = botRunOf(subject, set);
  const begin = threadMs();
  const report = botReport(run, everyMinute);
  const ms = threadMs() - begin;
  expectSameTotals(report, figures);
  return ms;
}

/** The figures that a report and a row of the sweep both contain must be equal. */
function expectSameTotals({ totals, trades, results }: BotReport, figures: RunFigures): void {
  const told: Partial<Record<FigureName, number>> = {
    cycles: results.length,
    fills: trades.length,
    gross: totals.gross,
    commission: totals.commission,
    funding: totals.funding,
    liquidationFee: totals.liquidationFee,
    unrealized: totals.unrealized,
    equityEnd: totals.equityAtEnd,
  };
  for (const [name, value] of Object.entries(told)) {
    const wanted = figures[name as FigureName]; // The keys are those of the type above.
    if (value !== wanted) throw new Error(`the account's own ${name} is ${value}, the sweep's ${wanted}`);
  }
}
