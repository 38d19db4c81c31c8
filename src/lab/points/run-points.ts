import { assert, at } from '#base/assert.ts';
import type { Reason } from '#base/errors.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch } from '#engine/model/history.ts';
import { dayMarks, MARK_NUMBERS } from '#engine/sweep/day-marks.ts';
import { FIGURES, figuresAt } from '#engine/sweep/figures.ts';
import { isFollowedSet, strategyPlan } from '#engine/sweep/rules/strategy-plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import { firstClose } from '../first-close.ts';
import { type BotRun, botReport } from '../report/bot-report.ts';
import { hasUnknownRules } from '../report/unknown-rules.ts';
import { figuresOfReport } from '../sweep/account-figures.ts';
import { trialErrors } from '../trial-errors.ts';
import { committedAtOnce } from './committed-margin.ts';
import type { PointRun, PointRuns, PointTask } from './point-task.ts';
import { curveOfReport } from './report-curve.ts';

/** Runs every set over every span; those that the kernel supports side by side, the others on the account. */
export function runPoints(task: PointTask): readonly PointRuns[] {
  const kernel = task.sets.map((params) => sweptParams(task, params));
  const bySpan = task.spans.map((span) => runSpan(task, kernel, span));
  return task.sets.map((_, set) => bySpan.map((runs) => at(runs, set)));
}

function runSpan(task: PointTask, kernel: readonly (BotParams | null)[], span: Stretch): readonly PointRun[] {
  const refusals = task.sets.map((params) => spanRefusal(task, params, span));
  const swept = kernel.flatMap((params, set) => (params !== null && refusals[set] === null ? [{ params, set }] : []));
  const rows = sweepSets(task, swept, span);
  return task.sets.map((params, set) => {
    const reason = refusals[set] ?? null;
    if (reason !== null) return { type: 'refused', reason };
    const run = rows.get(set) ?? accountRun(task, params, span);
    const committed = committedOf(task, params, span);
    return { type: 'run', ...run, committed, hasUnknownRules: hasUnknownRules(botRunOf(task, params, span)) };
  });
}

type Run = Omit<Extract<PointRun, { type: 'run' }>, 'type' | 'committed' | 'hasUnknownRules'>;

/** The parameters where the kernel runs them as the account would; else null. */
function sweptParams({ kind, symbols, costs }: PointTask, given: BotParams): BotParams | null {
  if (symbols.length > 1 || costs.path !== 'pessimistic' || costs.volumeCap !== null) return null;
  const { success, data: params } = familyOf(kind).params.safeParse(given);
  return success && isFollowedSet({ kind, params }) ? params : null;
}

/** Why no bot of these parameters could begin with the first close of a stretch; null when one could. */
export function spanRefusal(
  { kind, wallet, ...task }: Omit<PointTask, 'sets' | 'spans'>,
  params: BotParams,
  { from }: Stretch,
): Reason | null {
  for (const symbol of task.symbols) {
    const { history, instrument } = marketOf(task, symbol);
    const [reason] = trialErrors({ kind, params }, { history, instrument, wallet, from });
    if (reason !== undefined) return reason;
  }
  return null;
}

function committedOf(task: PointTask, params: BotParams, { from }: Stretch) {
  const markets = task.symbols.map((symbol) => {
    const { history, instrument } = marketOf(task, symbol);
    const price = firstClose(history, from);
    assert(price !== null, 'a symbol without candles was refused');
    return { instrument, price };
  });
  return committedAtOnce({ kind: task.kind, params, markets });
}

function marketOf({ history, instruments }: Pick<PointTask, 'history' | 'instruments'>, symbol: string) {
  const [stored, instrument] = [history.symbols.get(symbol), instruments.get(symbol)];
  assert(stored !== undefined && instrument !== undefined, `${symbol} has a past and an instrument`);
  return { history: stored, instrument };
}

function sweepSets(
  task: PointTask,
  swept: readonly { readonly params: BotParams; readonly set: number }[],
  span: Stretch,
): ReadonlyMap<number, Run> {
  if (swept.length === 0) return new Map();
  const { history, instrument } = marketOf(task, at(task.symbols, 0));
  const account = { wallet: task.wallet, slippage: task.costs.slippage };
  const plans = swept.map(({ params }) => strategyPlan({ kind: task.kind, params }, instrument, account));
  const figures = new Float64Array(swept.length * FIGURES);
  const perRun = dayMarks(history.columns.start, span).length;
  const marks = { rows: new Float64Array(swept.length * perRun * MARK_NUMBERS), perRun };
  sweepLadders(history, plans, { ...span, figures, marks });
  const curveOf = (place: number) =>
    marks.rows.slice(place * perRun * MARK_NUMBERS, (place + 1) * perRun * MARK_NUMBERS);
  return new Map(
    swept.map(({ set }, place) => [set, { figures: figuresAt(figures, place * FIGURES), curve: curveOf(place) }]),
  );
}

function accountRun(task: PointTask, params: BotParams, span: Stretch): Run {
  const report = botReport(botRunOf(task, params, span));
  return { figures: figuresOfReport(report), curve: curveOfReport(report, task.history, span) };
}

function botRunOf(
  { history, instruments, symbols, kind, wallet, costs }: PointTask,
  params: BotParams,
  span: Stretch,
): BotRun {
  const { slippage, path, volumeCap } = costs;
  const market = { instruments, slippage, path, hasLog: false, ...(volumeCap === null ? {} : { volumeCap }) };
  return { history, market, symbols, kind, params, wallet, span };
}
