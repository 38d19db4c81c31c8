import { Plus } from 'lucide-react';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { otherSide } from '../draft/empty-strategy.ts';
import type { StrategyEditor } from '../draft/strategy-editor.ts';
import { readingAt, type ToldTrial, type TreeReading } from '../tree/tree-reading.ts';
import { MarketFields, SizeFields } from './market-fields.tsx';
import { SideForm } from './side-form.tsx';

interface FormProps {
  readonly editor: StrategyEditor;
  readonly symbols: readonly string[];
  /** The draft on the stored past, whose truth the rules show; null while there is none. */
  readonly trial: ToldTrial | null;
  /** The bar whose truth is shown; null: the newest. */
  readonly bar: number | null;
}

const DIRECTIONS = ['buy', 'sell'] as const;

/** Everything about a strategy: its rules by direction, its exits, its size and its market. */
export function StrategyForm({ editor, symbols, trial, bar }: FormProps) {
  const t = useText();
  const { draft, check, change } = editor;
  const readAt = trial === null ? null : utcMinute(shownClose(trial, bar), t.language);
  return (
    <>
      {DIRECTIONS.map((direction) => {
        const side = draft[direction];
        if (side === null) return null;
        return (
          <SideForm
            key={direction}
            direction={direction}
            side={side}
            check={check}
            readAt={readAt}
            canGo={draft[direction === 'buy' ? 'sell' : 'buy'] !== null}
            readingOf={(purpose) => readingOf(trial, `${direction}.${purpose}`, bar)}
            onChange={(next, gesture) => change({ [direction]: next }, gesture)}
          />
        );
      })}
      {DIRECTIONS.map((direction) =>
        draft[direction] === null ? (
          <div key={direction}>
            <Button
              size="compact-xs"
              leftSection={<Plus size={12} aria-hidden />}
              onClick={() => change({ [direction]: otherSide(draft) })}
            >
              {t(`rules.addSide.${direction}`)}
            </Button>
          </div>
        ) : null,
      )}
      <SizeFields editor={editor} />
      <MarketFields editor={editor} symbols={symbols} />
    </>
  );
}

/** What a rule said at a bar of the trial; the newest where none is looked at. */
export function readingOf(trial: ToldTrial | null, field: string, bar: number | null): TreeReading | null {
  const rule = trial?.rules.find((one) => one.field === field);
  return trial === null || rule === undefined ? null : readingAt(trial, rule, bar ?? trial.bars.close.length - 1);
}

/** When a bar of the trial closed. */
export function shownClose({ bars }: ToldTrial, bar: number | null): string {
  const index = bar ?? bars.close.length - 1;
  return new Date(Date.parse(bars.start) + (index + 1) * CANDLE_LENGTH_MS[bars.timeframe]).toISOString();
}
