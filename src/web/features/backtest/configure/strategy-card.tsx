import { Link } from '@tanstack/react-router';
import { allKinds } from '#engine/bots/registry.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { kindView } from '#web/kinds/kind-view.ts';
import { ChoiceField, SelectField, TextField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { DraftEditor } from '../draft/draft-editor.ts';
import type { TestSource } from '../draft/test-sources.ts';
import { ParamsList } from '../point/params-list.tsx';
import css from './configure.module.css';

interface StrategyCardProps {
  readonly editor: DraftEditor;
  readonly sources: readonly TestSource[];
  readonly source: TestSource | null;
}

/** What is tried: a kind, and of it a saved version, a preset or the strategy of an earlier test. */
export function StrategyCard({ editor: { draft, change }, sources, source }: StrategyCardProps) {
  const t = useText();
  const kinds = allKinds().filter(({ isAvailable }) => isAvailable);
  return (
    <Card
      title={t('backtest.strategy')}
      actions={<Link to={kindAddress(draft.kind, 'strategy')}>{t('strategy.toList')}</Link>}
    >
      <div className={css['grid']}>
        <ChoiceField
          label={t('backtest.kind')}
          value={draft.kind}
          // What a grid varies and how points are ranked belongs to the kind, and symbols to the strategy.
          onChange={(kind) => change({ kind, sourceId: '', axes: [], rankBy: '', symbols: [] })}
          options={kinds.map(({ kind }) => ({ value: kind, label: kindView(kind).title(t) }))}
        />
        <SelectField
          label={t('backtest.source')}
          value={draft.sourceId}
          onChange={(sourceId) => change({ sourceId, axes: [], symbols: [] })}
          options={sources.map(({ id, label }) => ({ value: id, label }))}
        />
        <TextField
          label={t('backtest.name')}
          hint={t('backtest.nameHint')}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
      </div>
      {source === null ? null : (
        <details className={css['more']}>
          <summary>{t('backtest.params')}</summary>
          <ParamsList kind={draft.kind} params={source.params} />
        </details>
      )}
    </Card>
  );
}
