import { useText } from '#web/i18n/text.tsx';
import { NumberField, SelectField } from '#web/ui/form/field.tsx';
import { typedWhole } from '../../draft/strategy-draft.ts';
import { isTree, type Tree } from '../condition-tree.ts';
import css from '../tree.module.css';
import { OperandFields } from './operand-fields.tsx';
import { comparisonOps, valueNames, withOperator } from './operands.ts';

interface ComparisonFormProps {
  readonly comparison: Tree;
  readonly onChange: (comparison: Tree, gesture?: string) => void;
}

/** The fields of one comparison: a value, how it is compared, and with what. */
export function ComparisonForm({ comparison, onChange }: ComparisonFormProps) {
  const t = useText();
  const op = String(comparison['op'] ?? 'gt');
  const names = valueNames(comparison);
  const operand = (name: string) => {
    const value = comparison[name];
    return (
      <OperandFields
        key={name}
        label={t(`rules.value.${name === 'b' || name === 'low' || name === 'high' ? name : 'a'}`)}
        operand={isTree(value) ? value : {}}
        onChange={(next, gesture) =>
          onChange({ ...comparison, [name]: next }, gesture === undefined ? undefined : `${name} ${gesture}`)
        }
      />
    );
  };
  return (
    <div className={css['form']}>
      {operand('a')}
      <SelectField
        label={t('rules.operator')}
        value={op}
        options={comparisonOps.map((value) => ({ value, label: t(`rules.op.${value}`) }))}
        onChange={(value) => onChange(withOperator(comparison, value))}
      />
      {names.filter((name) => name !== 'a').map(operand)}
      {names.length === 1 ? (
        <NumberField
          label={t('rules.shapeBars')}
          value={String(comparison['n'] ?? '')}
          decimals={0}
          onChange={(text) => onChange({ ...comparison, n: typedWhole(text) }, 'n')}
        />
      ) : null}
    </div>
  );
}
