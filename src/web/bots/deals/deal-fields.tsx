import { useText } from '#web/i18n/text.tsx';
import { ChoiceField, NumberField, SelectField, TextField } from '#web/ui/form/field.tsx';
import { decimalsOf } from '#web/ui/values/format.ts';
import { isOpen } from '../is-open.ts';
import type { DealChoice } from './deal-choices.ts';
import { type DealForm, firstForm, hasOrderType, hasPrice, hasSize, sizeUnits } from './deal-form.ts';
import css from './deals.module.css';

interface DealFieldsProps {
  readonly form: DealForm;
  readonly choices: readonly DealChoice[];
  /** The one that the form is about. */
  readonly choice: DealChoice;
  readonly onChange: (form: DealForm) => void;
}

const COMMENT_LENGTH_MAX = 2_000;

/** Where, what, how much and at which price; only what the kind of the deal takes. */
export function DealFields({ form, choices, choice, onChange }: DealFieldsProps) {
  const t = useText();
  const change = (part: Partial<DealForm>) => onChange({ ...form, ...part });
  const { mark } = choice.atom;
  return (
    <div className={css['fields']}>
      <div className={css['whole']}>
        {choices.length < 2 ? null : <AtomField form={form} choices={choices} choice={choice} onChange={onChange} />}
        <SelectField
          label={t('deal.kind')}
          value={form.kind}
          onChange={(chosen) => change({ kind: choice.kinds.find((kind) => kind === chosen) ?? form.kind })}
          options={choice.kinds.map((value) => ({ value, label: t(`deal.kind.${value}`) }))}
        />
      </div>
      {hasOrderType(form) ? (
        <ChoiceField
          label={t('deal.orderType')}
          value={form.orderType}
          onChange={(orderType) => change({ orderType })}
          options={(['market', 'limit'] as const).map((value) => ({ value, label: t(`deal.${value}`) }))}
        />
      ) : null}
      {hasSize(form) ? <SizeFields form={form} choice={choice} change={change} /> : null}
      {hasPrice(form) ? (
        <NumberField
          label={t(form.kind === 'adopt' ? 'deal.cost' : 'deal.price')}
          unit="USDT"
          value={form.price}
          onChange={(price) => change({ price })}
          {...(mark === null ? {} : { decimals: decimalsOf(mark) })}
        />
      ) : null}
      <TextField
        label={t('deal.comment')}
        value={form.comment}
        onChange={(comment) => change({ comment })}
        maxLength={COMMENT_LENGTH_MAX}
      />
    </div>
  );
}

function AtomField({ form, choices, onChange }: DealFieldsProps) {
  const t = useText();
  return (
    <SelectField
      label={t('deal.atom')}
      value={form.atomId}
      onChange={(atomId) => {
        const chosen = choices.find(({ atom }) => atom.atomId === atomId);
        if (chosen !== undefined) onChange({ ...firstForm(chosen), comment: form.comment });
      }}
      options={choices.map(({ atom }) => ({
        value: atom.atomId,
        label: `${atom.symbol} ${t(atom.direction === 'buy' ? 'side.long' : 'side.short')}`,
      }))}
    />
  );
}

interface SizeFieldsProps extends Pick<DealFieldsProps, 'form' | 'choice'> {
  readonly change: (part: Partial<DealForm>) => void;
}

function SizeFields({ form, choice: { atom }, change }: SizeFieldsProps) {
  const t = useText();
  const names = { notional: 'USDT', qty: atom.symbol.replace(/USDT$/, ''), percent: '%' };
  const percentOf = t(isOpen(atom) ? 'deal.percentOf.position' : 'deal.percentOf.base');
  return (
    <>
      <ChoiceField
        label={t('deal.sizeIn')}
        value={form.unit}
        onChange={(unit) => change({ unit, size: '' })}
        options={sizeUnits.map((value) => ({ value, label: names[value] }))}
      />
      <NumberField
        label={t('deal.size')}
        unit={names[form.unit]}
        value={form.size}
        onChange={(size) => change({ size })}
        hint={form.unit === 'percent' ? percentOf : undefined}
      />
    </>
  );
}
