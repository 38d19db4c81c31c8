import { Triangle } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import type { HeatCell } from '#web/ui/figures/heat-cell.tsx';
import { HeatMap } from '#web/ui/figures/heat-map.tsx';
import type { MapPoint } from '#web/ui/figures/heat-points.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { gridValueText, pathTitle } from '../path-words.ts';
import css from '../result/result.module.css';
import type { TestDetail, TestMap } from '../test-queries.ts';
import { cellsByPoint, type MapMeasure, measured, peakOf } from './map-cells.ts';

interface GridMapProps {
  readonly test: TestDetail;
  readonly map: TestMap;
  readonly measure: MapMeasure;
  /** The point that the page shows. */
  readonly botId: string;
}

/** The map itself; a click shows the point. */
export function GridMap({ test, map, measure, botId }: GridMapProps) {
  const t = useText();
  const [, setPoint] = useSearchText('point');
  const { at, pointOf } = cellsByPoint(map);
  const peak = peakOf(map);
  const values = (axis: TestMap['x']) => axis?.values.map((value) => gridValueText(value, test.kind, t)) ?? [''];
  const xLabels = values(map.x);
  const yLabels = values(map.y).toReversed();
  const title = (axis: TestMap['x']) => (axis === null ? '' : pathTitle(axis.path, test, t));
  const drawn = (point: MapPoint): HeatCell | null => {
    const cell = at(point);
    const value = cell && measured(cell, measure);
    if (value === null) return null;
    const text = t.number(value, { decimals: 1, sign: 'always' });
    const named = [
      `${title(map.x)} ${xLabels[point.column]}`,
      ...(map.y ? [`${title(map.y)} ${yLabels[point.row]}`] : []),
    ];
    return { value: Number(value), text, words: `${named.join('; ')}: ${text} %` };
  };
  return (
    <>
      <HeatMap
        label={t('backtest.map')}
        xTitle={title(map.x)}
        yTitle={map.y === null ? null : title(map.y)}
        xLabels={xLabels}
        yLabels={yLabels}
        cellAt={drawn}
        selected={pointOf(botId)}
        onSelect={(point) => setPoint(at(point)?.botId ?? null)}
        plateau={pointOf(map.plateauBotId)}
        peak={pointOf(peak)}
      />
      <div className={css['mapLegend']}>
        <span>
          <i aria-hidden="true" /> {t('backtest.map.plateauIs')}
        </span>
        {peak === null ? null : (
          <span>
            <Triangle size={8} fill="currentColor" aria-hidden="true" /> {t('backtest.map.peakIs')}
          </span>
        )}
      </div>
    </>
  );
}
