import { Trash2 } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { type StrategyCheck, troubleAt } from '../draft/check-strategy.ts';
import type { RuleDraft, SideDraft } from '../draft/strategy-draft.ts';
import { newComparison } from '../tree/fields/operands.ts';
import { RuleTree } from '../tree/rule-tree.tsx';
import type { TreeReading } from '../tree/tree-reading.ts';
import { ExitFields } from './exit-fields.tsx';
import css from './form.module.css';

export interface SideFormProps {
  readonly direction: 'buy' | 'sell';
  readonly side: SideDraft;
  readonly onChange: (side: SideDraft | null, gesture?: string) => void;
  readonly check: StrategyCheck;
  /** What each of its rules said at the bar that is looked at. */
  readonly readingOf: (purpose: 'enter' | 'exit') => TreeReading | null;
  /** When that bar closed, in words. */
  readonly readAt: string | null;
  /** Whether the other direction is traded too, so that this one can go. */
  readonly canGo: boolean;
}

/** One direction of a strategy: the rule that opens its cycles, the one that closes them, and its exits by price. */
export function SideForm(props: SideFormProps) {
  const t = useText();
  const { direction, side, onChange, check } = props;
  const isLong = direction === 'buy';
  const change = (patch: Partial<SideDraft>, gesture?: string) =>
    onChange({ ...side, ...patch }, gesture === undefined ? undefined : `${direction} ${gesture}`);
  return (
    <>
      <Card
        title={t(isLong ? 'rules.openLong' : 'rules.openShort')}
        note={props.readAt === null ? undefined : t('rules.now', { time: props.readAt })}
        actions={
          props.canGo ? (
            <Button size="compact-xs" leftSection={<Trash2 size={12} aria-hidden />} onClick={() => onChange(null)}>
              {t('rules.removeSide')}
            </Button>
          ) : undefined
        }
      >
        <TriggerChoice rule={side.enter} onChange={(enter) => change({ enter })} />
        <Rule
          {...props}
          purpose="enter"
          label={t(isLong ? 'rules.openLong' : 'rules.openShort')}
          rule={side.enter}
          onRule={(enter, gesture) => change({ enter: enter ?? EMPTY }, gesture)}
        />
      </Card>
      <Card
        title={t(isLong ? 'rules.closeLong' : 'rules.closeShort')}
        note={t('rules.exitNote')}
        actions={
          side.exit === null ? undefined : (
            <Button size="compact-xs" onClick={() => change({ exit: null })}>
              {t('rules.removeExit')}
            </Button>
          )
        }
      >
        {side.exit === null ? (
          <Button size="compact-xs" onClick={() => change({ exit: EMPTY })}>
            {t('rules.addExit')}
          </Button>
        ) : (
          <Rule
            {...props}
            purpose="exit"
            label={t(isLong ? 'rules.closeLong' : 'rules.closeShort')}
            rule={side.exit}
            onRule={(exit, gesture) => change({ exit }, gesture)}
          />
        )}
        <ExitFields direction={direction} side={side} check={check} onChange={change} />
      </Card>
    </>
  );
}

const EMPTY: RuleDraft = { trigger: 'edge', condition: newComparison() };

interface RuleProps extends SideFormProps {
  readonly purpose: 'enter' | 'exit';
  readonly label: string;
  readonly rule: RuleDraft;
  readonly onRule: (rule: RuleDraft | null, gesture?: string) => void;
}

function Rule({ direction, purpose, label, rule, onRule, check, readingOf }: RuleProps) {
  const t = useText();
  const root = [direction, purpose];
  return (
    <RuleTree
      label={label}
      condition={rule.condition}
      reading={readingOf(purpose)}
      onChange={(condition, gesture) =>
        onRule(condition === null ? null : { ...rule, condition }, gesture && `${purpose} ${gesture}`)
      }
      troubleAt={(path) => {
        const found = troubleAt(check, [...root, ...path].join('.'));
        return found === null ? null : t('rules.bad', { detail: found.sentence });
      }}
    />
  );
}

interface TriggerProps {
  readonly rule: RuleDraft;
  readonly onChange: (rule: RuleDraft) => void;
}

/** Whether a rule acts once, when it becomes true, or at every close at which it is. */
export function TriggerChoice({ rule, onChange }: TriggerProps) {
  const t = useText();
  return (
    <div className={css['trigger']}>
      <Segments
        label={t('rules.trigger')}
        value={rule.trigger}
        onChange={(trigger) => onChange({ ...rule, trigger })}
        options={[
          { value: 'edge', label: t('rules.trigger.edge') },
          { value: 'level', label: t('rules.trigger.level') },
        ]}
        isWide
      />
    </div>
  );
}
