import { Calculator, FolderInput } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { useBotsView } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { actIcons } from '../acts/act-icons.ts';
import { canDo } from '../acts/can-do.ts';
import type { SeveralAct } from './act-runs.ts';
import css from './several.module.css';

const FormulaDialog = lazy(async () => ({ default: (await import('../formula/formula-dialog.tsx')).FormulaDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('../move/move-dialog.tsx')).MoveDialog }));
const SeveralDialog = lazy(async () => ({ default: (await import('./several-dialog.tsx')).SeveralDialog }));

interface SelectionStripProps {
  readonly bots: readonly Bot[];
  readonly onClear: () => void;
}

/** The acts of the kind on the selected bots; one that none of them allows is off. */
export function SelectionStrip({ bots, onClear }: SelectionStripProps) {
  const t = useText();
  const { acts } = useBotsView();
  const [act, setAct] = useState<SeveralAct | 'formula' | 'move' | null>(null);
  if (bots.length === 0) return null;
  return (
    <div className={css['bar']} role="toolbar" aria-label={t('several.bar')}>
      <strong aria-live="polite">{t('several.selected', { count: bots.length })}</strong>
      {acts.filter(isForSeveral).map((one) => {
        const Icon = actIcons[one];
        return (
          <Button
            key={one}
            size="compact-sm"
            leftSection={<Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
            disabled={!bots.some((bot) => canDo(bot, one))}
            onClick={() => setAct(one)}
          >
            {t(`bots.act.${one}`)}
          </Button>
        );
      })}
      {acts.includes('conditions') ? (
        <>
          <Button
            size="compact-sm"
            leftSection={<Calculator size={14} strokeWidth={1.75} aria-hidden="true" />}
            disabled={!bots.some((bot) => canDo(bot, 'conditions'))}
            onClick={() => setAct('formula')}
          >
            {t('several.formula')}
          </Button>
          <Button
            size="compact-sm"
            leftSection={<FolderInput size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => setAct('move')}
          >
            {t('several.move')}
          </Button>
        </>
      ) : null}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('several.clear')}
      </Button>
      {act === null ? null : (
        <Suspense>
          <Dialog act={act} bots={bots} onClose={() => setAct(null)} />
        </Suspense>
      )}
    </div>
  );
}

interface DialogProps {
  readonly act: SeveralAct | 'formula' | 'move';
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}

function Dialog({ act, ...props }: DialogProps) {
  if (act === 'formula') return <FormulaDialog {...props} />;
  return act === 'move' ? <MoveDialog {...props} /> : <SeveralDialog act={act} {...props} />;
}

const isForSeveral = (act: BotAct): act is SeveralAct => act !== 'clone' && act !== 'deal';
