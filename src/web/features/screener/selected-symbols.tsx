import { Link } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import css from './screener.module.css';

interface SelectedSymbolsProps {
  readonly symbols: readonly string[];
  readonly onClear: () => void;
}

/** What can be done with the chosen symbols: a test of all of them, from whose result bots are made. */
export function SelectedSymbols({ symbols, onClear }: SelectedSymbolsProps) {
  const t = useText();
  if (symbols.length === 0) return null;
  return (
    <div className={css['bar']} role="toolbar" aria-label={t('screener.selection')}>
      <strong aria-live="polite">{t('screener.selected', { count: symbols.length })}</strong>
      <span className={css['names']}>{symbols.join(', ')}</span>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('screener.clear')}
      </Button>
      <Button
        size="compact-sm"
        variant="filled"
        leftSection={<FlaskConical size={14} strokeWidth={1.75} aria-hidden="true" />}
        renderRoot={(look) => <Link to="/backtest/new" search={{ symbol: symbols.join(',') }} {...look} />}
      >
        {t('screener.testAll', { count: symbols.length })}
      </Button>
    </div>
  );
}
