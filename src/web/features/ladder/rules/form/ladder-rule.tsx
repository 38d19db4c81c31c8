import { Suspense } from 'react';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { ruleSchema } from '#engine/rules/read-rule.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { type RuleDraft, ruleDraftOf, sentRule } from '../draft/strategy-draft.ts';
import { isTree, pathKey, type Tree, type TreePath } from '../tree/condition-tree.ts';
import { newComparison } from '../tree/fields/operands.ts';
import { RuleTree } from '../tree/rule-tree.tsx';
import css from './form.module.css';
import { TriggerChoice } from './side-form.tsx';

interface LadderRuleProps {
  readonly label: string;
  /** What the rule decides. */
  readonly more: string;
  readonly rule: Tree | null;
  readonly onChange: (rule: Record<string, unknown> | null, gesture?: string) => void;
}

/** A rule of a ladder with its own timeframe; without one, the button that begins it. */
export function LadderRule(props: LadderRuleProps) {
  return (
    <Suspense>
      <PartText part="rules">
        <Rule {...props} />
      </PartText>
    </Suspense>
  );
}

const NEW_RULE: RuleDraft = { trigger: 'edge', condition: { all: [newComparison()] } };

function Rule({ label, more, rule, onChange }: LadderRuleProps) {
  const t = useText();
  const draft = ruleDraftOf(rule);
  const timeframe = String(rule?.['timeframe'] ?? '15m');
  const send = (next: RuleDraft, at: string, gesture?: string) =>
    onChange({ timeframe: at, ...sentRule(next) }, gesture && `${label} ${gesture}`);
  return (
    <>
      <h2 className={css['ruleName']}>{label}</h2>
      <p className={css['ruleHint']}>{more}</p>
      {draft === null ? (
        <div>
          <Button size="compact-xs" onClick={() => send(NEW_RULE, timeframe)}>
            {t('rules.add.rule')}
          </Button>
        </div>
      ) : (
        <div className={css['ladderRule']}>
          <SelectField
            label={t('rule.timeframe')}
            value={timeframe}
            options={Object.keys(CANDLE_LENGTH_MS).map((value) => ({ value, label: value }))}
            onChange={(at) => send(draft, at)}
          />
          <TriggerChoice rule={draft} onChange={(next) => send(next, timeframe)} />
          <RuleTree
            label={label}
            condition={draft.condition}
            reading={null}
            troubleAt={(path) => troubleIn(rule, path, (detail) => t('rules.bad', { detail }))}
            onChange={(condition, gesture) =>
              condition === null ? onChange(null) : send({ ...draft, condition }, timeframe, gesture)
            }
          />
          <div>
            <Button size="compact-xs" onClick={() => onChange(null)}>
              {t('rules.removeExit')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

function troubleIn(rule: Tree | null, path: TreePath, told: (detail: string) => string): string | null {
  const parsed = ruleSchema.safeParse(isTree(rule) ? rule : {});
  const key = pathKey(path);
  const issue = parsed.error?.issues.find((one) => one.path.join('.').startsWith(key) && one.path.length > path.length);
  return issue === undefined || key === '' ? null : told(issue.message);
}
