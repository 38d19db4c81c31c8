import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import { firstClose } from '../first-close.ts';
import { percentDecimal } from './point-figures.ts';

/** What holding symbols in equal parts from the first close of a span to its last one brings, in percent. */
export function marketChangePercent(
  { symbols: histories }: Pick<MarketHistory, 'symbols'>,
  symbols: readonly string[],
  span: Stretch,
): string {
  const changes = symbols.map((symbol) => {
    const history = histories.get(symbol);
    const first = history === undefined ? null : firstClose(history, span.from);
    const last = history?.columns.close[span.to - 1];
    return first === null || last === undefined ? 0 : last / first - 1;
  });
  return percentDecimal(changes.reduce((sum, change) => sum + change, 0) / changes.length) ?? '0';
}
