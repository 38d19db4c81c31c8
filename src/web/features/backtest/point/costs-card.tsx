import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Money } from '#web/ui/values/money.tsx';
import type { Report } from '../report-queries.ts';
import css from './point.module.css';
import { waterfallSpans } from './waterfall-spans.ts';

/** From what prices brought to what is left: each cost where it is taken off. */
export function CostsCard({ report }: { readonly report: Report }) {
  const t = useText();
  const { spans, zero } = waterfallSpans(report.waterfall);
  return (
    <Card title={t('backtest.waterfall')} note="USDT">
      <dl className={css['waterfall']}>
        {report.waterfall.map(({ name, amount }, index) => {
          const span = spans[index] ?? { from: 0, to: 0 };
          return (
            <div key={name} data-sum={name === 'result' || undefined}>
              <dt>{t(`backtest.part.${name}`)}</dt>
              <dd aria-hidden="true">
                <span
                  className={css['strip']}
                  data-tone={amount.startsWith('-') ? 'loss' : 'gain'}
                  style={{ '--left': `${span.from}%`, '--width': `${span.to - span.from}%`, '--zero': `${zero}%` }}
                />
              </dd>
              <dd>
                <Money value={amount} />
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
