import { useText } from '#web/i18n/text.tsx';
import { typedWhole } from '../../draft/strategy-draft.ts';
import type { Tree } from '../condition-tree.ts';
import css from '../tree.module.css';

interface WrapperProps {
  /** A condition about one other. */
  readonly tree: Tree;
  readonly onChange: (tree: Tree, gesture?: string) => void;
}

/** "Not", "Within [3] bars" or "For [3] bars", with the number as a field. */
export function WrapperBars({ tree, onChange }: WrapperProps) {
  const t = useText();
  if ('not' in tree) return <span className={css['wrapper']}>{t('rules.not')}</span>;
  const [before = '', behind = ''] = t(tree['op'] === 'within' ? 'rules.within' : 'rules.for_bars', {
    n: '\u0000',
  }).split('\u0000');
  return (
    <label className={css['wrapper']}>
      {before}
      <input
        className={css['bars']}
        inputMode="numeric"
        aria-label={t('rules.timeBars')}
        value={String(tree['n'] ?? '')}
        onChange={(event) => onChange({ ...tree, n: typedWhole(event.currentTarget.value) }, 'n')}
      />
      {behind}
    </label>
  );
}
