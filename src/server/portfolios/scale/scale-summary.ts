import { at } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, cash, larger, sum, ZERO_CASH } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import type { tryScale } from '#contract/risk/try-scale.ts';
import type { LeftOut, ScaleSums, ScaleTrack, ScaleTrial } from '#ports/trials/scale-trials.ts';
import type { PastCycleRow } from '#storage/cycles/past-cycles.ts';
import type { Period } from '#storage/period.ts';
import { cashOf, timeText } from '../../http/text.ts';

type ScaleReply = Reply<typeof tryScale>;
type Figures = ScaleReply['total']['before'];

/** Puts the trials of the symbols of a portfolio together. */
export class ScaleSummary {
  private readonly symbols: ScaleReply['symbols'] = [];
  private readonly leftOut: LeftOut[] = [];
  private readonly fundingAssumed: string[] = [];
  private readonly before: ScaleSums[] = [];
  private readonly after: ScaleSums[] = [];
  private againResult: Cash = ZERO_CASH;
  private blocked = 0;

  /** @param trial - of its cycles, or why none of them could be tried */
  add(symbol: string, rows: readonly PastCycleRow[], trial: ScaleTrial | LeftOut['code']): void {
    if (typeof trial === 'string') {
      this.leftOut.push(...rows.map(({ result }) => ({ code: trial, result: cashOf(result) })));
      return;
    }
    const { before, after, blocked, againResult, leftOut, isFundingAssumed } = trial;
    this.leftOut.push(...leftOut);
    if (before.cycles === 0) return;
    this.symbols.push({ symbol, before: figuresOf([before]), after: figuresOf([after]), blocked });
    this.before.push(before);
    this.after.push(after);
    this.againResult = add(this.againResult, againResult);
    this.blocked += blocked;
    if (isFundingAssumed) this.fundingAssumed.push(symbol);
  }

  present({ portfolioId, period, older }: { portfolioId: string; period: Period; older: number }): ScaleReply {
    return {
      portfolioId,
      dateFrom: timeText(period.from),
      dateTo: timeText(period.to),
      total: { before: figuresOf(this.before), after: figuresOf(this.after), blocked: this.blocked },
      symbols: this.symbols,
      againResult: cashText(this.againResult),
      leftOut: [...Map.groupBy(this.leftOut, ({ code }) => code)].map(([code, cycles]) => ({
        code,
        cycles: cycles.length,
        result: cashText(sum(cycles.map(({ result }) => result))),
      })),
      older,
      fundingAssumed: this.fundingAssumed,
    };
  }
}

function figuresOf(parts: readonly ScaleSums[]): Figures {
  const total = (name: 'cycles' | 'unfinished' | 'liquidations') =>
    parts.reduce((count, part) => count + part[name], 0);
  const { drawdown, margin } = extremesOf(parts.map(({ track }) => track));
  return {
    cycles: total('cycles'),
    result: cashText(sum(parts.map(({ result }) => result))),
    unfinished: total('unfinished'),
    openResult: cashText(sum(parts.map(({ openResult }) => openResult))),
    liquidations: total('liquidations'),
    drawdown: cashText(drawdown),
    // A cycle may open and end inside of a minute, between two closes.
    margin: cashText(parts.reduce((most, { peakMargin }) => larger(most, peakMargin), margin)),
  };
}

/** The tracks cover the same minutes. */
function extremesOf(tracks: readonly ScaleTrack[]): { readonly drawdown: Cash; readonly margin: Cash } {
  const minutes = tracks[0]?.equity.length ?? 0;
  let [peak, drawdown, most] = [0, 0, 0];
  for (let minute = 0; minute < minutes; minute += 1) {
    let [equity, margin] = [0, 0];
    for (const track of tracks) {
      equity += at(track.equity, minute);
      margin += at(track.margin, minute);
    }
    peak = Math.max(peak, equity);
    drawdown = Math.max(drawdown, peak - equity);
    most = Math.max(most, margin);
  }
  return { drawdown: cash(drawdown), margin: cash(most) };
}
