import type { ChangeEvent, ComponentProps } from 'react';
import { separatorsOf } from '#web/i18n/number-text.ts';
import { useText } from '#web/i18n/text.tsx';
import css from '../field.module.css';
import { caretIn, decimalOf, shownDecimal } from './decimal-text.ts';

export interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** A decimal string, as on the wire; never a float. Empty means none. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Digits after the separator at most. */
  readonly decimals?: number | undefined;
}

/** A field for a number in the notation of the reader's language. */
export function DecimalInput({ value, onChange, decimals, className, onBlur, ...input }: DecimalInputProps) {
  const separators = separatorsOf(useText().language);
  const onText = ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = field;
    const text = decimalOf(typed, separators, decimals);
    const shown = shownDecimal(text, separators);
    if (shown !== typed) {
      // Written here and not by the next drawing, which would put the caret at the end.
      field.value = shown;
      const caret = caretIn(shown, typed, selectionStart ?? typed.length, separators);
      field.setSelectionRange(caret, caret);
    }
    if (text !== value) onChange(text);
  };
  return (
    <input
      {...input}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      className={`${css['input']} ${className ?? ''}`}
      value={shownDecimal(value, separators)}
      onChange={onText}
      onBlur={(event) => {
        if (value.endsWith('.')) onChange(value.slice(0, -1)); // Nothing followed.
        onBlur?.(event);
      }}
    />
  );
}
