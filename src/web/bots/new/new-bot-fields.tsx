import '#web/ui/form/field-styles.ts';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import type { Asset } from '#web/api/market/instrument.ts';
import type { Portfolio } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { NumberField, SelectField, SwitchField, TextField } from '#web/ui/form/field.tsx';
import type { BotSource } from './bot-sources.ts';
import { NEW, type NewBotForm, withSource } from './new-bot-form.ts';

interface NewBotFieldsProps {
  readonly form: NewBotForm;
  readonly sources: readonly BotSource[];
  readonly portfolios: readonly Portfolio[];
  /** Symbols to choose from; null where they are chosen already. */
  readonly assets: readonly Asset[] | null;
  /** What the name is for, where it is not one bot's. */
  readonly nameHint?: string;
  /** A new portfolio of a live kind has no wallet of its own. */
  readonly isLive?: boolean;
  readonly onChange: (form: NewBotForm) => void;
}

export function NewBotFields(props: NewBotFieldsProps) {
  const { form, sources, portfolios, assets, nameHint, isLive = false, onChange } = props;
  const t = useText();
  const set = (patch: Partial<NewBotForm>) => onChange({ ...form, ...patch });
  const choose = (id: string) => {
    const chosen = sources.find((one) => one.id === id);
    if (chosen !== undefined) onChange(withSource(form, chosen));
  };
  const own = portfolios.map((one) => ({ value: one.portfolioId, label: one.name }));
  return (
    <>
      <SelectField
        label={t('newBot.source')}
        value={form.sourceId}
        onChange={choose}
        options={sources.map(({ id, label }) => ({ value: id, label }))}
      />
      <TextField
        label={t('start.name')}
        hint={nameHint}
        value={form.name}
        onChange={(name) => set({ name })}
        isFocusedFirst
      />
      <SelectField
        label={t('start.portfolio')}
        value={form.portfolioId}
        onChange={(portfolioId) => set({ portfolioId })}
        options={[...own, { value: NEW, label: t('newBot.newPortfolio') }]}
      />
      {form.portfolioId === NEW ? (
        <>
          <TextField
            label={t('start.newName')}
            value={form.newPortfolio}
            onChange={(newPortfolio) => set({ newPortfolio })}
          />
          {isLive ? null : (
            <NumberField
              label={t('newBot.balance')}
              unit="USDT"
              value={form.balance}
              onChange={(balance) => set({ balance })}
            />
          )}
        </>
      ) : null}
      {assets === null ? null : (
        <MultiSelect
          label={t('start.symbols')}
          data={assets.map((asset) => asset.futuresTicker)}
          value={[...form.symbols]}
          onChange={(symbols) => set({ symbols })}
          searchable
          size="xs"
        />
      )}
      <SwitchField label={t('newBot.startNow')} checked={form.isStarted} onChange={(isStarted) => set({ isStarted })} />
    </>
  );
}
