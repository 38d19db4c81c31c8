import { useText } from '#web/i18n/text.tsx';
import type { ToldMoves, ToldReach } from '#web/moves/price-move-queries.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import type { DraftSide } from '../form/ladder-check.ts';
import css from './reach-card.module.css';

interface ReachFiguresProps {
  readonly drops: ToldMoves['drops'];
  readonly side: DraftSide;
  readonly reach: ToldReach | null;
}

/** The deepest swing, what lies beyond the ladder, and what a swing costs on the average. */
export function ReachFigures({ drops, side, reach }: ReachFiguresProps) {
  const t = useText();
  const last = side.rows.at(-1)?.level ?? 0;
  const facts = [
    [t('moves.fact.deepest'), <Pct key="deepest" kind="plain" value={drops.percent.max} unit />],
    ...(reach === null || last === 0
      ? []
      : [[t('moves.fact.beyond', { level: last }), t.plural('moves.swings', reach.whole.reached)] as const]),
    [t('moves.fact.aDay'), t.number(drops.swingsADay, { decimals: 1 })],
    ...(reach === null || last === 0
      ? []
      : [
          [t('moves.fact.levels'), t.number(reach.expectedLevels, { decimals: 2 })] as const,
          [t('moves.fact.margin'), `${t.number(reach.expectedMargin, { decimals: 2 })} USDT`] as const,
        ]),
  ] as const;
  return (
    <dl className={css['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
