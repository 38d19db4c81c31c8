import { Plus } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { QuietButton } from '#web/ui/form/quiet-button.tsx';
import { groupOf, partsIn, pathKey, type Tree } from './condition-tree.ts';
import { newComparison } from './fields/operands.ts';
import { WrapperBars } from './fields/wrapper-fields.tsx';
import { Grip } from './grip.tsx';
import { groupText } from './group-text.ts';
import { RowMenu } from './row-menu.tsx';
import css from './tree.module.css';
import type { TreeNodeProps } from './tree-acts.ts';
import { TruthMark } from './truth-mark.tsx';

interface GroupProps extends TreeNodeProps {
  /** Draws one of the conditions inside. */
  readonly draw: (part: Pick<TreeNodeProps, 'path' | 'tree'>) => ReactNode;
}

/** Conditions that are joined, or one group that is negated or looked at over a time. */
export function GroupNode(props: GroupProps) {
  const t = useText();
  const { path, tree, acts, drag, reading, troubleAt } = props;
  const key = pathKey(path);
  const group = groupOf(tree);
  const told = reading?.get(key) ?? null;
  const parts = partsIn(tree);
  const trouble = parts.length === 0 ? troubleAt(path) : null;
  return (
    <li className={css['group']} data-kind={group ?? 'one'} data-held={drag.held === key || undefined}>
      <div
        className={css['groupHead']}
        data-row={key}
        data-group={group === null ? undefined : ''}
        data-drop={drag.mark?.key === key ? drag.mark.edge : undefined}
      >
        {path.length > 0 ? <Grip path={path} name={groupText(tree, t)} acts={acts} drag={drag} /> : null}
        {group === null ? (
          <WrapperBars tree={tree} onChange={(next, gesture) => acts.replace(path, next, gesture)} />
        ) : (
          <JoinButton tree={tree} onChange={(next) => acts.replace(path, next)} />
        )}
        <span className={css['end']}>
          {told === null ? null : <TruthMark truth={told.truth} />}
          <RowMenu path={path} tree={tree} name={groupText(tree, t)} acts={acts} />
        </span>
      </div>
      {trouble === null ? null : <p className={css['trouble']}>{trouble}</p>}
      <ul>
        {parts.map((part) => (
          <Fragment key={pathKey(part.path)}>{props.draw({ path: [...path, ...part.path], tree: part.tree })}</Fragment>
        ))}
      </ul>
      {group === null ? null : (
        <div className={css['adds']}>
          <QuietButton onClick={() => acts.add({ group: path, index: parts.length }, newComparison())}>
            <Plus size={14} aria-hidden /> {t('rules.add.condition')}
          </QuietButton>
          <QuietButton
            onClick={() =>
              acts.add({ group: path, index: parts.length }, { [group === 'all' ? 'any' : 'all']: [newComparison()] })
            }
          >
            <Plus size={14} aria-hidden /> {t('rules.add.group')}
          </QuietButton>
        </div>
      )}
    </li>
  );
}

/** Says how the conditions of a group are joined, and joins them the other way when pressed. */
function JoinButton({ tree, onChange }: { readonly tree: Tree; readonly onChange: (tree: Tree) => void }) {
  const t = useText();
  const group = groupOf(tree) ?? 'all';
  const { [group]: list, ...rest } = tree;
  const other = group === 'all' ? 'any' : 'all';
  return (
    <button
      type="button"
      className={css['join']}
      title={t('rules.join', { other: t(`rules.${other}`) })}
      onClick={() => onChange({ ...rest, [other]: list })}
    >
      {t(`rules.${group}`)}
    </button>
  );
}
