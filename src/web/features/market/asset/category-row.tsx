import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { categoryColour } from '#contract/assets/trade-category.ts';
import { NAME_LENGTH_MAX } from '#contract/limits.ts';
import { categoryName } from '#web/api/assets/category-name.ts';
import { type TradeCategory, useDeleteCategory, useSetCategory } from '#web/api/assets/trade-categories.ts';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './asset.module.css';

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface CategoryRowProps {
  readonly category: TradeCategory;
  /** Null at the end of the list. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
}

/** One category: its colour, its name, its place, and for own ones a way to delete it. */
export function CategoryRow({ category, onUp, onDown }: CategoryRowProps) {
  const t = useText();
  const { tradeCategoryId, colour, isDefault, isExcluding } = category;
  const stored = categoryName(category, t);
  const [typed, setTyped] = useState<string | null>(null);
  const change = useSetCategory();
  const remove = useDeleteCategory();
  const save = () => {
    const name = typed?.trim() ?? '';
    if (name !== '' && name !== stored) change.mutate({ tradeCategoryId, name });
    setTyped(null);
  };
  const words = { name: stored };
  return (
    <li>
      <div className={css['row']}>
        <span className={css['dot']} data-colour={colour} aria-hidden="true" />
        <TextBox
          aria-label={t('category.nameOf', words)}
          value={typed ?? stored}
          maxLength={NAME_LENGTH_MAX}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={save}
          onKeyDown={({ key }) => {
            if (key === 'Enter') save();
          }}
        />
        <ChoiceList
          aria-label={t('category.colourOf', words)}
          value={colour}
          options={categoryColour.options.map((value) => ({ value, label: t(`category.colour.${value}`) }))}
          onChange={(value) => change.mutate({ tradeCategoryId, colour: categoryColour.parse(value) })}
        />
        <IconButton aria-label={t('category.up', words)} disabled={onUp === null} onClick={() => onUp?.()}>
          <ArrowUp {...ICON} />
        </IconButton>
        <IconButton aria-label={t('category.down', words)} disabled={onDown === null} onClick={() => onDown?.()}>
          <ArrowDown {...ICON} />
        </IconButton>
        <IconButton
          aria-label={t('category.delete', words)}
          title={isDefault ? t('problem.TRADE_CATEGORY_FIXED') : undefined}
          disabled={isDefault}
          onClick={() => remove.mutate(tradeCategoryId)}
        >
          <Trash2 {...ICON} />
        </IconButton>
      </div>
      {isExcluding ? <p className={css['hint']}>{t('category.excluding')}</p> : null}
      {[change, remove].map(({ error }, index) =>
        error ? <ProblemNote key={index === 0 ? 'change' : 'remove'} error={error} /> : null,
      )}
    </li>
  );
}
