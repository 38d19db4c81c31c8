import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, RefreshCw } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { utcDay } from '#web/ui/values/format.ts';
import { problemText } from '#web/ui/words/problem-text.ts';
import { type OrderStat, saveDay } from './order-queries.ts';
import css from './orders.module.css';
import { dayBefore, type OrderChoice, spanNames, spans } from './use-order-filter.ts';

interface PeriodSwitchProps {
  readonly choice: OrderChoice;
  readonly days: OrderStat['days'];
}

/** Length and end of the period, and computing its days again. */
export function PeriodSwitch({ choice, days }: PeriodSwitchProps) {
  const t = useText();
  const { span, day, isToday, set } = choice;
  const move = (count: number) => set({ day: dayBefore(day, count) });
  return (
    <div className={css['period']}>
      <Segments
        label={t('orders.period')}
        value={span}
        onChange={(value) => set({ span: value === 'day' ? null : value })}
        options={spanNames.map((value) => ({ value, label: t(`orders.span.${value}`) }))}
      />
      <span className={css['walk']}>
        <IconButton variant="subtle" aria-label={t('orders.earlier')} onClick={() => move(spans[span])}>
          <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
        <span className={css['day']}>{periodText(choice, t.language)}</span>
        <IconButton
          variant="subtle"
          aria-label={t('orders.later')}
          disabled={isToday}
          onClick={() => move(-spans[span])}
        >
          <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </span>
      <ComputeAgain days={days} />
    </div>
  );
}

function periodText({ span, day }: OrderChoice, language: string): string {
  if (span === 'day') return utcDay(day, language);
  return `${utcDay(dayBefore(day, spans[span] - 1), language)} – ${utcDay(day, language)}`;
}

/** Days are saved by themselves once they are over; this does it now, from the orders as they are stored. */
function ComputeAgain({ days }: Pick<PeriodSwitchProps, 'days'>) {
  const t = useText();
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: async () => {
      for (const { day } of days) await saveDay(day);
    },
    onSuccess: () => {
      toast(t('orders.saved'));
      return queries.invalidateQueries({ queryKey: ['orders'] });
    },
    onError: (error) => toast(problemText(error, t).what),
  });
  return (
    <IconButton
      aria-label={t('orders.save')}
      title={t('orders.save')}
      disabled={saving.isPending || days.length === 0}
      onClick={() => saving.mutate()}
    >
      <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
}
