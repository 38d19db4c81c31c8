import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { BotKind } from '#engine/model/bot.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import type { Portfolio } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { useActBlock } from '../acts/act-block.ts';
import { Outcomes } from '../several/outcomes.tsx';
import { type RunTarget, useSeveralRuns } from '../several/use-several-runs.ts';
import type { BotSource } from './bot-sources.ts';
import { MarginNote } from './margin-note.tsx';
import { neededMargin } from './needed-margin.ts';
import css from './new-bot.module.css';
import { NewBotFields } from './new-bot-fields.tsx';
import { missingIn, type NewBotForm } from './new-bot-form.ts';
import { createBotIn, portfolioFor } from './use-create-bot.ts';

interface NewBotsFormProps {
  readonly kind: BotKind;
  readonly symbols: readonly string[];
  readonly sources: readonly BotSource[];
  readonly portfolios: readonly Portfolio[];
  readonly first: NewBotForm;
  /** Told once bots are being created: from then on nothing else can be chosen. */
  readonly onRun: () => void;
  readonly onClose: () => void;
}

/** What the bots run and where; then what became of each. */
export function NewBotsForm(props: NewBotsFormProps) {
  const { kind, symbols, sources, portfolios, onRun, onClose } = props;
  const t = useText();
  const [form, setForm] = useState<NewBotForm>({ ...props.first, symbols });
  const source = sources.find((one) => one.id === form.sourceId) ?? null;
  const [isSent, setSent] = useState(false);
  const onSent = (sent: NewBotForm) => {
    setForm(sent);
    setSent(true);
    onRun();
  };
  const { portfolio, runs, start } = useCreateBots(kind, source, { form, onSent });
  const needed = useNeededMargin(kind, source, form.symbols);
  const block = useActBlock() ?? missingIn(form, source, { isLive: false, t });
  const change = (refused: readonly string[]) => {
    setForm({ ...form, symbols: refused });
    setSent(false);
  };
  if (isSent) return <Created kind={kind} runs={runs} targets={targetsOf(form)} onChange={change} onClose={onClose} />;
  return (
    <>
      <NewBotFields
        form={form}
        sources={sources}
        portfolios={portfolios}
        assets={null}
        nameHint={t('newBots.names', { example: targetsOf(form)[0]?.name ?? '' })}
        onChange={(next) => setForm({ ...next, symbols: form.symbols })}
      />
      <MarginNote
        needed={needed}
        portfolio={portfolios.find((one) => one.portfolioId === form.portfolioId) ?? null}
        newBalance={form.balance}
      />
      {portfolio.isError ? <ProblemNote error={portfolio.error} /> : null}
      {block === null ? null : (
        <p className={css['missing']} id="new-bots-missing">
          {block}
        </p>
      )}
      <div className={css['acts']}>
        <Button onClick={onClose}>{t('act.cancel')}</Button>
        <Button
          variant="filled"
          disabled={block !== null}
          aria-describedby={block === null ? undefined : 'new-bots-missing'}
          loading={portfolio.isPending}
          onClick={start}
        >
          {t(form.isStarted ? 'newBots.start' : 'newBots.create', { count: form.symbols.length })}
        </Button>
      </div>
    </>
  );
}

interface BotToCreate extends RunTarget {
  readonly symbol: string;
  readonly portfolioId: string;
}

/** A bot of its own for each symbol, with the symbol in its name, because no two have the same one. */
function targetsOf({ symbols, name, portfolioId }: NewBotForm): readonly BotToCreate[] {
  return symbols.map((symbol) => ({ id: symbol, symbol, portfolioId, name: `${name.trim()} ${symbol}` }));
}

interface FormInUse {
  readonly form: NewBotForm;
  /** Told once its portfolio exists and its bots are being created. */
  readonly onSent: (form: NewBotForm) => void;
}

/** Creates the portfolio when it is new, and then the bots. */
function useCreateBots(kind: BotKind, source: BotSource | null, { form, onSent }: FormInUse) {
  const portfolio = useMutation({ mutationFn: () => portfolioFor(kind, form) });
  const runs = useSeveralRuns(async ({ symbol, name, portfolioId }: BotToCreate) => {
    if (source === null) return;
    await createBotIn(kind, { ...form, portfolioId, name, symbols: [symbol] }, source);
  });
  const start = () =>
    portfolio.mutate(undefined, {
      onSuccess: (portfolioId) => {
        const placed = { ...form, portfolioId };
        onSent(placed);
        runs.start(targetsOf(placed));
      },
    });
  return { portfolio, runs, start };
}

/** What all bots tie up together; each has all of its orders, whatever the others do. */
function useNeededMargin(kind: BotKind, source: BotSource | null, symbols: readonly string[]): string | null {
  const assets = useQuery(assetsQuery).data?.items ?? [];
  if (source === null) return null;
  const margins = symbols.map((symbol) =>
    neededMargin(
      kind,
      source.params,
      assets.filter((asset) => asset.futuresTicker === symbol),
    ),
  );
  const known = margins.filter((margin) => margin !== null);
  return known.length === margins.length ? addDecimals(known) : null;
}

interface CreatedProps {
  readonly kind: BotKind;
  readonly targets: readonly BotToCreate[];
  readonly runs: ReturnType<typeof useSeveralRuns<BotToCreate>>;
  /** Back to the form with the symbols whose bots were refused. */
  readonly onChange: (refused: readonly string[]) => void;
  readonly onClose: () => void;
}

/** What became of each bot, with the way to them, and another try for those that were refused: a name may be taken. */
function Created({ kind, targets, runs, onChange, onClose }: CreatedProps) {
  const t = useText();
  const refused = targets.filter(({ id }) => runs.outcomes.get(id)?.state === 'refused');
  const isRunning = [...runs.outcomes.values()].some(({ state }) => state === 'waiting');
  return (
    <>
      <Outcomes targets={targets} outcomes={runs.outcomes} />
      <div className={css['acts']}>
        <Button onClick={onClose}>{t('act.close')}</Button>
        {refused.length > 0 && !isRunning ? (
          <Button onClick={() => onChange(refused.map(({ symbol }) => symbol))}>
            {t('newBots.change', { count: refused.length })}
          </Button>
        ) : null}
        <Button variant="filled" renderRoot={(look) => <Link to={kindAddress(kind, 'bots')} {...look} />}>
          {t('newBots.show')}
        </Button>
      </div>
    </>
  );
}
