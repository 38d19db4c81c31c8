import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PAPER_WALLET_USDT } from '#contract/limits.ts';
import { type Portfolio, portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { KindFrame, KindTag } from '#web/ui/figures/kind.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { unsendable } from '#web/ui/form/decimal/number-problem.ts';
import { NumberField, SelectField, SwitchField, TextField } from '#web/ui/form/field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useCreateBotFromTest } from '../test-mutations.ts';
import type { TestDetail } from '../test-queries.ts';
import { strategyText, symbolsText } from '../test-words.ts';
import css from './paper-bot.module.css';
import { PointName } from './point-name.tsx';

/** In place of a portfolio's id: one is created with the bot. */
const NEW = 'new';

interface PaperBotDialogProps {
  readonly test: TestDetail;
  readonly botId: string;
  readonly onClose: () => void;
}

/** Makes a paper bot that runs what a point tried. */
export function PaperBotDialog({ test, botId, onClose }: PaperBotDialogProps) {
  const t = useText();
  useReturnFocus();
  const portfolios = useQuery(portfoliosOfQuery(test.kind));
  return (
    <Modal opened onClose={onClose} title={t('backtest.paperBot')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <KindFrame kind="paper">
        <div className={css['body']}>
          <KindTag kind="paper" />
          <p className={css['facts']}>
            {symbolsText(test.symbols, t)} <PointName botId={botId} />
          </p>
          {portfolios.isError ? (
            <ProblemNote error={portfolios.error} onRetry={() => void portfolios.refetch()} />
          ) : null}
          {portfolios.isPending ? <SkeletonRows rows={3} /> : null}
          {portfolios.data ? (
            <Form test={test} botId={botId} portfolios={portfolios.data.items} onClose={onClose} />
          ) : null}
        </div>
      </KindFrame>
    </Modal>
  );
}

interface BotForm {
  readonly name: string;
  readonly portfolio: string;
  readonly newPortfolio: string;
  readonly balance: string;
  readonly isStarted: boolean;
}

interface FormProps extends PaperBotDialogProps {
  readonly portfolios: readonly Portfolio[];
}

function Form({ test, botId, portfolios, onClose }: FormProps) {
  const t = useText();
  const navigate = useNavigate();
  const create = useCreateBotFromTest();
  const [form, setForm] = useState<BotForm>({
    ...{ name: test.name, newPortfolio: '', balance: PAPER_WALLET_USDT, isStarted: true },
    portfolio: portfolios[0]?.portfolioId ?? NEW,
  });
  const set = (patch: Partial<BotForm>) => setForm({ ...form, ...patch });
  const missing = missingIn(form, t);
  const run = () =>
    create.mutate(
      {
        kind: test.kind,
        body: { botId, name: form.name.trim(), autostart: form.isStarted },
        portfolio: form.portfolio === NEW ? { name: form.newPortfolio.trim(), balance: form.balance } : form.portfolio,
        onPortfolio: (portfolio) => set({ portfolio }),
      },
      {
        onSuccess: (bot) => {
          toast(t('backtest.botMade', { name: bot.name }));
          onClose();
          void navigate({ to: kindAddress(test.kind, 'bots'), search: { bot: bot.botId } });
        },
      },
    );
  return (
    <>
      <BotFields form={form} portfolios={portfolios} version={versionSentence(test, t)} set={set} />
      {create.isError ? <ProblemNote error={create.error} /> : null}
      {missing === null ? null : (
        <p className={css['missing']} id="paper-bot-missing">
          {missing}
        </p>
      )}
      <div className={css['acts']}>
        <Button onClick={onClose}>{t('act.cancel')}</Button>
        <Button
          variant="filled"
          disabled={missing !== null}
          aria-describedby={missing === null ? undefined : 'paper-bot-missing'}
          loading={create.isPending}
          onClick={run}
        >
          {t(form.isStarted ? 'backtest.botStart' : 'backtest.botCreate', { name: form.name.trim() || '…' })}
        </Button>
      </div>
    </>
  );
}

interface BotFieldsProps {
  readonly form: BotForm;
  readonly portfolios: readonly Portfolio[];
  /** Which version of the tested strategy the bot will run, as a sentence; null where none was tested. */
  readonly version: string | null;
  readonly set: (patch: Partial<BotForm>) => void;
}

function BotFields({ form, portfolios, version, set }: BotFieldsProps) {
  const t = useText();
  return (
    <>
      <TextField label={t('start.name')} value={form.name} onChange={(name) => set({ name })} isFocusedFirst />
      <SelectField
        label={t('start.portfolio')}
        value={form.portfolio}
        onChange={(portfolio) => set({ portfolio })}
        options={[
          ...portfolios.map((one) => ({ value: one.portfolioId, label: one.name })),
          { value: NEW, label: t('backtest.newPortfolio') },
        ]}
      />
      {form.portfolio === NEW ? (
        <>
          <TextField
            label={t('start.newName')}
            value={form.newPortfolio}
            onChange={(newPortfolio) => set({ newPortfolio })}
          />
          <NumberField
            label={t('backtest.walletUsdt')}
            unit="USDT"
            value={form.balance}
            onChange={(balance) => set({ balance })}
          />
        </>
      ) : null}
      {version === null ? null : <p className={css['facts']}>{version}</p>}
      <SwitchField
        label={t('backtest.startNow')}
        checked={form.isStarted}
        onChange={(isStarted) => set({ isStarted })}
      />
    </>
  );
}

function versionSentence(test: TestDetail, t: Text): string | null {
  if (test.strategyName === null) return null;
  const strategy = strategyText(test, t);
  return t(test.axes.length === 0 ? 'backtest.botRuns' : 'backtest.botRunsPoint', { strategy });
}

function missingIn({ name, portfolio, newPortfolio, balance }: BotForm, t: Text): string | null {
  if (name.trim() === '') return t('backtest.missing.botName');
  if (portfolio !== NEW) return null;
  if (newPortfolio.trim() === '') return t('backtest.missing.portfolioName');
  return balance === '' ? t('backtest.missing.wallet') : unsendable(balance, t);
}
