import { Star } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { problemText } from '#web/ui/words/problem-text.ts';
import { useSetTestProps } from '../test-mutations.ts';
import type { ListedTest } from '../test-queries.ts';
import css from './history.module.css';

interface StarButtonProps {
  readonly test: Pick<ListedTest, 'conditionId' | 'name' | 'isStarred'>;
  /** Pixels. */
  readonly size: number;
}

/** Marks a test to be found again, or takes the mark away. */
export function StarButton({ test, size }: StarButtonProps) {
  const t = useText();
  const set = useSetTestProps();
  const isStarred = set.isPending ? (set.variables.isStarred ?? false) : test.isStarred;
  const { conditionId, name } = test;
  const turn = () =>
    set.mutate({ conditionId, isStarred: !isStarred }, { onError: (error) => toast(problemText(error, t).what) });
  return (
    <IconButton
      variant="subtle"
      size={size}
      aria-pressed={isStarred}
      aria-label={t('backtest.starNamed', { name })}
      onClick={turn}
    >
      <Star
        className={isStarred ? css['starred'] : undefined}
        fill={isStarred ? 'currentColor' : 'none'}
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
      />
    </IconButton>
  );
}
