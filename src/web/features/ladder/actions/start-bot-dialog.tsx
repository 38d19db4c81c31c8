import { PAPER_WALLET_USDT } from '#contract/limits.ts';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Modal, MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { assetsQuery } from '#web/api/system-queries.ts';
import { type Portfolio, portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { ConfirmLive } from '#web/bots/confirm/confirm-live.tsx';
import { useIsLive } from '#web/bots/confirm/use-is-live.ts';
import { CreateProblem } from '#web/bots/exchange/create-problem.tsx';
import { PartText, useText } from '#web/i18n/text.tsx';
import { KindFrame, KindTag } from '#web/ui/figures/kind.tsx';
import { SelectField, SwitchField, TextField } from '#web/ui/form/field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import css from '../ladder-page.module.css';
import { type SavedStrategy, type StartInput, useStartBot } from '../strategy-queries.ts';

const NEW = 'new';

interface StartForm {
  readonly name: string;
  /** A portfolio id, or `new`. */
  readonly portfolio: string;
  readonly newName: string;
  readonly symbols: readonly string[];
  readonly isLongOn: boolean;
  readonly isShortOn: boolean;
}

interface StartBotDialogProps {
  readonly strategy: SavedStrategy;
  readonly onClose: () => void;
}

/** Creates a bot from the saved version: name, portfolio, symbols, directions. */
export function StartBotDialog(props: StartBotDialogProps) {
  return (
    <Suspense>
      <PartText part="botWork">
        <WordedDialog {...props} />
      </PartText>
    </Suspense>
  );
}

function WordedDialog({ strategy, onClose }: StartBotDialogProps) {
  const t = useText();
  useReturnFocus();
  const navigate = useNavigate();
  const { kind, tone, bots } = useKindView();
  const directions = bots?.directions(strategy.params) ?? [];
  const portfolios = useQuery(portfoliosOfQuery(kind)).data?.items ?? [];
  const [form, setForm] = useState<StartForm>({
    name: strategy.name,
    portfolio: '',
    newName: '',
    symbols: [strategy.symbol],
    isLongOn: directions.includes('buy'),
    isShortOn: directions.includes('sell'),
  });
  const chosen = { ...form, portfolio: form.portfolio || (portfolios[0]?.portfolioId ?? NEW) };
  const [isConfirming, setConfirming] = useState(false);
  const start = useStartBot(startInput(chosen, strategy), (portfolio) => setForm({ ...form, portfolio }));
  const isFillingIn = useIsLive() && !isConfirming;
  const run = () =>
    start.send((error) => {
      if (error !== null) return;
      toast(t('start.done', { name: chosen.name.trim() }));
      onClose();
      void navigate({ to: kindAddress(kind, 'bots') });
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('start.title', { name: strategy.name, version: strategy.version })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <KindFrame kind={tone}>
        <div className={css['dialog']}>
          {tone === null ? null : <KindTag kind={tone} />}
          {isConfirming ? (
            <ConfirmLive name={chosen.name.trim()} symbols={chosen.symbols} needed={null} isStarted>
              {start.field}
            </ConfirmLive>
          ) : (
            <StartFields form={chosen} portfolios={portfolios} directions={directions} onChange={setForm} />
          )}
          {start.error ? <CreateProblem error={start.error} /> : null}
        </div>
      </KindFrame>
      <div className={css['acts']}>
        {isConfirming ? (
          <Button onClick={() => setConfirming(false)}>{t('liveOrders.back')}</Button>
        ) : (
          <Button onClick={onClose}>{t('act.cancel')}</Button>
        )}
        <Button
          variant="filled"
          disabled={!isComplete(chosen) || !start.isReady}
          loading={start.isPending}
          onClick={isFillingIn ? () => setConfirming(true) : run}
        >
          {isFillingIn ? t('liveOrders.continue') : t('start.act', { name: form.name.trim() || strategy.name })}
        </Button>
      </div>
    </Modal>
  );
}

interface FieldsProps {
  readonly form: StartForm;
  readonly portfolios: readonly Portfolio[];
  readonly directions: readonly ('buy' | 'sell')[];
  readonly onChange: (form: StartForm) => void;
}

function StartFields({ form, portfolios, directions, onChange }: FieldsProps) {
  const t = useText();
  const isLive = useIsLive();
  const wallet = { wallet: t.number(PAPER_WALLET_USDT) };
  const assets = useQuery(assetsQuery).data?.items ?? [];
  const set = (patch: Partial<StartForm>) => onChange({ ...form, ...patch });
  const options = portfolios.map((one) => ({ value: one.portfolioId, label: one.name }));
  return (
    <>
      <TextField label={t('start.name')} value={form.name} onChange={(name) => set({ name })} isFocusedFirst />
      <SelectField
        label={t('start.portfolio')}
        value={form.portfolio}
        onChange={(portfolio) => set({ portfolio })}
        options={[
          ...options,
          { value: NEW, label: isLive ? t('newBot.newPortfolio') : t('start.newPortfolio', wallet) },
        ]}
      />
      {form.portfolio === NEW ? (
        <TextField label={t('start.newName')} value={form.newName} onChange={(newName) => set({ newName })} />
      ) : null}
      <MultiSelect
        label={t('start.symbols')}
        data={assets.map((asset) => asset.futuresTicker)}
        value={[...form.symbols]}
        onChange={(symbols) => set({ symbols })}
        size="xs"
      />
      {directions.includes('buy') ? (
        <SwitchField label={t('start.long')} checked={form.isLongOn} onChange={(isLongOn) => set({ isLongOn })} />
      ) : null}
      {directions.includes('sell') ? (
        <SwitchField label={t('start.short')} checked={form.isShortOn} onChange={(isShortOn) => set({ isShortOn })} />
      ) : null}
    </>
  );
}

function isComplete(form: StartForm): boolean {
  const isNamed = form.portfolio !== NEW || form.newName.trim() !== '';
  return form.name.trim() !== '' && form.symbols.length > 0 && isNamed;
}

function startInput(form: StartForm, strategy: SavedStrategy): StartInput {
  return {
    portfolio: form.portfolio === NEW ? { newName: form.newName.trim() } : { id: form.portfolio },
    bot: {
      name: form.name.trim(),
      symbols: [...form.symbols],
      strategyId: strategy.strategyId,
      strategyVersion: strategy.version,
      isEnterBuyEnabled: form.isLongOn,
      isEnterSellEnabled: form.isShortOn,
    },
  };
}
