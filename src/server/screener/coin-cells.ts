import type { CoinSize, CoinUnknown } from '../assets/coin-services.ts';
import { type Cell, statistic, unknownCell, wholeCell, wordsCell } from './cell.ts';

const PERCENT = 100;

/** The columns of a contract's coin. @param openInterest - of the contract, in USDT */
export function coinCells(size: CoinSize | CoinUnknown, openInterest: Cell) {
  if (typeof size === 'string') {
    const cell = unknownCell(size);
    return { cmcRank: cell, marketCap: cell, dilutionRatio: cell, coinTags: cell, openInterestCapPercent: cell };
  }
  const { rank, marketCap, fullyDilutedCap, tags } = size;
  const cap = marketCap === null ? null : Number(marketCap);
  return {
    cmcRank: rank === null ? unknownCell('NOT_TOLD') : wholeCell(rank),
    marketCap: cap === null ? unknownCell('NOT_TOLD') : statistic(cap, 0),
    dilutionRatio: ratioOf(fullyDilutedCap === null ? null : Number(fullyDilutedCap), cap, 2),
    coinTags: tags.length === 0 ? unknownCell('NOT_TOLD') : wordsCell(tags),
    openInterestCapPercent:
      typeof openInterest.order === 'number' ? ratioOf(openInterest.order * PERCENT, cap, 2) : openInterest,
  };
}

function ratioOf(part: number | null, cap: number | null, decimals: number): Cell {
  if (part === null || cap === null) return unknownCell('NOT_TOLD');
  return cap === 0 ? unknownCell('UNDEFINED') : statistic(part / cap, decimals);
}
