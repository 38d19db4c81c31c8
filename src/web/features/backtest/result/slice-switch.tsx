import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { Slice } from '../report-queries.ts';

/** Which part of the period the figures are of. */
export function SliceSwitch({ slice }: { readonly slice: Slice }) {
  const t = useText();
  const [, setSlice] = useSearchText('slice');
  return (
    <Chips
      label={t('backtest.slice')}
      value={slice}
      onChange={(value: Slice) => setSlice(value === 'whole' ? null : value)}
      items={(['whole', 'in_sample', 'out_of_sample'] as const).map((value) => ({
        value,
        label: t(`backtest.slice.${value}`),
      }))}
    />
  );
}
