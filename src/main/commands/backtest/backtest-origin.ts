import { percentText } from '#base/decimal.ts';
import type { Rate } from '#base/exact.ts';
import { MINUTE_MS } from '#base/time.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { missingCandles } from '#engine/schedule/minute-holes.ts';
import { everyHours } from '#lab/funding/every-hours.ts';
import { SLIPPAGE } from '#lab/slippage.ts';
import { minuteText } from '#market/candle-files/csv/csv-time.ts';
import { build } from '../../build.ts';
import type { BacktestSource, SymbolData } from './backtest-market.ts';
import type { BacktestPlan } from './backtest-plan.ts';

/** What a report is based on: candles, program and costs. The same origin and parameters give the same report. */
export interface RunOrigin {
  readonly source: BacktestSource['name'];
  readonly engine: ReturnType<typeof build>;
  readonly slippage: Rate;
  /** Rate assumed for missing settlements; null if none. */
  readonly fundingRate: Rate | null;
  readonly data: readonly SymbolData[];
  /** Requested but not stored data, and assumptions: a sentence each. */
  readonly notes: readonly string[];
}

/** Data sources of the loaded symbols. */
export function originOf(plan: BacktestPlan, source: BacktestSource, symbols: readonly string[]): RunOrigin {
  const data = symbols.map((symbol) => source.dataOf(symbol));
  const { fundingRate } = plan;
  const notes = data.flatMap((one) => [
    ...clipNotes(plan, one),
    ...fillNotes(one),
    ...fundingNotes(one, fundingRate),
    ...termNotes(one),
  ]);
  return {
    source: source.name,
    engine: build(),
    slippage: SLIPPAGE,
    fundingRate,
    data,
    notes: [...source.notes, ...notes],
  };
}

type OriginFlag = 'MARK_FROM_LAST' | 'FUNDING_ASSUMED' | 'CONTRACT_ASSUMED' | 'GAPS';

const HASH_SHOWN = 16;
const COMMIT_SHOWN = 7;

/** As text for people, with only the first digits of the hashes. */
export function originText({ source, engine, slippage, data }: RunOrigin): string {
  const commit = engine.commit === null ? '' : `, commit ${engine.commit.slice(0, COMMIT_SHOWN)}`;
  return [
    `Botyard ${engine.version}${commit}; candles from ${source}; slippage ${percentText(slippage)} %; the last price as the mark`,
    ...data.map(
      ({ instrument: { symbol, makerFee, takerFee }, assumedFunding, hash }) =>
        `${symbol}: maker ${percentText(makerFee)} %, taker ${percentText(takerFee)} %, funding ${assumedFunding.length === 0 ? 'as settled' : 'partly assumed'}, data ${hash.slice(0, HASH_SHOWN)}`,
    ),
  ].join('\n');
}

/** Assumptions as flags of the report; stored candles hold no marks, so the last price is always used as the mark. */
export function originFlags({ data }: RunOrigin): readonly OriginFlag[] {
  return [
    'MARK_FROM_LAST',
    ...(data.some(({ assumedFunding }) => assumedFunding.length > 0) ? (['FUNDING_ASSUMED'] as const) : []),
    ...(data.some(({ filledMinutes }) => filledMinutes > 0) ? (['GAPS'] as const) : []),
    ...(data.some(({ terms }) => terms === 'assumed') ? (['CONTRACT_ASSUMED'] as const) : []),
  ];
}

/** The same as complete data. */
export function originDocument({ source, engine, slippage, fundingRate, data, notes }: RunOrigin): object {
  return {
    source,
    engineVersion: engine.version,
    engineCommit: engine.commit,
    slippagePercent: percentText(slippage),
    symbols: data.map(({ instrument, terms, start, end, hash, assumedFunding }) => ({
      symbol: instrument.symbol,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      dataHash: hash,
      terms,
      makerFeePercent: percentText(instrument.makerFee),
      takerFeePercent: percentText(instrument.takerFee),
      fundingSource: assumedFunding.length === 0 ? 'settled' : 'assumed',
      assumedFundingPercent: assumedFunding.length === 0 || fundingRate === null ? null : percentText(fundingRate),
    })),
    notes,
  };
}

function clipNotes({ from, to }: BacktestPlan, { instrument: { symbol }, start, end }: SymbolData): string[] {
  return [
    ...(from !== null && start > from
      ? [`${symbol}: asked for from ${minuteText(from)}, but stored candles begin at ${minuteText(start)}.`]
      : []),
    ...(to !== null && end < to
      ? [`${symbol}: asked for to ${minuteText(to)}, but stored candles end at ${minuteText(end)}.`]
      : []),
  ];
}

function fillNotes({ instrument: { symbol }, start, end, filledMinutes }: SymbolData): string[] {
  if (filledMinutes === 0) return [];
  const missing = missingCandles(filledMinutes, (end - start) / MINUTE_MS, MINUTE_MS);
  return [`${symbol}: ${missing}; nothing is traded in these minutes.`];
}

function fundingNotes({ instrument: { symbol }, start, assumedFunding }: SymbolData, rate: Rate | null): string[] {
  if (rate === null) return [];
  return assumedFunding.map(({ from, to, hours }) => {
    const [first, end] = [instantAt({ start }, from), instantAt({ start }, to)];
    return `${symbol}: funding is missing from ${minuteText(first)} to ${minuteText(end)}; ${percentText(rate)} % ${everyHours(hours)} is assumed.`;
  });
}

function termNotes({ instrument: { symbol }, terms }: SymbolData): string[] {
  if (terms !== 'assumed') return [];
  return [
    `No contract ${symbol} in the tick and step of these candles is known: fees, least order and tiers are assumed.`,
  ];
}
