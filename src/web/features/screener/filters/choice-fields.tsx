import '#web/ui/form/field-styles.ts';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import type { RuleColumns } from '../rule/rule-queries.ts';
import css from '../screener.module.css';
import { choicesQuery } from '../screener-queries.ts';
import { useValueWords } from '../value-words.ts';
import type { ScreenerFilter } from './screener-filters.ts';

const conditions = ['anyOf', 'noneOf', 'mostOfEach'] as const;
type Condition = (typeof conditions)[number];

/** As many values as one filter may name. */
const VALUES_MAX = 50;
const MOST = /^[1-9]\d{0,2}$/;

interface ChoiceFieldsProps {
  readonly column: ScreenerColumnKey;
  readonly rule: RuleColumns | null;
  readonly onAdd: (filter: ScreenerFilter) => void;
}

/** A filter by the values of a column, each with how many contracts have it. */
export function ChoiceFields({ column, rule, onAdd }: ChoiceFieldsProps) {
  const t = useText();
  const [condition, setCondition] = useState<Condition>('anyOf');
  const [values, setValues] = useState<string[]>([]);
  const [most, setMost] = useState('');
  const isReady = condition === 'mostOfEach' ? MOST.test(most) : values.length > 0;
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onAdd({ column, ...(condition === 'mostOfEach' ? { mostOfEach: Number(most) } : { [condition]: values }) });
    setValues([]);
    setMost('');
  };
  return (
    <form className={css['fields']} onSubmit={add}>
      <ChoiceList
        aria-label={t('screener.add.condition')}
        value={condition}
        onChange={(value) => setCondition(conditions.find((one) => one === value) ?? condition)}
        options={conditions.map((one) => ({ value: one, label: t(`screener.add.${one}`) }))}
      />
      {condition === 'mostOfEach' ? (
        <TextBox
          className={css['bound'] ?? ''}
          aria-label={t('screener.add.most')}
          inputMode="numeric"
          aria-invalid={(most !== '' && !isReady) || undefined}
          value={most}
          onChange={(event) => setMost(event.currentTarget.value.trim())}
        />
      ) : (
        <ValueChoice column={column} rule={rule} values={values} onChange={setValues} />
      )}
      <Button size="compact-sm" type="submit" disabled={!isReady}>
        {t('screener.add.act')}
      </Button>
      {condition === 'mostOfEach' && most !== '' && !isReady ? (
        <span role="alert">{t('screener.add.mostWrong', { min: t.number('1'), max: t.number('999') })}</span>
      ) : null}
    </form>
  );
}

interface ValueChoiceProps extends Pick<ChoiceFieldsProps, 'column' | 'rule'> {
  readonly values: string[];
  readonly onChange: (values: string[]) => void;
}

function ValueChoice({ column, rule, values, onChange }: ValueChoiceProps) {
  const t = useText();
  const wordOf = useValueWords();
  const choices = useQuery(choicesQuery(column, rule));
  if (choices.isError) return <ProblemNote error={choices.error} onRetry={() => void choices.refetch()} />;
  const data = (choices.data ?? []).map(({ value, count }) => ({
    value,
    label: t('screener.add.value', { value: wordOf(column, value), count: t.number(String(count)) }),
  }));
  return (
    <MultiSelect
      className={css['values'] ?? ''}
      aria-label={t('screener.add.values')}
      placeholder={values.length === 0 ? t('screener.add.choose') : ''}
      nothingFoundMessage={choices.data?.length === 0 ? t('screener.add.noValues') : t('screener.add.notFound')}
      data={data}
      value={values}
      onChange={onChange}
      maxValues={VALUES_MAX}
      searchable
      size="xs"
    />
  );
}
