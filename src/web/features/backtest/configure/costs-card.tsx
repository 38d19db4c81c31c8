import { useText } from '#web/i18n/text.tsx';
import { NumberField, SelectField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import type { DraftEditor } from '../draft/draft-editor.ts';
import css from './configure.module.css';

const percents = [
  'makerFeePercent',
  'takerFeePercent',
  'slippagePercent',
  'spreadPercent',
  'volumeCapPercent',
  'fundingRatePercent',
] as const;

/** What an empty field means; the others have a usual value and are never empty for long. */
const WHEN_EMPTY = {
  makerFeePercent: 'ofContract',
  takerFeePercent: 'ofContract',
  fundingRatePercent: 'refuse',
} as const;

const fillPaths = ['pessimistic', 'nearest_first', 'optimistic'] as const;

/** What trading costs, and which way the price takes inside a minute. */
export function CostsCard({ editor: { draft, change } }: { readonly editor: DraftEditor }) {
  const t = useText();
  const placeholder = (name: (typeof percents)[number]) =>
    name in WHEN_EMPTY ? t(`backtest.empty.${WHEN_EMPTY[name as keyof typeof WHEN_EMPTY]}`) : undefined; // One of its names, as just asked.
  return (
    <Card title={t('backtest.costs')}>
      <div className={css['grid']}>
        {percents.map((name) => (
          <NumberField
            key={name}
            label={t(`backtest.cost.${name}`)}
            info={t(`backtest.costInfo.${name}`)}
            unit="%"
            placeholder={placeholder(name)}
            value={draft[name]}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
        <SelectField
          label={t('backtest.brackets')}
          info={t('backtest.bracketsInfo')}
          value={draft.brackets}
          onChange={(value) => change({ brackets: value === 'cautious' ? 'cautious' : 'contract' })}
          options={(['contract', 'cautious'] as const).map((value) => ({
            value,
            label: t(`backtest.brackets.${value}`),
          }))}
        />
        <SelectField
          label={t('backtest.fillPath')}
          hint={draft.fillPath === 'pessimistic' ? undefined : t('backtest.fillPathHint')}
          value={draft.fillPath}
          onChange={(value) => change({ fillPath: fillPaths.find((one) => one === value) ?? 'pessimistic' })}
          options={fillPaths.map((value) => ({ value, label: t(`backtest.fillPath.${value}`) }))}
        />
      </div>
    </Card>
  );
}
