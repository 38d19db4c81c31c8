import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NAME_LENGTH_MAX, TRADE_CATEGORIES_MAX } from '#contract/limits.ts';
import { type TradeCategory, useCreateCategory, useOrderCategories } from '#web/api/assets/trade-categories.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './asset.module.css';
import { CategoryRow } from './category-row.tsx';

interface CategoriesDialogProps {
  readonly categories: readonly TradeCategory[];
  readonly onClose: () => void;
}

/** The user's trade categories: names, colours, order, and new ones. Everything holds at once. */
export function CategoriesDialog({ categories, onClose }: CategoriesDialogProps) {
  const t = useText();
  useReturnFocus();
  const order = useOrderCategories();
  const ids = categories.map(({ tradeCategoryId }) => tradeCategoryId);
  const move = (from: number, to: number) => order.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? ''));
  return (
    <Modal opened onClose={onClose} title={t('category.title')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <p className={css['hint']}>{t('category.hint')}</p>
      <ol className={css['categories']}>
        {categories.map((category, index) => (
          <CategoryRow
            key={category.tradeCategoryId}
            category={category}
            onUp={index === 0 ? null : () => move(index, index - 1)}
            onDown={index === categories.length - 1 ? null : () => move(index, index + 1)}
          />
        ))}
      </ol>
      {order.error ? <ProblemNote error={order.error} /> : null}
      <NewCategory isFull={categories.length >= TRADE_CATEGORIES_MAX} />
    </Modal>
  );
}

function NewCategory({ isFull }: { readonly isFull: boolean }) {
  const t = useText();
  const [name, setName] = useState('');
  const create = useCreateCategory();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given !== '') create.mutate({ name: given }, { onSuccess: () => setName('') });
  };
  return (
    <form className={css['newCategory']} onSubmit={submit} noValidate>
      <TextField
        label={t('category.new')}
        value={name}
        onChange={setName}
        maxLength={NAME_LENGTH_MAX}
        disabled={isFull}
        hint={isFull ? t('problem.TRADE_CATEGORIES_FULL') : null}
      />
      <Button type="submit" disabled={isFull || name.trim() === ''} loading={create.isPending}>
        {t('category.create')}
      </Button>
      {create.error ? <ProblemNote error={create.error} /> : null}
    </form>
  );
}
