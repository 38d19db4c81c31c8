import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import type { ParamSpec } from '#engine/indicators/params.ts';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { NumberField, SelectField } from '#web/ui/form/field.tsx';
import { typedWhole } from '../../draft/strategy-draft.ts';
import { isTree, type Tree } from '../condition-tree.ts';
import css from '../tree.module.css';
import {
  chosenOperand,
  operandChoice,
  outputsOf,
  paramsOf,
  positionOperands,
  prices,
  ruleIndicators,
} from './operands.ts';

interface OperandProps {
  readonly label: string;
  readonly operand: Tree;
  /** @param gesture - the field that is typed into */
  readonly onChange: (operand: Tree, gesture?: string) => void;
  /** Whether a share of another value can be chosen: one inside another would tell nobody anything. */
  readonly isNested?: boolean;
}

/** Everything about one value of a comparison: which it is, its numbers, its timeframe and how long ago. */
export function OperandFields({ label, operand, onChange, isNested = false }: OperandProps) {
  const t = useText();
  const choice = operandChoice(operand);
  const { percentOf } = operand;
  return (
    <div className={css['operand']}>
      <SelectField
        label={label}
        value={choice}
        options={choicesOf(t, isNested)}
        onChange={(value) => onChange(chosenOperand(value, operand))}
      />
      {choice === 'const' ? <ConstField operand={operand} onChange={onChange} /> : null}
      {choice.startsWith('ind ') ? <IndicatorFields operand={operand} onChange={onChange} /> : null}
      {choice === 'percent' ? (
        <>
          <NumberField
            label={t('rules.percent')}
            unit="%"
            value={textOf(operand['p'])}
            onChange={(p) => onChange({ ...operand, p }, 'p')}
          />
          <OperandFields
            label={t('rules.percentOf')}
            operand={isTree(percentOf) ? percentOf : {}}
            onChange={(inner, gesture) => onChange({ ...operand, percentOf: inner }, gesture)}
            isNested
          />
        </>
      ) : null}
      {choice.startsWith('ind ') || choice.startsWith('price ') ? (
        <WhenFields operand={operand} onChange={onChange} />
      ) : null}
    </div>
  );
}

/** Every value that can be compared: a number, prices, indicators, and what the bot knows of its position. */
function choicesOf(t: Text, isNested: boolean) {
  return [
    { value: 'const', label: t('rules.value.const') },
    ...(isNested ? [] : [{ value: 'percent', label: t('rules.value.percent') }]),
    ...prices.map((price) => ({ value: `price ${price}`, label: t(`rule.price.${price}`) })),
    ...ruleIndicators.map((id) => ({ value: `ind ${id}`, label: indicatorName(id, t) })),
    ...positionOperands.map((pos) => ({ value: `pos ${pos}`, label: t(`rule.pos.${pos}`) })),
  ];
}

/** "RSI, relative strength index". */
export function indicatorName(id: string, t: Text): string {
  const key = `indicator.${id}`;
  const short = id.toUpperCase().replaceAll('_', ' ');
  return isMessageKey(t, key) ? `${short}, ${t(key)}` : short;
}

type FieldsProps = Pick<OperandProps, 'operand' | 'onChange'>;

function ConstField({ operand, onChange }: FieldsProps) {
  const t = useText();
  return (
    <NumberField
      label={t('rules.const')}
      value={textOf(operand['const'])}
      onChange={(text) => onChange({ const: text }, 'const')}
    />
  );
}

function IndicatorFields({ operand, onChange }: FieldsProps) {
  const t = useText();
  const id = String(operand['ind']);
  const outputs = outputsOf(id);
  return (
    <>
      {paramsOf(id).map(([name, spec]) => (
        <ParamField key={name} name={name} spec={spec} operand={operand} onChange={onChange} />
      ))}
      {outputs.length > 1 ? (
        <SelectField
          label={t('rules.output')}
          value={textOf(operand['out']) || (outputs[0] ?? '')}
          options={outputs.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
          onChange={(out) => onChange({ ...operand, out })}
        />
      ) : null}
    </>
  );
}

function ParamField({
  name,
  spec,
  operand,
  onChange,
}: FieldsProps & { readonly name: string; readonly spec: ParamSpec }) {
  const t = useText();
  const label = name === 'n' ? t('rules.param.n') : name === 'src' ? t('rules.param.src') : name.replaceAll('_', ' ');
  const value = textOf(operand[name]) || String(spec.fallback);
  if (spec.kind === 'choice') {
    const options = spec.allowed.map((allowed) => ({ value: allowed, label: allowed }));
    return (
      <SelectField
        label={label}
        value={value}
        options={options}
        onChange={(text) => onChange({ ...operand, [name]: text })}
      />
    );
  }
  const isWhole = spec.kind === 'count';
  return (
    <NumberField
      label={label}
      value={textOf(operand[name])}
      placeholder={String(spec.fallback)}
      {...(isWhole ? { decimals: 0 } : {})}
      error={
        isInRange(textOf(operand[name]), spec)
          ? ''
          : t('rules.range', { min: t.number(String(spec.min)), max: t.number(String(spec.max)) })
      }
      onChange={(text) => onChange(withParam(operand, name, isWhole ? typedWhole(text) : text), name)}
    />
  );
}

function isInRange(text: string, { min, max }: Exclude<ParamSpec, { kind: 'choice' }>): boolean {
  return text === '' || (Number(text) >= min && Number(text) <= max);
}

/** The operand with a parameter; an empty one takes its default. */
function withParam(operand: Tree, name: string, value: number | string): Tree {
  const { [name]: _, ...rest } = operand;
  return value === '' ? rest : { ...rest, [name]: value };
}

function WhenFields({ operand, onChange }: FieldsProps) {
  const t = useText();
  const timeframes = Object.keys(CANDLE_LENGTH_MS).map((value) => ({ value, label: value }));
  return (
    <>
      <SelectField
        label={t('rules.valueTimeframe')}
        value={textOf(operand['timeframe'])}
        options={[{ value: '', label: t('rules.ownTimeframe') }, ...timeframes]}
        onChange={(timeframe) => onChange(withParam(operand, 'timeframe', timeframe))}
      />
      <NumberField
        label={t('rules.offset')}
        value={textOf(operand['offset'])}
        placeholder="0"
        decimals={0}
        onChange={(text) => onChange(withParam(operand, 'offset', typedWhole(text)), 'offset')}
      />
    </>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
