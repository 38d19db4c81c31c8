import { useId } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { ChoiceList } from './choice-list.tsx';
import { DecimalInput } from './decimal/decimal-input.tsx';
import { numberProblem } from './decimal/number-problem.ts';
import css from './field.module.css';
import { FieldFrame, type FieldWords } from './field-frame.tsx';
import { InfoTip } from './info-tip.tsx';
import { Segments } from './segments.tsx';
import { TextBox } from './text-box.tsx';

interface TextFieldProps extends FieldWords {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly maxLength?: number;
  readonly isFocusedFirst?: boolean;
}

export function TextField(props: TextFieldProps) {
  return (
    <FieldFrame words={props}>
      {(ties) => (
        <TextBox
          {...ties}
          value={props.value}
          maxLength={props.maxLength ?? 80}
          data-autofocus={props.isFocusedFirst ? '' : undefined}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={() => props.onBlur?.()}
        />
      )}
    </FieldFrame>
  );
}

export function AreaField(props: TextFieldProps) {
  return (
    <FieldFrame words={props}>
      {(ties) => (
        <textarea
          {...ties}
          className={css['input']}
          value={props.value}
          rows={3}
          maxLength={props.maxLength ?? 2_000}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={() => props.onBlur?.()}
        />
      )}
    </FieldFrame>
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
  const { unit } = props;
  const problem = numberProblem(props.value, props.decimals, useText());
  return (
    <FieldFrame words={problem === null ? props : { ...props, error: problem }}>
      {(ties) => (
        <span className={css['holder']}>
          <DecimalInput
            {...ties}
            value={props.value}
            onChange={props.onChange}
            decimals={props.decimals}
            unit={unit}
            placeholder={props.placeholder ?? ''}
            style={unit === undefined ? undefined : { paddingRight: 16 + unit.length * 8 }}
            onBlur={() => props.onBlur?.()}
          />
          {unit === undefined ? null : <span className={css['unit']}>{unit}</span>}
        </span>
      )}
    </FieldFrame>
  );
}

interface SelectFieldProps extends FieldWords {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export function SelectField(props: SelectFieldProps) {
  return (
    <FieldFrame words={props}>
      {(ties) => <ChoiceList {...ties} value={props.value} onChange={props.onChange} options={props.options} />}
    </FieldFrame>
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
  const { value, onChange, options, disabled = false } = props;
  return (
    <div className={css['frame']}>
      <div className={css['label']}>
        <span id={id}>{props.label}</span>
        {props.info === undefined ? null : <InfoTip info={props.info} />}
      </div>
      <Segments label={{ id }} value={value} onChange={onChange} options={options} disabled={disabled} isWide />
    </div>
  );
}

interface SwitchFieldProps extends Omit<FieldWords, 'error' | 'info'> {
  readonly checked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function SwitchField(props: SwitchFieldProps) {
  const id = useId();
  return (
    <div>
      <label className={css['switch']}>
        <input
          type="checkbox"
          role="switch"
          aria-checked={props.checked}
          checked={props.checked}
          disabled={props.disabled ?? false}
          aria-describedby={props.hint ? id : undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
        <span className={css['track']} />
        {props.label}
      </label>
      {props.hint ? (
        <div id={id} className={css['switchHint']}>
          {props.hint}
        </div>
      ) : null}
    </div>
  );
}
