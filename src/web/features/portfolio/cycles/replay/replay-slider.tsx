import { ChevronFirst, ChevronLast, Pause, Play } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import css from '../../portfolio.module.css';

interface ReplaySliderProps {
  /** Places of the first and the last candle, and of the one that is shown. */
  readonly first: number;
  readonly last: number;
  readonly index: number;
  /** Places of the candles with a fill, oldest first. */
  readonly stops: readonly number[];
  /** UTC milliseconds at which the shown candle closes. */
  readonly time: number;
  readonly onMove: (index: number) => void;
}

const TURN_MS = 250;

/** Moves through the candles of a cycle: by hand, from fill to fill, or by itself. */
export function ReplaySlider({ first, last, index, stops, time, onMove }: ReplaySliderProps) {
  const t = useText();
  const id = useId();
  const [isPlaying, setPlaying] = useState(false);
  const isMoving = isPlaying && index < last;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setTimeout(() => onMove(index + 1), TURN_MS);
    return () => clearTimeout(timer);
  }, [isMoving, index, onMove]);
  const before = stops.findLast((stop) => stop < index);
  const after = stops.find((stop) => stop > index);
  const shown = utcMinute(new Date(time).toISOString(), t.language);
  const look = { variant: 'subtle', size: 30 } as const;
  const move = (to: number | undefined) => {
    setPlaying(false);
    if (to !== undefined) onMove(to);
  };
  return (
    <div className={css['replay']}>
      <IconButton
        {...look}
        aria-label={t(isMoving ? 'replay.pause' : 'replay.play')}
        onClick={() => {
          if (!isMoving && index === last) onMove(first);
          setPlaying(!isMoving);
        }}
      >
        {isMoving ? <Pause size={16} /> : <Play size={16} />}
      </IconButton>
      <IconButton
        {...look}
        aria-label={t('replay.before')}
        disabled={before === undefined}
        onClick={() => move(before)}
      >
        <ChevronFirst size={16} />
      </IconButton>
      <label className="by-hidden" htmlFor={id}>
        {t('replay.time')}
      </label>
      <input
        id={id}
        type="range"
        min={first}
        max={last}
        value={index}
        aria-valuetext={shown}
        onChange={(event) => move(event.currentTarget.valueAsNumber)}
      />
      <IconButton {...look} aria-label={t('replay.after')} disabled={after === undefined} onClick={() => move(after)}>
        <ChevronLast size={16} />
      </IconButton>
      <output htmlFor={id}>{shown}</output>
    </div>
  );
}
