import { X } from 'lucide-react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import css from '../screener.module.css';
import type { Screening } from '../screener-queries.ts';
import { columnLooks } from '../screener-sets.ts';
import { millionsOf } from '../screener-value.tsx';
import { useValueWords } from '../value-words.ts';
import type { ScreenerFilter } from './screener-filters.ts';

interface FunnelProps {
  readonly filters: readonly ScreenerFilter[];
  readonly found: Screening;
  readonly onRemove: (filter: ScreenerFilter) => void;
}

/** How many contracts each filter leaves, in their order. */
export function ScreenerFunnel({ filters, found, onRemove }: FunnelProps) {
  const t = useText();
  const wordOf = useValueWords();
  if (filters.length === 0) return null;
  return (
    <ol className={css['funnel']} aria-label={t('screener.funnel')}>
      <li>
        <span className={css['stepName']}>{t('screener.all')}</span>
        <strong>{t.number(String(found.listed))}</strong>
        <Gauge share={1} />
      </li>
      {filters.map((filter, index) => {
        const step = found.funnel[index];
        const words = filterWords(filter, wordOf, t);
        return (
          <li key={words}>
            <span className={css['stepName']} title={words}>
              {words}
            </span>
            {step === undefined ? null : (
              <span>
                <strong>{t.number(String(step.left))}</strong>{' '}
                <span className={css['removed']}>
                  {t.number(String(-step.removed))}
                  {step.unknown > 0 ? ` · ${t('screener.unknown', { count: step.unknown })}` : ''}
                </span>
              </span>
            )}
            <Gauge share={step === undefined || found.listed === 0 ? 0 : step.left / found.listed} />
            <IconButton
              variant="subtle"
              size={22}
              className={css['remove'] ?? ''}
              aria-label={t('screener.remove', { filter: words })}
              onClick={() => onRemove(filter)}
            >
              <X size={13} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ol>
  );
}

function Gauge({ share }: { readonly share: number }) {
  return (
    <span className={css['gauge']} aria-hidden="true">
      <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
  );
}

/** A filter in words: "Volume, M at least 20". */
function filterWords(filter: ScreenerFilter, wordOf: ReturnType<typeof useValueWords>, t: Text): string {
  const { column, min, max, anyOf, noneOf, mostOfEach } = filter;
  const name = t(`screener.column.${column}`);
  const bound = (text: string) => t.number(columnLooks[column].look === 'millions' ? shortMillions(text) : text);
  const values = (list: readonly string[]) => list.map((one) => wordOf(column, one)).join(', ');
  if (anyOf !== undefined) return t('screener.filter.anyOf', { name, values: values(anyOf) });
  if (noneOf !== undefined) return t('screener.filter.noneOf', { name, values: values(noneOf) });
  if (mostOfEach !== undefined) return t('screener.filter.mostOfEach', { name, count: mostOfEach });
  if (min !== undefined && max !== undefined) {
    return t('screener.filter.between', { name, min: bound(min), max: bound(max) });
  }
  if (min !== undefined) return t('screener.filter.min', { name, min: bound(min) });
  return t('screener.filter.max', { name, max: bound(max ?? '') });
}

function shortMillions(text: string): string {
  return /^\d+$/.test(text) ? millionsOf(text).replace(/\.?0+$/, '') : text;
}
