import type { Instant } from '#base/time.ts';
import { coinOf } from '#market/coins/coin-of.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import type { AssetNote } from '#storage/asset-notes.ts';
import type { CoinSize, CoinUnknown } from '../assets/coin-services.ts';
import { type Cell, unknownCell } from './cell.ts';
import { type DcaScore, dcaScores } from './dca-score.ts';
import { type Cells, cellsOf, type RowInput, type ScreenedRow } from './screened-row.ts';
import type { MarketSnapshot } from './screener-services.ts';

export interface ScreenedInput {
  readonly contracts: readonly ContractFacts[];
  readonly snapshot: MarketSnapshot | null;
  /** The caller's, by symbol. */
  readonly notes: ReadonlyMap<string, AssetNote>;
  readonly bots: ReadonlyMap<string, number>;
  /** By name. */
  readonly coins: ReadonlyMap<string, CoinSize | CoinUnknown>;
  /** USDT. */
  readonly notional: number;
  readonly rule: RowInput['rule'];
  readonly now: Instant;
}

/** A row as one user sees it, with how its score came about. */
export interface ScoredRow extends ScreenedRow {
  readonly scored: DcaScore;
}

/** All contracts that are listed, with all of their columns. */
export function screenedRows({
  contracts,
  snapshot,
  notes,
  bots,
  coins,
  ...input
}: ScreenedInput): readonly ScoredRow[] {
  const rows = contracts
    .filter(({ listing }) => listing.status !== 'DELISTED')
    .map((contract) => {
      const { symbol, baseAsset } = contract.listing.instrument;
      const coin = coins.get(coinOf(baseAsset).coin) ?? 'NOT_READ_YET';
      const known = snapshot?.bySymbol.get(symbol) ?? null;
      const own = { note: notes.get(symbol), bots: bots.get(symbol) ?? 0 };
      return { contract, snapshot: known, cells: cellsOf({ ...input, ...own, contract, coin, snapshot: known }) };
    });
  const scores = dcaScores(rows.map(({ cells }) => factsOf(cells)));
  return rows.flatMap((row, index) => {
    const scored = scores[index];
    if (scored === undefined) return [];
    return [{ ...row, scored, cells: { ...row.cells, score: scoreCell(row.cells.ownScore, scored) } }];
  });
}

/** The user's own score stands before the computed one. */
function scoreCell(own: Cell, { score }: DcaScore): Cell {
  if (own.shown !== null) return own;
  return score === null ? unknownCell('PAST_SHORT') : { shown: score, order: score };
}

function factsOf(cells: Omit<Cells, 'score'>) {
  const number = ({ order }: Cell) => (typeof order === 'number' ? order : null);
  return {
    volumeDay: number(cells.volumeDay),
    swingsPerDay: number(cells.swingsPerDay),
    dropTailPercent: number(cells.dropP99Percent),
    fundingMeanPercent: number(cells.fundingMeanPercent),
    btcCorrelation: number(cells.btcCorrelation),
    ageDays: number(cells.ageDays),
  };
}
