import '#web/ui/form/field-styles.ts';
import { Radio } from '@mantine/core';
import { directionOf } from '#web/api/bot-direction.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { unsendable } from '#web/ui/form/decimal/number-problem.ts';
import { NumberField, SelectField, SwitchField } from '#web/ui/form/field.tsx';
import css from '../acts/acts.module.css';
import type { ActChoice, ExitChoice, SeveralAct, SwitchChoice } from './act-runs.ts';

const KEPT: ExitChoice = { isKept: true };

/** Nothing is changed but what the user chooses; stopping keeps positions protected. */
export const FIRST_CHOICE: ActChoice = {
  position: 'protect',
  takeProfit: KEPT,
  stopLoss: KEPT,
  long: 'keep',
  short: 'keep',
};

/** What is still missing before the act means something; null when it can be carried out. */
export function choiceProblem(act: SeveralAct, choice: ActChoice, t: Text): string | null {
  const isUnchanged =
    (act === 'conditions' && choice.takeProfit.isKept && choice.stopLoss.isKept) ||
    (act === 'entries' && choice.long === 'keep' && choice.short === 'keep');
  if (isUnchanged) return t('conditions.unchanged');
  const exits = act === 'conditions' ? [choice.takeProfit, choice.stopLoss] : [];
  const problems = exits.map((exit) => (exit.isKept ? null : unsendable(exit.percent, t)));
  return problems.find((problem) => problem !== null) ?? null;
}

interface ChoiceFieldsProps {
  readonly act: SeveralAct;
  readonly bots: readonly Bot[];
  readonly choice: ActChoice;
  readonly onChange: (choice: ActChoice) => void;
}

/** What an act leaves to choose; nothing for most. */
export function ChoiceFields(props: ChoiceFieldsProps) {
  switch (props.act) {
    case 'stop':
      return <StopModes {...props} />;
    case 'conditions':
      return <Exits {...props} />;
    case 'entries':
      return <Switches {...props} />;
    default:
      return null;
  }
}

function StopModes({ choice, onChange }: ChoiceFieldsProps) {
  const t = useText();
  const modes = ['protect', 'close', 'detach'] as const;
  const change = (value: string) =>
    onChange({ ...choice, position: modes.find((mode) => mode === value) ?? 'protect' });
  return (
    <Radio.Group value={choice.position} onChange={change} label={t('several.positions')}>
      <div className={css['modes']}>
        {modes.map((one) => (
          <Radio
            key={one}
            size="xs"
            value={one}
            label={t(`several.mode.${one}`)}
            description={t(`several.hint.${one}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function Exits({ choice, onChange }: ChoiceFieldsProps) {
  const t = useText();
  const field = (exit: 'takeProfit' | 'stopLoss') => {
    const now = choice[exit];
    const set = (next: ExitChoice) => onChange({ ...choice, [exit]: next });
    return (
      <div key={exit}>
        <SwitchField
          label={t(`several.change.${exit}`)}
          checked={!now.isKept}
          onChange={(isOn) => set(isOn ? { isKept: false, percent: '' } : KEPT)}
        />
        {now.isKept ? null : (
          <NumberField
            label={t(`ladder.field.${exit}Percent`)}
            unit="%"
            value={now.percent}
            onChange={(percent) => set({ isKept: false, percent })}
            hint={t('conditions.hint')}
          />
        )}
      </div>
    );
  };
  return (
    <>
      {field('takeProfit')}
      {field('stopLoss')}
    </>
  );
}

const SWITCHES = ['keep', 'on', 'off'] as const satisfies readonly SwitchChoice[];

function Switches({ bots, choice, onChange }: ChoiceFieldsProps) {
  const t = useText();
  const directions = bots.map(directionOf);
  const field = (side: 'long' | 'short') => (
    <SelectField
      key={side}
      label={t(`start.${side}`)}
      value={choice[side]}
      onChange={(value) => onChange({ ...choice, [side]: SWITCHES.find((one) => one === value) ?? 'keep' })}
      options={SWITCHES.map((value) => ({ value, label: t(`several.switch.${value}`) }))}
    />
  );
  return (
    <>
      {directions.some((direction) => direction !== 'sell') ? field('long') : null}
      {directions.some((direction) => direction !== 'buy') ? field('short') : null}
    </>
  );
}
