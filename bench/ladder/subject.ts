import { at } from '#base/assert.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { MarketHistory, SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { type SweepPlan, sweepPlan } from '#engine/sweep/plan.ts';
import { shareHistory } from '#lab/sweep/shared-history.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { generatedYear } from './generated-year.ts';
import type { TwinMarket } from './twin-file.ts';
import { type TwinPlan, twinPlanOf } from './twin-plan.ts';

/** The wallet of every bot in the bench, and its slippage at market. */
export const ACCOUNT = { wallet: cashFrom('10000'), slippage: rateFrom('0.0005') };
/** The seed of the generated year. */
export const YEAR_SEED = 3;

/** All parameter sets on one symbol, prepared for the sweep and the C++ twin, because preparation is not measured. */
export interface Subject {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly history: SymbolHistory;
  readonly minutes: number;
  readonly sets: readonly LadderParams[];
  readonly sweepPlans: readonly SweepPlan[];
  readonly twinPlans: readonly TwinPlan[];
  readonly twinMarket: TwinMarket;
}

export function generatedSubject(sets: readonly LadderParams[], minutes?: number): Subject {
  const { columns, funding } = generatedYear(YEAR_SEED, minutes);
  return subjectOf('BTCUSDT', { columns, index: skipIndexOf(columns), funding, frozen: [] }, sets);
}

/** The bundled recording: a month of six symbols. */
export async function recordedSubjects(sets: readonly LadderParams[]): Promise<readonly Subject[]> {
  const { symbols } = await recordedHistory([...recordedInstruments().keys()]);
  return [...symbols].map(([symbol, history]) => subjectOf(symbol, history, sets));
}

function subjectOf(symbol: string, own: SymbolHistory, sets: readonly LadderParams[]): Subject {
  const instrument = recordedInstruments().get(symbol);
  if (instrument === undefined) throw new Error(`${symbol} is a recorded instrument`);
  const history = shareHistory(own);
  const { columns, funding } = history;
  return {
    symbol,
    instrument,
    history,
    minutes: columns.close.length,
    sets,
    sweepPlans: sets.map((params) => sweepPlan(params, instrument, ACCOUNT)),
    twinPlans: sets.map((params) => twinPlanOf(params, { instrument, ...ACCOUNT })),
    twinMarket: { ...columns, fundingMinute: funding.minute, fundingRate: funding.rate },
  };
}

/** The single bot of a report on the market of its subject. */
export function botRunOf({ symbol, instrument, history, minutes, sets }: Subject, set: number, hasLog = false) {
  const market: MarketHistory = { start: history.columns.start, minutes, symbols: new Map([[symbol, history]]) };
  return {
    history: market,
    market: { instruments: new Map([[symbol, instrument]]), slippage: ACCOUNT.slippage, hasLog },
    symbols: [symbol],
    kind: paperLadder.kind,
    params: at(sets, set),
    wallet: ACCOUNT.wallet,
  };
}
