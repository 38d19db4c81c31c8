import { useId, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import css from './stress.module.css';

/** What the slider reaches; the chips are on it. */
const [PERCENT_MIN, PERCENT_MAX] = [1, 90];
const PERCENTS = ['5', '10', '20', '30', '50'];
/** Where the slider stands before it was ever moved. */
const PERCENT_USUAL = 20;

interface StressSliderProps {
  /** Null: no test has been asked for. */
  readonly percent: number | null;
  readonly onChoose: (percent: number) => void;
}

/** How far the market falls: a slider that asks when it is let go, and the usual falls beside it. */
export function StressSlider({ percent, onChoose }: StressSliderProps) {
  const t = useText();
  const id = useId();
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = dragged ?? percent ?? PERCENT_USUAL;
  const choose = () => {
    if (dragged !== null) onChoose(dragged);
    setDragged(null);
  };
  return (
    <div className={css['chooser']}>
      <label htmlFor={id}>{t('stress.fall')}</label>
      <input
        id={id}
        type="range"
        min={PERCENT_MIN}
        max={PERCENT_MAX}
        step={1}
        value={shown}
        aria-valuetext={`−${shown} %`}
        onChange={(event) => setDragged(event.currentTarget.valueAsNumber)}
        onPointerUp={choose}
        onKeyUp={choose}
        onBlur={choose}
      />
      <output htmlFor={id}>−{shown} %</output>
      <Chips
        label={t('stress.usual')}
        value={percent === null ? '' : String(percent)}
        onChange={(text) => onChoose(Number(text))}
        items={PERCENTS.map((value) => ({ value, label: `−${value} %` }))}
      />
    </div>
  );
}

/** The percent in an address; null for a text that is none. */
export function readPercent(text: string): number | null {
  const percent = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return percent >= PERCENT_MIN && percent <= PERCENT_MAX ? percent : null;
}
