import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { useText } from '#web/i18n/text.tsx';
import { AreaField, NumberField, SelectField, TextField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { troubleAt } from '../draft/check-strategy.ts';
import { sizingTypes } from '../draft/strategy-draft.ts';
import type { StrategyEditor } from '../draft/strategy-editor.ts';
import css from './form.module.css';

interface FieldsProps {
  readonly editor: StrategyEditor;
}

/** What the strategy is called, on what it is shown, and how its positions are held. */
export function MarketFields({ editor, symbols }: FieldsProps & { readonly symbols: readonly string[] }) {
  const t = useText();
  const { draft, change } = editor;
  return (
    <Card title={t('rules.group.market')}>
      <div className={css['grid']}>
        <div className={css['wide']}>
          <TextField
            label={t('ladder.name')}
            value={draft.name}
            onChange={(name) => change({ name }, 'name')}
            onBlur={editor.settle}
          />
        </div>
        <SelectField
          label={t('ladder.symbol')}
          value={draft.symbol}
          options={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
          onChange={(symbol) => change({ symbol })}
        />
        <SelectField
          label={t('rule.timeframe')}
          value={draft.timeframe}
          options={Object.keys(CANDLE_LENGTH_MS).map((value) => ({ value, label: value }))}
          onChange={(timeframe) => change({ timeframe })}
        />
        <HoldingFields editor={editor} />
        <div className={css['wide']}>
          <AreaField
            label={t('ladder.comment')}
            value={draft.comment}
            onChange={(comment) => change({ comment }, 'comment')}
            onBlur={editor.settle}
          />
        </div>
      </div>
    </Card>
  );
}

/** How positions are held, and how many at a time. */
function HoldingFields({ editor }: FieldsProps) {
  const t = useText();
  const { draft, change } = editor;
  const error = useFieldError(editor);
  return (
    <>
      <NumberField
        label={t('ladder.field.leverage')}
        unit="×"
        decimals={0}
        value={draft.leverage}
        error={error('leverage')}
        onChange={(leverage) => change({ leverage }, 'leverage')}
        onBlur={editor.settle}
      />
      <SelectField
        label={t('ladder.margin')}
        value={draft.marginType}
        options={[
          { value: 'isolated', label: t('ladder.isolated') },
          { value: 'cross', label: t('ladder.cross') },
        ]}
        onChange={(value) => change({ marginType: value === 'cross' ? 'cross' : 'isolated' })}
      />
      <NumberField
        label={t('rules.cooldown')}
        unit={t('unit.second')}
        decimals={0}
        value={draft.cooldownS}
        error={error('cooldownS')}
        onChange={(cooldownS) => change({ cooldownS }, 'cooldownS')}
        onBlur={editor.settle}
      />
      <NumberField
        label={t('rules.maxOpen')}
        decimals={0}
        placeholder={t('ladder.hint.everyPosition')}
        value={draft.maxOpenCycles}
        error={error('maxOpenCycles')}
        onChange={(maxOpenCycles) => change({ maxOpenCycles }, 'maxOpenCycles')}
        onBlur={editor.settle}
      />
    </>
  );
}

function useFieldError({ check }: StrategyEditor): (field: string) => string {
  const t = useText();
  return (field) => (troubleAt(check, field) === null ? '' : t('rules.invalid'));
}

/** How large a position is: an amount, or a share of the capital that the stop or the range of the market scales. */
export function SizeFields({ editor }: FieldsProps) {
  const t = useText();
  const { draft, change } = editor;
  const error = useFieldError(editor);
  const isFixed = draft.sizingType === 'fixed_notional' || draft.sizingType === 'fixed_margin';
  const note = t(`rule.sizing.${draft.sizingType}`, {
    value: draft.sizingValue === '' ? '–' : t.number(draft.sizingValue),
  });
  return (
    <Card title={t('rules.group.size')} note={note}>
      <div className={css['grid']}>
        <SelectField
          label={t('rules.size.type')}
          value={draft.sizingType}
          options={sizingTypes.map((value) => ({ value, label: t(`rules.size.${value}`) }))}
          onChange={(value) => change({ sizingType: sizingTypes.find((type) => type === value) ?? draft.sizingType })}
        />
        <NumberField
          label={t('rules.size.value')}
          unit={isFixed ? 'USDT' : '%'}
          value={draft.sizingValue}
          error={error('sizing.value')}
          onChange={(sizingValue) => change({ sizingValue }, 'sizingValue')}
          onBlur={editor.settle}
        />
        {draft.sizingType === 'volatility_target' ? (
          <NumberField
            label={t('rules.size.bars')}
            decimals={0}
            value={draft.sizingBars}
            error={error('sizing.n')}
            onChange={(sizingBars) => change({ sizingBars }, 'sizingBars')}
          />
        ) : null}
        {isFixed ? null : (
          <>
            <SelectField
              label={t('rules.size.capital')}
              value={draft.equity}
              options={[
                { value: 'wallet', label: t('rules.size.wallet') },
                { value: 'portfolio_limit', label: t('rules.size.limit') },
              ]}
              onChange={(value) => change({ equity: value === 'portfolio_limit' ? value : 'wallet' })}
            />
            <NumberField
              label={t('rules.size.max')}
              unit="USDT"
              placeholder={t('ladder.hint.none')}
              value={draft.maxNotional}
              error={error('sizing.maxNotional')}
              onChange={(maxNotional) => change({ maxNotional }, 'maxNotional')}
              onBlur={editor.settle}
            />
          </>
        )}
      </div>
    </Card>
  );
}
