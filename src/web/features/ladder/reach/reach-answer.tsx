import { trimDecimal } from '#base/decimal.ts';
import { useText } from '#web/i18n/text.tsx';
import type { ToldReach } from '#web/moves/price-move-queries.ts';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { subtractDecimals } from '#web/ui/values/decimal-sum.ts';
import { roundDecimal } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import type { DraftSide } from '../form/ladder-check.ts';
import css from './reach-card.module.css';

const DEPTH_DECIMALS = 2;
const ANSWER_HEIGHT = 79;

interface ReachAnswerProps {
  readonly side: DraftSide;
  readonly reach: ToldReach | null;
}

/** The share of swings that stayed within the ladder, and the same by the rebound that its last step needs. */
export function ReachAnswer({ side, reach }: ReachAnswerProps) {
  const t = useText();
  const last = side.rows.at(-1);
  if (last === undefined || last.level === 0) return <p className={css['quiet']}>{t('moves.reach.noSteps')}</p>;
  if (reach === null) return <SkeletonBlock height={ANSWER_HEIGHT} />;
  const { coveragePercent, whole, daysStored } = reach;
  if (coveragePercent === null) return <p className={css['quiet']}>{t('moves.reach.noSwings')}</p>;
  const own = reach.levels.at(-1);
  const words = {
    swings: t.number(String(whole.swings)),
    days: t.number(daysStored, { decimals: 0 }),
    depth: t.number(trimDecimal(roundDecimal(last.deviationPercent, DEPTH_DECIMALS))),
  };
  return (
    <div>
      <p className={css['answer']}>
        <b>
          <Pct kind="plain" value={coveragePercent} unit />
        </b>{' '}
        {t('moves.reach.stayed', words)}
      </p>
      {own === undefined || own.reachedPercent === null || last.reboundPercent === null ? null : (
        <p className={css['quiet']}>
          {t('moves.reach.byOwn', {
            rebound: t.number(last.reboundPercent, { decimals: 2 }),
            share: t.number(subtractDecimals('100', own.reachedPercent), { decimals: 2 }),
            swings: t.number(String(own.swings)),
          })}
        </p>
      )}
    </div>
  );
}
