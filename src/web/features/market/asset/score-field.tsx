import { type KeyboardEvent, useState } from 'react';
import { ASSET_SCORE_MAX } from '#contract/limits.ts';
import { useText } from '#web/i18n/text.tsx';
import { NumberField } from '#web/ui/form/field.tsx';

interface ScoreFieldProps {
  readonly score: number | null;
  readonly onSave: (score: number | null) => void;
}

/** A score, saved when the field is left or Enter is pressed; empty is none. */
export function ScoreField({ score, onSave }: ScoreFieldProps) {
  const t = useText();
  /** What is being typed; null while the stored score is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const stored = score === null ? '' : String(score);
  const shown = typed ?? stored;
  const isWrong = shown !== '' && !(/^\d+$/.test(shown) && Number(shown) <= ASSET_SCORE_MAX);
  const save = () => {
    if (typed === null || isWrong) return;
    if (typed !== stored) onSave(typed === '' ? null : Number(typed));
    setTyped(null);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') save();
    if (key === 'Escape') setTyped(null);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the field inside.
    <div onKeyDown={onKeyDown}>
      <NumberField
        label={t('note.score')}
        value={shown}
        onChange={setTyped}
        onBlur={save}
        decimals={0}
        unit={`/ ${ASSET_SCORE_MAX}`}
        placeholder="–"
        error={isWrong ? t('note.scoreWrong', { max: ASSET_SCORE_MAX }) : null}
      />
    </div>
  );
}
