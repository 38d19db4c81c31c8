import { Modal } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { PartText, useText } from '#web/i18n/text.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import type { SavedStrategy } from '../strategy-queries.ts';
import css from './compare-dialog.module.css';

interface CompareFrameProps {
  readonly strategy: SavedStrategy;
  /** What changed since the older version. */
  readonly children: (against: number) => ReactNode;
}

/** The dialog in which two versions are chosen: the address names the older one as `against`. */
export function CompareFrame(props: CompareFrameProps) {
  return (
    <Suspense>
      <PartText part="rules">
        <WordedFrame {...props} />
      </PartText>
    </Suspense>
  );
}

function WordedFrame({ strategy, children }: CompareFrameProps) {
  const t = useText();
  useReturnFocus();
  const [against, setAgainst] = useSearchText('against');
  const [shown, setShown] = useSearchText('version');
  const choices = strategy.versions.map(({ version, createdAt }) => ({
    value: String(version),
    label: `${t('strategy.version', { version })}, ${utcMinute(createdAt, t.language)}`,
  }));
  return (
    <Modal
      opened
      onClose={() => setAgainst(null)}
      size="lg"
      title={t('compare.title', { name: strategy.name })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className={css['choices']}>
        <SelectField label={t('compare.before')} options={choices} value={against} onChange={setAgainst} />
        <SelectField
          label={t('compare.after')}
          options={choices}
          value={shown === '' ? String(strategy.version) : shown}
          onChange={setShown}
        />
      </div>
      {children(Number(against))}
    </Modal>
  );
}
