import './field-styles.ts';
import { NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput, Tooltip } from '@mantine/core';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import css from './field.module.css';
import { useNumberSeparators } from './use-number-separators.ts';

interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; null while the value is valid. */
  readonly error?: ReactNode;
  /** One sentence that explains the term. */
  readonly info?: string | undefined;
  readonly disabled?: boolean;
}

function labelOf(words: FieldWords): ReactNode {
  if (words.info === undefined) return words.label;
  return (
    <span className={css['label']}>
      {words.label}
      <Tooltip label={words.info} multiline>
        <button type="button" className={css['info']} aria-label={words.info}>
          <Info size={12} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </Tooltip>
    </span>
  );
}

function frameOf(words: FieldWords) {
  return {
    label: labelOf(words),
    description: words.hint,
    error: words.error ?? null,
    disabled: words.disabled ?? false,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
}

interface TextFieldProps extends FieldWords {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly maxLength?: number;
  readonly isFocusedFirst?: boolean;
}

export function TextField(props: TextFieldProps) {
  return (
    <TextInput
      {...frameOf(props)}
      value={props.value}
      maxLength={props.maxLength ?? 80}
      data-autofocus={props.isFocusedFirst ? '' : undefined}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={() => props.onBlur?.()}
    />
  );
}

export function AreaField(props: TextFieldProps) {
  return (
    <Textarea
      {...frameOf(props)}
      value={props.value}
      rows={3}
      maxLength={props.maxLength ?? 2_000}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={() => props.onBlur?.()}
    />
  );
}

interface NumberFieldProps extends FieldWords {
  /** A decimal string, as on the wire; never a float. Empty means none. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  /** Shown inside the field, on the right. */
  readonly unit?: string;
  readonly decimals?: number;
  /** What an empty field means, such as "all" or "off". Never the field's name. */
  readonly placeholder?: string | undefined;
}

export function NumberField(props: NumberFieldProps) {
  const separators = useNumberSeparators(props.onChange);
  return (
    <NumberInput
      {...frameOf(props)}
      value={props.value}
      placeholder={props.placeholder ?? ''}
      valueIsNumericString
      {...separators}
      {...(props.decimals === undefined ? {} : { decimalScale: props.decimals })}
      rightSection={props.unit === undefined ? null : <span className={css['unit']}>{props.unit}</span>}
      rightSectionWidth={props.unit === undefined ? 0 : 16 + props.unit.length * 8}
      rightSectionPointerEvents="none"
      onChange={(value) => props.onChange(String(value))}
      onBlur={() => props.onBlur?.()}
    />
  );
}

interface SelectFieldProps extends FieldWords {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField(props: SelectFieldProps) {
  return (
    <Select
      {...frameOf(props)}
      value={props.value}
      data={[...props.options]}
      onChange={(value) => (value === null ? undefined : props.onChange(value))}
    />
  );
}

interface ChoiceFieldProps<T extends string> extends FieldWords {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly label: string }[];
}

/** Two to four options side by side, one of them selected. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const id = useId();
  return (
    <div>
      <div id={id} className="mantine-InputWrapper-label">
        {labelOf(props)}
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={props.value}
        data={[...props.options]}
        disabled={props.disabled ?? false}
        onChange={props.onChange}
      />
    </div>
  );
}

interface SwitchFieldProps extends Omit<FieldWords, 'error'> {
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function SwitchField(props: SwitchFieldProps) {
  return (
    <Switch
      label={props.label}
      description={props.hint}
      checked={props.checked}
      disabled={props.disabled ?? false}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}
