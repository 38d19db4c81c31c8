import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { useText } from '#web/i18n/text.tsx';
import { SideDrawer } from '#web/ui/overlay/drawer.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { TitledPart } from '#web/ui/page/titled-part.tsx';
import { TriggerPicture } from '../rule/trigger-picture.tsx';
import type { ShownRule } from '../rule/use-rule.ts';
import css from '../screener.module.css';
import { absenceOf, type ScreenerRow } from '../screener-queries.ts';
import { columnSetNames, columnSets } from '../screener-sets.ts';
import { ScreenerValue } from '../screener-value.tsx';
import { ScoreParts, ScoreWord } from './score-parts.tsx';
import { WeekPicture } from './week-picture.tsx';

const DropSummary = lazy(async () => ({ default: (await import('#web/moves/drop-summary.tsx')).DropSummary }));

const MOVES_HEIGHT = 290;

interface ScreenerDrawerProps {
  readonly row: ScreenerRow;
  /** The rule of the page, whose triggers the picture shows where one is chosen. */
  readonly rule: ShownRule;
  readonly onClose: () => void;
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** One contract: its last week, how deep it falls before it comes back, how its score came about, and every figure with why one is missing. */
export function ScreenerDrawer({ row, rule, ...walk }: ScreenerDrawerProps) {
  const t = useText();
  const { futuresTicker: symbol } = row;
  return (
    <SideDrawer title={symbol} facts={<ScoreWord row={row} />} {...walk}>
      <div className={css['inside']}>
        <TitledPart
          title={rule.strategyId === '' ? t('screener.week') : t('screener.rule.pictureOf', { days: rule.days })}
          link={
            <Link to="/market/$symbol" params={{ symbol }}>
              {t('screener.openChart')}
            </Link>
          }
        >
          {rule.strategyId === '' ? <WeekPicture row={row} /> : <TriggerPicture symbol={symbol} rule={rule} />}
        </TitledPart>
        <TitledPart
          title={t('screener.moves')}
          link={
            <Link to="/market/$symbol" params={{ symbol }}>
              {t('screener.openMoves')}
            </Link>
          }
        >
          <Suspense fallback={<SkeletonBlock height={MOVES_HEIGHT} />}>
            <DropSummary symbol={symbol} />
          </Suspense>
        </TitledPart>
        <TitledPart title={t('screener.column.score')}>
          <ScoreParts row={row} />
        </TitledPart>
        {columnSetNames
          .filter((set) => set !== 'overview')
          .map((set) => (
            <TitledPart key={set} title={t(`screener.set.${set}`)}>
              <dl className={css['facts']}>
                {columnSets[set].map((column) => (
                  <Fact key={column} row={row} column={column} />
                ))}
              </dl>
            </TitledPart>
          ))}
      </div>
    </SideDrawer>
  );
}

interface FactProps {
  readonly row: ScreenerRow;
  readonly column: ScreenerColumnKey;
}

function Fact({ row, column }: FactProps) {
  const t = useText();
  const reason = absenceOf(row, column);
  return (
    <>
      <dt>{t(`screener.column.${column}`)}</dt>
      <dd>{reason === null ? <ScreenerValue row={row} column={column} /> : t(`screener.absent.${reason}`)}</dd>
    </>
  );
}
