import { Plus } from 'lucide-react';
import { objectToSnake } from 'ts-case-convert';
import { TEST_AXES_MAX } from '#contract/limits.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { NumberField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { emptyAxis } from '../draft/axis-values.ts';
import type { DraftEditor } from '../draft/draft-editor.ts';
import type { TestSource } from '../draft/test-sources.ts';
import { type GridPath, gridPaths } from '../path-words.ts';
import { AxisFields } from './axis-fields.tsx';
import css from './configure.module.css';

interface GridCardProps {
  readonly editor: DraftEditor;
  readonly source: TestSource | null;
}

/** Parameters that the kind's users vary most, tried first when a grid is begun. */
const USUAL = ['step_percent', 'take_profit_percent', 'stop_loss_percent'];

/** The parameters that are varied; without one the strategy is tried as it is. */
export function GridCard({ editor: { draft, change }, source }: GridCardProps) {
  const t = useText();
  const paths = source === null ? [] : gridPaths(objectToSnake(source.params));
  const free = paths.filter(({ path }) => !draft.axes.some((axis) => axis.path === path));
  const next = nextOf(free);
  const add = () => (next === null ? undefined : change({ axes: [...draft.axes, emptyAxis(next.path)] }));
  return (
    <Card
      title={t('backtest.grid')}
      note={t('backtest.gridNote')}
      actions={
        <Button
          size="compact-xs"
          leftSection={<Plus size={14} aria-hidden="true" />}
          disabled={next === null || draft.axes.length >= TEST_AXES_MAX}
          onClick={add}
        >
          {t('backtest.addAxis')}
        </Button>
      }
    >
      {draft.axes.length === 0 ? <p className={css['quiet']}>{t('backtest.noGrid')}</p> : null}
      {draft.axes.map((axis, index) => (
        <AxisFields
          key={axis.path}
          axis={axis}
          paths={[...paths.filter(({ path }) => path === axis.path), ...free]}
          strategy={{ kind: draft.kind, params: source?.params ?? {} }}
          onChange={(changed) => change({ axes: draft.axes.with(index, changed) })}
          onRemove={() => change({ axes: draft.axes.filter((one) => one !== axis) })}
        />
      ))}
      {draft.axes.length === 0 ? null : (
        <div className={css['grid']}>
          <NumberField
            label={t('backtest.sample')}
            info={t('backtest.sampleInfo')}
            placeholder={t('backtest.all')}
            decimals={0}
            value={draft.sampleSize}
            onChange={(sampleSize) => change({ sampleSize })}
          />
          {draft.sampleSize === '' ? null : (
            <NumberField
              label={t('backtest.seed')}
              decimals={0}
              value={draft.sampleSeed}
              onChange={(sampleSeed) => change({ sampleSeed })}
            />
          )}
        </div>
      )}
    </Card>
  );
}

function nextOf(free: readonly GridPath[]): GridPath | null {
  const usual = USUAL.map((path) => free.find((one) => one.path === path)).find((one) => one !== undefined);
  return usual ?? free[0] ?? null;
}
