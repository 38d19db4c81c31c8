import { cashText, percentText, trimDecimal } from '#base/decimal.ts';
import type { Rate } from '#base/exact.ts';
import { DAY_MS, type Instant } from '#base/time.ts';
import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { type Instrument, priceText } from '#engine/model/instrument.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { MarketFigure, SymbolSnapshot } from '#ports/screener.ts';
import type { AssetNote } from '#storage/asset-notes.ts';
import type { CoinSize, CoinUnknown } from '../assets/coin-services.ts';
import { type Cell, exact, statistic, unknownCell, wholeCell } from './cell.ts';
import { coinCells } from './coin-cells.ts';
import { type RuleOnMarket, ruleCells } from './rule-cells.ts';

export type Cells = Readonly<Record<ScreenerColumnKey, Cell>>;

/** A contract with all of its columns, as one user sees it. */
export interface ScreenedRow {
  readonly contract: ContractFacts;
  readonly snapshot: SymbolSnapshot | null;
  readonly cells: Cells;
}

/** What the columns of a contract are made of. */
export interface RowInput {
  readonly contract: ContractFacts;
  /** Null before the market was first looked over. */
  readonly snapshot: SymbolSnapshot | null;
  readonly note: AssetNote | undefined;
  readonly bots: number;
  readonly coin: CoinSize | CoinUnknown;
  /** USDT. */
  readonly notional: number;
  readonly rule: RuleOnMarket | 'NO_RULE' | 'RULE_UNJUDGED';
  /** The market's present. */
  readonly now: Instant;
}

/** Decimals of the figures of a snapshot. */
const DECIMALS: Readonly<Record<Exclude<MarketFigure, 'correlationCluster' | 'tradesDay'>, number>> = {
  changeHourPercent: 2,
  changeWeekPercent: 2,
  changeMonthPercent: 2,
  volumeMonthMedian: 0,
  natrHourPercent: 3,
  natrFourHoursPercent: 3,
  natrDayPercent: 3,
  volatilityPercent: 2,
  rangeDayPercent: 2,
  drawdownQuarterPercent: 2,
  emaDistancePercent: 2,
  btcCorrelation: 3,
  btcBeta: 3,
  fundingMeanPercent: 4,
  fundingPositivePercent: 2,
  swingsPerDay: 2,
  dropP50Percent: 3,
  dropP90Percent: 3,
  dropP99Percent: 3,
  dropWorstPercent: 3,
  unreboundedPercent: 2,
  reboundMinutes: 0,
  spreadBps: 2,
  depthUsdt: 0,
  depthReachPercent: 3,
  openInterestUsdt: 0,
  openInterestChangePercent: 2,
  openInterestVolumeRatio: 3,
  drawdownAllTimePercent: 2,
};

const PERCENT = 100;
const YEAR_HOURS = 365 * 24;

/** All columns but the score, which compares the rows with one another. */
export function cellsOf(input: RowInput): Omit<Cells, 'score'> {
  const { contract, snapshot, rule, coin } = input;
  const looked = snapshotCells(snapshot);
  return {
    ...{ ...marketCells(input), ...looked, ...contractCells(input), ...ownCells(input) },
    ...coinCells(coin, looked.openInterestUsdt),
    ...ruleCells(rule, contract.listing.instrument.symbol),
  };
}

function marketCells({ contract: { listing, ticker, mark } }: RowInput) {
  const { instrument, fundingHours } = listing;
  const rate = mark?.fundingRate ?? null;
  return {
    lastPrice: ticker === null ? unknownCell('NOT_TOLD') : exact(priceText(instrument, ticker.last)),
    markPrice: mark === null ? unknownCell('NOT_TOLD') : exact(trimDecimal(cashText(mark.mark))),
    changeDayPercent:
      ticker === null || ticker.open === 0
        ? unknownCell('NOT_TOLD')
        : statistic((ticker.last / ticker.open - 1) * PERCENT, 2),
    volumeDay: ticker === null ? unknownCell('NOT_TOLD') : statistic(ticker.quoteVolume, 0),
    fundingPercent: rate === null ? unknownCell('NOT_TOLD') : exact(percentText(rate)),
    fundingYearPercent: rate === null ? unknownCell('NOT_TOLD') : yearOf(rate, fundingHours),
  };
}

function yearOf(rate: Rate, hours: number): Cell {
  return statistic(Number(percentText(rate)) * (YEAR_HOURS / hours), 2);
}

function snapshotCells(snapshot: SymbolSnapshot | null) {
  const cell = (name: MarketFigure, present: (value: number) => Cell): Cell => {
    const figure = snapshot?.figures[name] ?? 'NOT_TOLD';
    return typeof figure === 'number' ? present(figure) : unknownCell(figure);
  };
  const decimals = Object.entries(DECIMALS) as [keyof typeof DECIMALS, number][]; // Its own keys.
  const cells = decimals.map(([name, places]) => [name, cell(name, (value) => statistic(value, places))]);
  return {
    ...(Object.fromEntries(cells) as Record<keyof typeof DECIMALS, Cell>), // A cell for each of them.
    correlationCluster: cell('correlationCluster', wholeCell),
    tradesDay: cell('tradesDay', wholeCell),
  };
}

function contractCells({ contract: { listing, ticker }, notional, now }: RowInput) {
  const { instrument, status, sector, onboardDate } = listing;
  const bracket = bracketAt(instrument, notional);
  return {
    status: { shown: status, order: status },
    sector: sector === '' ? unknownCell('NOT_TOLD') : { shown: sector, order: sector },
    leverageMax: bracket === undefined ? unknownCell('UNDEFINED') : wholeCell(bracket.leverageMax),
    maintenancePercent: bracket === undefined ? unknownCell('UNDEFINED') : exact(percentText(bracket.maintenanceRate)),
    minNotional: exact(trimDecimal(cashText(instrument.notionalMin))),
    tickPercent: ticker === null ? unknownCell('NOT_TOLD') : statistic(PERCENT / ticker.last, 4),
    ageDays: wholeCell(Math.max(0, Math.floor((now - onboardDate) / DAY_MS))),
  };
}

function bracketAt({ brackets }: Instrument, notional: number) {
  const usdt = (text: string) => Number(text);
  return brackets.find(({ floor, cap }) => usdt(cashText(floor)) <= notional && notional < usdt(cashText(cap)));
}

function ownCells({ note, bots }: RowInput) {
  const category = note?.tradeCategoryId ?? null;
  const score = note?.score ?? null;
  const comment = note?.comment ?? '';
  return {
    tradeCategory: category === null ? unknownCell('NO_SOURCE') : { shown: category, order: category },
    comment: { shown: comment, order: comment },
    ownScore: score === null ? unknownCell('NO_SOURCE') : wholeCell(score),
    bots: wholeCell(bots),
  };
}
