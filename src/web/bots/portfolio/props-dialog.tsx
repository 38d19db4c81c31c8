import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { parseDecimal } from '#base/decimal.ts';
import { PORTFOLIO_LIMIT_MAX } from '#contract/limits.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { AreaField, NumberField } from '#web/ui/form/field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './dialogs.module.css';
import { useSetPortfolioProps } from './portfolio-acts.ts';

interface PropsDialogProps {
  readonly portfolio: Portfolio;
  readonly onClose: () => void;
}

const LIMIT_DECIMALS = 8;

/** Comment and limit of one portfolio. */
export function PropsDialog({ portfolio, onClose }: PropsDialogProps) {
  const t = useText();
  useReturnFocus();
  const [comment, setComment] = useState(portfolio.comment);
  const [limit, setLimit] = useState(portfolio.limit ?? '');
  const save = useSetPortfolioProps();
  const isWrong = limit !== '' && !isLimit(limit);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong) return;
    const body = { portfolioId: portfolio.portfolioId, comment, limit: limit === '' ? null : limit };
    save.mutate(body, {
      onSuccess: () => {
        toast(t('portfolio.saved'));
        onClose();
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('portfolio.editTitle', { name: portfolio.name })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form className={css['form']} onSubmit={submit} noValidate>
        <NumberField
          label={t('portfolio.limit')}
          hint={t('portfolio.limitHint')}
          error={
            isWrong ? t('portfolio.limitWrong', { max: t.number(PORTFOLIO_LIMIT_MAX), decimals: LIMIT_DECIMALS }) : null
          }
          unit="USDT"
          value={limit}
          onChange={setLimit}
        />
        <AreaField label={t('portfolio.comment')} value={comment} onChange={setComment} />
        {save.error ? <ProblemNote error={save.error} /> : null}
        <div className={css['acts']}>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={isWrong || save.isPending}>
            {t('act.save')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function isLimit(text: string): boolean {
  return (
    parseDecimal(text, LIMIT_DECIMALS) !== null && Number(text) >= 0 && Number(text) <= Number(PORTFOLIO_LIMIT_MAX)
  );
}
