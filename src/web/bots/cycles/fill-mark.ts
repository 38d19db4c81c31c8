import type { Trade } from '#web/api/trading-queries.ts';

const exits: Readonly<Record<string, string>> = {
  base: 'B',
  take_profit: 'TP',
  stop_loss: 'SL',
  trailing: 'TR',
  liquidation: 'LQ',
  exit: 'X',
  manual: 'M',
};

/** The label at the arrow of a fill: base, step number, TP or SL. */
export function fillMark(trade: Pick<Trade, 'role' | 'level'>): string {
  return trade.role === 'safety' ? String(trade.level) : (exits[trade.role] ?? 'X');
}

/** Fills as a chart marks them. */
export function fillMarkers(trades: readonly Trade[]) {
  return trades.map((trade) => ({
    id: trade.tradeId,
    time: Date.parse(trade.ts),
    side: trade.side,
    text: fillMark(trade),
  }));
}
