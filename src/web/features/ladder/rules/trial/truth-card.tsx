import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { useText } from '#web/i18n/text.tsx';
import { ruleText } from '#web/kinds/rule-words.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import { isRow, partsIn, pathKey, type Tree, type TreePath, treeAt } from '../tree/condition-tree.ts';
import { numbersText } from '../tree/row-numbers.ts';
import { readingAt, type ToldTrial, type TreeReading } from '../tree/tree-reading.ts';
import { TruthMark } from '../tree/truth-mark.tsx';
import { endText, skipText } from './skip-words.ts';
import css from './trial.module.css';
import type { RuleTrees } from './trial-picture.ts';

interface TruthCardProps {
  readonly trial: ToldTrial;
  readonly trees: RuleTrees;
  readonly bar: number;
  /** When the bar closed, UTC milliseconds. */
  readonly closedAt: number;
}

/** What the entry rules said at one bar, and what became of a trigger there. */
export function TruthCard({ trial, trees, bar, closedAt }: TruthCardProps) {
  const t = useText();
  const time = openedAtOf(closedAt, CANDLE_LENGTH_MS[trial.bars.timeframe]);
  const here = trial.triggers.filter((trigger) => Date.parse(trigger.closedAt) === closedAt);
  const told = here.map((trigger) => (trigger.cycle === null ? skipText(trigger, t) : endText(trigger, t)));
  const rules = trial.rules.filter(({ purpose }) => purpose !== 'exit');
  return (
    <div className={css['truthCard']} role="status">
      <strong>{[t('rules.chart.bar', { time: utcMinute(time, t.language) }), ...told].join(' · ')}</strong>
      {rules.map((rule) => {
        const tree = trees[rule.field] ?? null;
        return tree === null ? null : <Truths key={rule.field} tree={tree} reading={readingAt(trial, rule, bar)} />;
      })}
    </div>
  );
}

function Truths({ tree, reading }: { readonly tree: Tree; readonly reading: TreeReading }) {
  const t = useText();
  return (
    <ul>
      {rowsIn(tree).map((path) => {
        const told = reading.get(pathKey(path));
        const row = treeAt(tree, path);
        if (told === undefined || row === null) return null;
        return (
          <li key={pathKey(path)}>
            <span>{ruleText(row, t)}</span>
            <span className={css['truthEnd']}>
              {partsIn(row).length === 0 ? numbersText(row, told, t) : ''} <TruthMark truth={told.truth} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The paths of the rows that a tree shows, in its order. */
function rowsIn(tree: Tree, path: TreePath = []): readonly TreePath[] {
  if (isRow(tree)) return [path];
  return partsIn(tree).flatMap((part) => rowsIn(part.tree, [...path, ...part.path]));
}
