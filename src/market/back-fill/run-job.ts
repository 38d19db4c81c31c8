import { AppError } from '#base/errors.ts';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import type { AskedMarket } from '../feed/ask-page.ts';
import { type FillRules, fillFunding, fillPage } from '../feed/fill-past.ts';
import { inTurns } from '../feed/in-turns.ts';
import { asking } from '../feed/retry.ts';
import type { MinuteSpan } from '../store/span-set.ts';
import type { BackFillState } from './back-fill-job.ts';
import type { RoomForPage } from './budget-room.ts';
import { fillingOrder, planPages, type SymbolPlan } from './plan.ts';

/** Concurrent requests. */
const PAGES_AT_ONCE = 4;
/** How often received minutes are written to the files; a kill loses no more than that. Wall time. */
const SAVE_MS = 5_000;

/** The fields of a job that change while it runs. */
export interface RunningJob {
  state: BackFillState;
  pagesDone: number;
  pagesTotal: number;
  pagesSkipped: number;
  minutesDone: number;
  symbol: string | null;
  problem: string | null;
}

/** What a job runs on. */
export interface JobRun {
  readonly market: AskedMarket;
  readonly rules: FillRules;
  readonly watched: readonly string[];
  readonly room: RoomForPage;
  /** The part of the exchange's budget that its pages may use. */
  readonly share: number;
  readonly job: RunningJob;
  /** Called on every change of the job. */
  readonly changed: () => void;
}

/** Requested minutes; null as in a job. */
export interface JobWish {
  readonly symbols: readonly string[] | null;
  readonly from: Instant | null;
  readonly to: Instant;
}

/**
 * Requests everything that is missing of a wish, symbol by symbol, newest page first.
 * @throws AbortError when the rules' signal is aborted
 */
export async function runJob(run: JobRun, { symbols, from, to }: JobWish): Promise<void> {
  const { market, job, changed } = run;
  const { store } = market;
  const wanted = symbols ?? [...store.instruments.keys()];
  const order = fillingOrder(wanted, run.watched, await turnoverOf(run));
  const plans = planPages(store, { symbols: order, from, to });
  job.pagesTotal = plans.reduce((sum, { pages }) => sum + pages.length, 0);
  changed();
  let savedMs = Date.now();
  const filled = new Set<string>();
  // The other symbols only received stream minutes, which can wait for the end of the market day.
  const save = async (): Promise<void> => {
    const symbols = [...filled];
    filled.clear();
    savedMs = Date.now();
    await store.save(symbols);
  };
  const saveSoon = async (symbol: string): Promise<void> => {
    filled.add(symbol);
    if (Date.now() - savedMs >= SAVE_MS) await save();
  };
  try {
    for (const plan of plans) {
      job.symbol = plan.symbol;
      await fillPlan(run, plan, saveSoon);
      await saveSoon(plan.symbol);
    }
  } finally {
    if (job.symbol !== null) filled.add(job.symbol);
    job.symbol = null;
    await save();
  }
}

async function fillPlan(
  run: JobRun,
  { symbol, span, pages }: SymbolPlan,
  saveSoon: (symbol: string) => Promise<void>,
): Promise<void> {
  const { market, rules } = run;
  await inTurns(pages, PAGES_AT_ONCE, async (page) => {
    await runPage(run, symbol, page);
    await saveSoon(symbol);
  });
  await bearing(run, () => fillFunding(market, rules, symbol, span));
}

async function runPage(run: JobRun, symbol: string, page: MinuteSpan): Promise<void> {
  const { market, rules, job, changed } = run;
  const { store } = market;
  // Others may have requested it meanwhile.
  for (const hole of [...store.missing(symbol, page), ...store.unverified(symbol, page)]) {
    const isAnswered = await bearing(run, async () => {
      await run.room({ share: run.share, signal: rules.signal, paused: () => setState(run, 'paused') });
      await fillPage(market, rules, symbol, hole);
    });
    if (!isAnswered) job.pagesSkipped += 1;
    else job.minutesDone += (hole.to - hole.from) / MINUTE_MS;
  }
  job.pagesDone += 1;
  changed();
}

/**
 * Requests one page. Waits for an unreachable exchange; an invalid answer is noted and skipped, because one broken page
 * must not stop a year.
 * @returns whether it was done
 */
async function bearing(run: JobRun, work: () => Promise<void>): Promise<boolean> {
  for (;;) {
    try {
      await work();
      setState(run, 'running');
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      run.job.problem = error.message;
      if (error.code !== 'EXCHANGE_UNAVAILABLE') return false;
      setState(run, 'paused');
    }
  }
}

function setState({ job, changed }: JobRun, state: BackFillState): void {
  if (job.state === state) return;
  job.state = state;
  changed();
}

/** Turnover of 24 hours by symbol; empty if the exchange does not answer, because the order is only a convenience. */
async function turnoverOf({ rules }: JobRun): Promise<ReadonlyMap<string, number>> {
  try {
    const tickers = await asking({ ...rules, failuresMax: 0 }, () => rules.source.tickers());
    return new Map(tickers.map(({ symbol, quoteVolume }) => [symbol, quoteVolume]));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Map();
  }
}
