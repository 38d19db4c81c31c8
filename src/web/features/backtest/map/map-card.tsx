import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { gridValueText, pathTitle } from '../path-words.ts';
import css from '../result/result.module.css';
import { mapQuery, type TestDetail, type TestMap } from '../test-queries.ts';
import { GridMap } from './grid-map.tsx';
import { type MapMeasure, mapMeasures } from './map-cells.ts';

interface MapCardProps {
  readonly test: TestDetail;
  readonly botId: string;
}

/** Two parameters of the grid as a map; where there are more, which two. */
export function MapCard({ test, botId }: MapCardProps) {
  const t = useText();
  const [measure, setMeasure] = useState<MapMeasure>('return');
  const [x, setX] = useSearchText('x');
  const [y, setY] = useSearchText('y');
  const [symbol, setSymbol] = useSearchText('symbol');
  const axes = { ...(x === '' ? {} : { x }), ...(y === '' ? {} : { y }), ...(symbol === '' ? {} : { symbol }) };
  const map = useQuery(mapQuery(test.conditionId, axes));
  return (
    <Card
      title={t('backtest.map')}
      note={t('backtest.mapNote')}
      actions={
        <Chips
          label={t('backtest.map.measure')}
          value={measure}
          onChange={setMeasure}
          items={mapMeasures
            .filter((one) => one !== 'outOfSample' || test.outOfSamplePercent !== null)
            .map((value) => ({ value, label: t(`backtest.map.${value}`) }))}
        />
      }
    >
      {map.isPending ? <SkeletonBlock height={320} /> : null}
      {map.isError ? <ProblemNote error={map.error} onRetry={() => void map.refetch()} /> : null}
      {map.data ? (
        <>
          <AxisChoice test={test} map={map.data} onX={setX} onY={setY} onSymbol={setSymbol} />
          {map.data.x === null || map.data.cells.length === 0 ? (
            <Empty title={t('backtest.map.none')} />
          ) : (
            <GridMap test={test} map={map.data} measure={measure} botId={botId} />
          )}
          <Held test={test} fixed={map.data.fixed} />
        </>
      ) : null}
    </Card>
  );
}

interface AxisChoiceProps {
  readonly test: TestDetail;
  readonly map: TestMap;
  readonly onX: (path: string | null) => void;
  readonly onY: (path: string | null) => void;
  readonly onSymbol: (symbol: string | null) => void;
}

function AxisChoice({ test, map, onX, onY, onSymbol }: AxisChoiceProps) {
  const t = useText();
  const paths = test.axes.map(({ path }) => ({ value: path, label: pathTitle(path, test, t) }));
  const hasSymbols = test.wallet === 'each' && test.symbols.length > 1;
  const free = paths.length > 2 && map.x !== null && map.y !== null ? { x: map.x.path, y: map.y.path } : null;
  if (free === null && !hasSymbols) return null;
  return (
    <div className={css['choices']}>
      {free !== null ? (
        <>
          <ChoiceList aria-label={t('backtest.map.x')} value={free.x} options={paths} onChange={onX} />
          <ChoiceList aria-label={t('backtest.map.y')} value={free.y} options={paths} onChange={onY} />
        </>
      ) : null}
      {hasSymbols ? (
        <ChoiceList
          aria-label={t('backtest.column.symbol')}
          value={map.symbols[0] ?? ''}
          options={test.symbols.map((value) => ({ value, label: value }))}
          onChange={onSymbol}
        />
      ) : null}
    </div>
  );
}

/** The parameters that the map does not vary. */
function Held({ test, fixed }: { readonly test: TestDetail; readonly fixed: TestMap['fixed'] }) {
  const t = useText();
  if (fixed.length === 0) return null;
  const words = fixed.map(({ path, value }) => `${pathTitle(path, test, t)} ${gridValueText(value, test.kind, t)}`);
  return <p className={css['quiet']}>{t('backtest.map.held', { values: words.join('; ') })}</p>;
}
