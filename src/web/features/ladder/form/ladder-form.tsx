import { lazy, type ReactNode, Suspense } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { AreaField, ChoiceField, NumberField, SelectField, SwitchField, TextField } from '#web/ui/form/field.tsx';
import type { LadderEditor } from './ladder-editor.ts';
import { Fixes, LadderField } from './ladder-field.tsx';
import css from './ladder-form.module.css';
import { fieldProblem } from './ladder-words.ts';

// The editor of rules is loaded behind the fields.
const LadderRule = lazy(async () => ({ default: (await import('../rules/form/ladder-rule.tsx')).LadderRule }));

interface FormProps {
  readonly editor: LadderEditor;
  readonly symbols: readonly string[];
}

/** Every parameter of a ladder with its unit, grouped in the order of a cycle: market, ladder, exit, start. */
export function LadderForm({ editor, symbols }: FormProps) {
  return (
    <form className={css['form']} onSubmit={(event) => event.preventDefault()}>
      <MarketFields editor={editor} symbols={symbols} />
      <StepFields editor={editor} />
      <ExitFields editor={editor} />
      <StartFields editor={editor} />
    </form>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css['group']}>
      <legend className={css['legend']}>{title}</legend>
      <div className={css['grid']}>{children}</div>
    </fieldset>
  );
}

