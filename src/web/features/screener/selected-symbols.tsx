import { Link } from '@tanstack/react-router';
import { FlaskConical, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import css from './screener.module.css';

const NewBotsDialog = lazy(async () => ({
  default: (await import('#web/bots/new/new-bots-dialog.tsx')).NewBotsDialog,
}));

interface SelectedSymbolsProps {
  readonly symbols: readonly string[];
  /** The strategy of rules that the page judges; empty: none. */
  readonly strategyId: string;
  readonly onClear: () => void;
}

/** What can be done with the chosen symbols: a test of all of them, and a paper bot on each. */
export function SelectedSymbols({ symbols, strategyId, onClear }: SelectedSymbolsProps) {
  const t = useText();
  const [isCreating, setCreating] = useState(false);
  if (symbols.length === 0) return null;
  const count = symbols.length;
  return (
    <div className={css['bar']} role="toolbar" aria-label={t('screener.selection')}>
      <strong aria-live="polite">{t('screener.selected', { count })}</strong>
      <span className={css['names']}>{symbols.join(', ')}</span>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('screener.clear')}
      </Button>
      <Button
        size="compact-sm"
        leftSection={<FlaskConical size={14} strokeWidth={1.75} aria-hidden="true" />}
        renderRoot={(look) => <Link to="/backtest/new" search={{ symbol: symbols.join(',') }} {...look} />}
      >
        {t('screener.testAll', { count })}
      </Button>
      <Button
        size="compact-sm"
        variant="filled"
        leftSection={<Plus size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setCreating(true)}
      >
        {t.plural('screener.createBots', count)}
      </Button>
      {isCreating ? (
        <Suspense>
          <NewBotsDialog
            symbols={symbols}
            first={strategyId === '' ? null : { kind: ruleStrategy.kind, sourceId: strategyId }}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
