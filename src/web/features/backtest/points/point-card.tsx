import type { Text } from '#web/i18n/text.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { pointText } from '../path-words.ts';
import type { PointRow } from '../test-queries.ts';
import { asFall, symbolsText } from '../test-words.ts';

interface CardOf {
  /** The point that the other tabs show. */
  readonly shownId: string | null;
  readonly t: Text;
}

/** A point on the phone. */
export function pointCard(
  { botId, point, kind, symbols, figures, plateau, refusal }: PointRow,
  { shownId, t }: CardOf,
): CardParts {
  return {
    title: pointText(point, kind, t) || symbolsText(symbols, t),
    figure: <Pct kind="result" value={figures?.returnPercent} unit />,
    state: refusal === null ? t.plural('backtest.cycles', figures?.cycles ?? 0) : refusal.detail,
    aside: <Pct kind="result" value={figures === null ? null : asFall(figures.maxDrawdownPercent)} unit />,
    below: (
      <>
        {plateau === null ? null : (
          <>
            {t('backtest.column.plateau')} <Pct kind="result" value={plateau} />
          </>
        )}
        {botId === shownId ? ` · ${t('backtest.shown')}` : null}
      </>
    ),
  };
}
