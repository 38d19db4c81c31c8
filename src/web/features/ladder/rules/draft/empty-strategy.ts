import { newComparison } from '../tree/fields/operands.ts';
import type { StrategyDraft } from './strategy-draft.ts';

/** What a new strategy begins with: one condition to open a long, a stop, and one percent of the wallet at risk. */
export function emptyStrategy(symbol: string): StrategyDraft {
  return {
    ...{ name: '', comment: '', symbol, timeframe: '15m', leverage: '3', marginType: 'isolated' },
    ...{ sizingType: 'risk_percent', sizingValue: '1', sizingBars: '14', equity: 'wallet', maxNotional: '' },
    ...{ cooldownS: '0', maxOpenCycles: '', symbols: undefined, sell: null },
    buy: {
      enter: { trigger: 'edge', condition: { all: [newComparison()] } },
      exit: null,
      ...{ takeProfitPercent: '2', trailingPercent: '' },
      ...{ stopType: 'atr', stopValue: '', stopBars: '14', stopMult: '2.5' },
    },
  };
}

/** The other direction of a strategy that trades only one, with the exits of the first and a rule to begin with. */
export function otherSide(draft: StrategyDraft): StrategyDraft['buy'] {
  const like = draft.buy ?? draft.sell ?? emptyStrategy(draft.symbol).buy;
  return like && { ...like, enter: { trigger: 'edge', condition: { all: [newComparison()] } }, exit: null };
}
