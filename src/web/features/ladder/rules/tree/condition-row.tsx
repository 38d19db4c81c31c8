import { type Text, useText } from '#web/i18n/text.tsx';
import { comparisonSpans, ruleText } from '#web/kinds/rule-words.ts';
import { partsIn, pathKey, type Tree, type TreePath } from './condition-tree.ts';
import { ComparisonForm } from './fields/comparison-form.tsx';
import { WrapperBars } from './fields/wrapper-fields.tsx';
import { Grip } from './grip.tsx';
import { groupText } from './group-text.ts';
import { RowMenu } from './row-menu.tsx';
import { numbersText } from './row-numbers.ts';
import css from './tree.module.css';
import type { TreeNodeProps } from './tree-acts.ts';
import type { TreeReading } from './tree-reading.ts';
import { TruthMark } from './truth-mark.tsx';

/** A comparison in words, with its numbers and its truth; pressed, it opens its fields. */
export function ConditionRow({ path, tree, acts, drag, reading, troubleAt }: TreeNodeProps) {
  const t = useText();
  const key = pathKey(path);
  const isOpen = acts.openKey === key;
  const chain = chainOf(path, tree);
  const trouble = troubleAt(path);
  const told = reading?.get(key) ?? null;
  const name = ruleText(tree, t);
  return (
    <li className={css['node']} data-held={drag.held === key || undefined}>
      <div
        className={css['row']}
        data-row={key}
        data-drop={drag.mark?.key === key ? drag.mark.edge : undefined}
        data-trouble={trouble === null ? undefined : ''}
      >
        {path.length > 0 ? <Grip path={path} name={name} acts={acts} drag={drag} /> : null}
        <button
          type="button"
          className={css['sentence']}
          aria-expanded={isOpen}
          onClick={() => acts.setOpenKey(isOpen ? null : key)}
        >
          <Sentence chain={chain} />
        </button>
        <span className={css['end']}>
          {told === null ? null : (
            <>
              <span className={css['numbers']}>{rowNumbers(chain, reading, t)}</span>
              <TruthMark truth={told.truth} />
            </>
          )}
          <RowMenu path={path} tree={tree} name={name} acts={acts} />
        </span>
      </div>
      {trouble === null ? null : (
        <p className={css['trouble']} role="alert">
          {trouble}
        </p>
      )}
      {isOpen ? (
        <div className={css['opened']}>
          {chain.wrappers.map((wrapper) => (
            <WrapperBars
              key={pathKey(wrapper.path)}
              tree={wrapper.tree}
              onChange={(next, gesture) => acts.replace(wrapper.path, next, gesture)}
            />
          ))}
          <ComparisonForm
            comparison={chain.comparison.tree}
            onChange={(next, gesture) => acts.replace(chain.comparison.path, next, gesture)}
          />
        </div>
      ) : null}
    </li>
  );
}

interface Placed {
  readonly path: TreePath;
  readonly tree: Tree;
}

/** A comparison with the conditions around it that are about it alone, outermost first. */
interface Chain {
  readonly wrappers: readonly Placed[];
  readonly comparison: Placed;
}

function chainOf(path: TreePath, tree: Tree): Chain {
  const [only] = partsIn(tree);
  if (only === undefined) return { wrappers: [], comparison: { path, tree } };
  const { wrappers, comparison } = chainOf([...path, ...only.path], only.tree);
  return { wrappers: [{ path, tree }, ...wrappers], comparison };
}

function Sentence({ chain: { wrappers, comparison } }: { readonly chain: Chain }) {
  const t = useText();
  const spans = comparisonSpans(comparison.tree, t);
  return (
    <>
      {wrappers.map(({ tree }) => `${groupText(tree, t)}: `)}
      {spans.map(({ text, isValue }) => (isValue ? <b key={text}>{text}</b> : text))}
    </>
  );
}

/** The numbers of a comparison; of one that is looked at over a time, how long ago it held last. */
function rowNumbers({ wrappers, comparison }: Chain, reading: TreeReading | null, t: Text): string {
  const told = reading?.get(pathKey(comparison.path)) ?? null;
  if (told === null) return '';
  const isOverTime = wrappers.some(({ tree }) => 'cond' in tree);
  if (!isOverTime) return numbersText(comparison.tree, told, t);
  if (told.barsAgo === 0) return t('rules.thisBar');
  return told.barsAgo === null ? t('rules.notSeen') : t('rules.barsAgo', { n: String(told.barsAgo) });
}