function MarketFields({ editor, symbols }: FormProps) {
  const t = useText();
  const { draft, change } = editor;
  return (
    <Group title={t('ladder.group.market')}>
      <div className={css['wide']}>
        <TextField
          label={t('ladder.name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          onBlur={() => editor.leave('name')}
          error={editor.wasLeft('name') && draft.name.trim() === '' ? t('ladder.bad.name') : ''}
        />
      </div>
      <SelectField
        label={t('ladder.symbol')}
        value={draft.symbol}
        onChange={(symbol) => change({ symbol, previewPrice: '' })}
        options={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
      />
      <ChoiceField
        label={t('ladder.direction')}
        value={draft.direction}
        onChange={(direction) => change({ direction })}
        options={[
          { value: 'buy', label: t('ladder.long') },
          { value: 'sell', label: t('ladder.short') },
          { value: 'both', label: t('ladder.both') },
        ]}
      />
      <LadderField editor={editor} field="leverage" />
      <SelectField
        label={t('ladder.margin')}
        value={draft.marginType}
        onChange={(value) => change({ marginType: value === 'cross' ? 'cross' : 'isolated' })}
        options={[
          { value: 'isolated', label: t('ladder.isolated') },
          { value: 'cross', label: t('ladder.cross') },
        ]}
      />
      <div className={css['wide']}>
        <Fixes editor={editor} field="leverage" />
      </div>
    </Group>
  );
}

function StepFields({ editor }: { editor: LadderEditor }) {
  const t = useText();
  const { draft, change } = editor;
  const isByRow = draft.customLevels !== null;
  return (
    <Group title={t('ladder.group.ladder')}>
      <LadderField editor={editor} field="baseOrderSize" />
      {isByRow ? null : <LadderField editor={editor} field="safetyOrderSize" hint={t('ladder.hint.sameAsBase')} />}
      <div className={css['wide']}>
        <Fixes editor={editor} field="baseOrderSize" />
        <Fixes editor={editor} field="safetyOrderSize" />
      </div>
      {isByRow ? null : (
        <>
          <LadderField editor={editor} field="safetyOrdersCount" />
          <LadderField editor={editor} field="stepPercent" />
          <LadderField editor={editor} field="stepScale" info={t('ladder.info.stepScale')} />
          <LadderField editor={editor} field="volumeScale" info={t('ladder.info.volumeScale')} />
        </>
      )}
      <LadderField editor={editor} field="activeSafetyOrders" hint={t('ladder.hint.all')} />
      <OwnRule editor={editor} field="safetyConditions" more={t('ladder.stepRuleMore')} />
      <NumberField
        label={t('ladder.previewAt')}
        unit="USDT"
        value={draft.previewPrice === '' ? (editor.lastPrice ?? '') : draft.previewPrice}
        onChange={(previewPrice) => change({ previewPrice })}
        onBlur={() => editor.leave('previewPrice')}
        error={fieldProblem('previewPrice', editor, t) ?? ''}
      />
      <SelectField
        label={t('ladder.sizeType')}
        value={draft.sizeType}
        onChange={(value) => change({ sizeType: value === 'margin' ? 'margin' : 'notional' })}
        options={[
          { value: 'notional', label: t('ladder.notional') },
          { value: 'margin', label: t('ladder.marginSize') },
        ]}
      />
      <div className={css['wide']}>
        <Fixes editor={editor} field="safetyOrdersCount" />
        <Fixes editor={editor} field="stepPercent" />
        <Fixes editor={editor} field="activeSafetyOrders" />
      </div>
    </Group>
  );
}

function ExitFields({ editor }: { editor: LadderEditor }) {
  const t = useText();
  const { draft, change } = editor;
  const bases = [
    { value: 'average', label: t('ladder.average') },
    { value: 'base', label: t('ladder.base') },
  ];
  return (
    <Group title={t('ladder.group.exit')}>
      <LadderField editor={editor} field="takeProfitPercent" hint={t('ladder.hint.off')} />
      <SelectField
        label={t('ladder.measuredFrom')}
        value={draft.tpBasis}
        onChange={(value) => change({ tpBasis: basisOf(value) })}
        options={bases}
      />
      <LadderField editor={editor} field="stopLossPercent" hint={t('ladder.hint.off')} />
      <SelectField
        label={t('ladder.measuredFrom')}
        value={draft.slBasis}
        onChange={(value) => change({ slBasis: basisOf(value) })}
        options={bases}
      />
      <div className={css['wide']}>
        <Fixes editor={editor} field="takeProfitPercent" />
        <Fixes editor={editor} field="stopLossPercent" />
      </div>
      <div className={css['wide']}>
        <SwitchField
          label={t('ladder.tpNetOfFees')}
          checked={draft.tpNetOfFees}
          onChange={(tpNetOfFees) => change({ tpNetOfFees })}
        />
      </div>
      <LadderField editor={editor} field="trailingPercent" hint={t('ladder.hint.off')} />
      <SelectField
        label={t('ladder.tpOrder')}
        value={draft.tpOrder}
        onChange={(value) => change({ tpOrder: value === 'limit' ? 'limit' : 'market_trigger' })}
        options={[
          { value: 'limit', label: t('ladder.limit') },
          { value: 'market_trigger', label: t('ladder.marketTrigger') },
        ]}
      />
      <SelectField
        label={t('ladder.slWorkingType')}
        value={draft.slWorkingType}
        onChange={(value) => change({ slWorkingType: value === 'last' ? 'last' : 'mark' })}
        options={[
          { value: 'mark', label: t('ladder.markPrice') },
          { value: 'last', label: t('ladder.lastPrice') },
        ]}
      />
      <LadderField editor={editor} field="timeLimitS" hint={t('ladder.hint.none')} />
    </Group>
  );
}

const basisOf = (value: string) => (value === 'base' ? 'base' : 'average');

function StartFields({ editor }: { editor: LadderEditor }) {
  const t = useText();
  const { draft, change } = editor;
  return (
    <Group title={t('ladder.group.start')}>
      <SelectField
        label={t('ladder.baseOrderType')}
        value={draft.baseOrderType}
        onChange={(value) => change({ baseOrderType: value === 'limit' ? 'limit' : 'market' })}
        options={[
          { value: 'market', label: t('ladder.market') },
          { value: 'limit', label: t('ladder.limit') },
        ]}
      />
      <LadderField editor={editor} field="cooldownS" />
      {draft.baseOrderType === 'limit' ? (
        <>
          <LadderField editor={editor} field="baseOrderOffsetPercent" />
          <LadderField editor={editor} field="baseOrderTtlS" />
        </>
      ) : null}
      <LadderField editor={editor} field="maxOpenCycles" hint={t('ladder.hint.everyPosition')} />
      <LadderField editor={editor} field="maxCycles" hint={t('ladder.hint.none')} info={t('ladder.info.maxCycles')} />
      <OwnRule editor={editor} field="entryConditions" more={t('ladder.entryRuleMore')} />
      <div className={css['wide']}>
        <AreaField label={t('ladder.comment')} value={draft.comment} onChange={(comment) => change({ comment })} />
      </div>
    </Group>
  );
}

interface OwnRuleProps {
  readonly editor: LadderEditor;
  readonly field: 'entryConditions' | 'safetyConditions';
  /** What the rule decides. */
  readonly more: string;
}

/** A rule of the ladder, or the button that adds one. */
function OwnRule({ editor, field, more }: OwnRuleProps) {
  const t = useText();
  return (
    <div className={css['wide']}>
      <Suspense>
        <LadderRule
          label={t(`ladder.field.${field}`)}
          more={more}
          rule={editor.draft[field]}
          onChange={(rule, gesture) => editor.change({ [field]: rule }, gesture)}
        />
      </Suspense>
    </div>
  );
}
