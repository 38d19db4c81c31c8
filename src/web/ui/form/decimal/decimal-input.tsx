import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { separatorsOf } from '#web/i18n/number-text.ts';
import { useText } from '#web/i18n/text.tsx';
import css from '../field.module.css';
import { caretIn, type Entry, entryAfter, isTypedDecimal, shownDecimal, shownEntry } from './decimal-text.ts';
import { numberProblem } from './number-problem.ts';

export interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /**
   * A decimal string, as on the wire; never a float. Empty means none. A text that is not clearly one number is passed on as
   * it was typed, so that no other number takes its place and every check refuses it.
   */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Digits after the separator at most. */
  readonly decimals?: number | undefined;
  /** The unit shown in the field, which a pasted number may carry. */
  readonly unit?: string | undefined;
}

/** A field for a number in the notation of the reader's language. Without a `FieldFrame` its title says what is wrong. */
export function DecimalInput({ value, onChange, decimals, unit = '', className, onBlur, ...input }: DecimalInputProps) {
  const t = useText();
  const separators = separatorsOf(t.language);
  const [typing, setTyping] = useState<Entry | null>(null);
  const entry = typing?.value === value ? typing : null; // Another value came from elsewhere, such as an undo.
  const shownNow = entry === null ? shownDecimal(value, separators) : shownEntry(entry, separators);
  const problem = numberProblem(value, decimals, t);
  const onText = ({ currentTarget: field, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = field;
    const [caret, inserted] = [selectionStart ?? typed.length, insertedBy(nativeEvent)];
    const next = entryAfter({ typed, shown: shownNow, inserted, caret }, entry, { separators, unit });
    const isPasted = inserted === null || inserted.length > 1;
    const shown = isPasted ? shownDecimal(next.value, separators) : shownEntry(next, separators);
    if (shown !== typed) {
      // Written here and not by the next drawing, which would put the caret at the end.
      field.value = shown;
      const place = caretIn(shown, typed, caret, separators);
      field.setSelectionRange(place, place);
    }
    setTyping(isPasted ? null : next);
    if (next.value !== value) onChange(next.value);
  };
  return (
    <input
      title={(input['aria-describedby'] === undefined ? problem : null) ?? undefined}
      {...input}
      aria-invalid={problem === null ? input['aria-invalid'] : true}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={`${css['input']} ${className ?? ''}`}
      value={shownNow}
      onChange={onText}
      onBlur={(event) => {
        setTyping(null);
        if (isTypedDecimal(value) && value.endsWith('.')) onChange(value.slice(0, -1)); // Nothing followed.
        onBlur?.(event);
      }}
    />
  );
}

/** The text that an edit inserted; null where the browser does not say. */
function insertedBy(event: Event): string | null {
  if (!(event instanceof InputEvent)) return null;
  return event.inputType.startsWith('delete') ? '' : event.data;
}
