import { trimDecimal } from '#base/decimal.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { type ManualDeal, useUndoDeal } from './deal-queries.ts';
import css from './deals.module.css';

interface DealRowProps {
  readonly deal: ManualDeal;
  /** Of its prices; null: not known. */
  readonly decimals: number | null;
}

/** One deal made by hand: what was ordered, what became of it, and taking it back while that is possible. */
export function DealRow({ deal, decimals }: DealRowProps) {
  const t = useText();
  const undo = useUndoDeal();
  const words = `${t(`deal.short.${deal.kind}`)}: ${orderedWords({ deal, decimals }, t)}`;
  return (
    <li>
      <span className={css['words']}>{words}</span>
      <span className={css['state']}>{t(`deals.state.${deal.state}`)}</span>
      <span className={css['quiet']}>
        {utcMinute(deal.createdAt, t.language)}
        {deal.comment === '' ? null : ` · ${deal.comment}`}
      </span>
      {deal.canUndo ? (
        <Button
          size="compact-xs"
          aria-label={t('deals.undoOf', { deal: words })}
          loading={undo.isPending}
          onClick={() => undo.mutate(deal.manualDealId, { onSuccess: () => toast(t('deals.undone')) })}
        >
          {t('deals.undo')}
        </Button>
      ) : null}
      {undo.error ? <ProblemNote error={undo.error} /> : null}
    </li>
  );
}

/** "0.080 ETH at 2,475.00": what has filled, and else what was ordered. */
function orderedWords({ deal, decimals }: DealRowProps, t: Text): string {
  const isFilled = deal.avgPrice !== null;
  const quantity = isFilled ? deal.filledQty : deal.orderQty;
  const price = deal.avgPrice ?? deal.price;
  const named = {
    quantity: quantity === null ? t('deals.all') : t.number(quantity),
    asset: deal.symbol.replace(/USDT$/, ''),
  };
  if (price === null) return t('deals.atMarket', named);
  const shown = decimals === null ? t.number(trimDecimal(price)) : t.number(price, { decimals });
  return t('deals.at', { ...named, price: shown });
}
