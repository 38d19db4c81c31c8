import { useText } from '#web/i18n/text.tsx';
import type { ToldMoves } from '#web/moves/price-move-queries.ts';
import { Button } from '#web/ui/form/button.tsx';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { fittedLadder } from './fitted-ladder.ts';
import css from './reach-card.module.css';

const DEPTHS = ['atP99', 'max'] as const;

interface StepPresetsProps {
  readonly editor: LadderEditor;
  readonly drops: ToldMoves['drops'];
}

/** The step that the swings suggest, and the draft with it, as deep as 99 % of the swings or as all of them. */
export function StepPresets({ editor, drops }: StepPresetsProps) {
  const t = useText();
  const fits = DEPTHS.map((depth) => ({ depth, fitted: fittedLadder(editor.draft, drops, depth) }));
  const [usual] = fits;
  if (usual?.fitted == null || drops.percent.atP50 === null) return null;
  const words = {
    median: t.number(drops.percent.atP50, { decimals: 2 }),
    step: t.number(usual.fitted.stepPercent),
    depth: t.number(usual.fitted.depthPercent, { decimals: 2 }),
  };
  return (
    <div className={css['presets']}>
      <p className={css['quiet']}>{t('moves.suggest', words)}</p>
      {fits.map(({ depth, fitted }) => {
        const patch = fitted?.patch ?? null;
        return (
          <Button key={depth} size="compact-xs" disabled={patch === null} onClick={() => patch && editor.change(patch)}>
            {t(`moves.suggest.${depth}`)}
          </Button>
        );
      })}
      {fits.some(({ fitted }) => fitted?.patch === null) ? (
        <span className={css['quiet']}>{t('moves.suggest.tooFew')}</span>
      ) : null}
    </div>
  );
}
