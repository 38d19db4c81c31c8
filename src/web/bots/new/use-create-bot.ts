import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createBot } from '#contract/bot.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import type { BotSource } from './bot-sources.ts';
import { NEW, type NewBotForm } from './new-bot-form.ts';

interface CreateInput {
  readonly form: NewBotForm;
  readonly source: BotSource;
  /** Told as soon as a new portfolio exists: when the bot is then refused, a repeat must not create another one. */
  readonly onPortfolio: (portfolioId: string) => void;
}

/** Creates the bot, after its portfolio when that is new. */
export function useCreateBot() {
  const queries = useQueryClient();
  const kind = useKind();
  return useMutation({
    async mutationFn({ form, source, onPortfolio }: CreateInput) {
      const portfolioId = await portfolioFor(kind, form);
      if (portfolioId !== form.portfolioId) onPortfolio(portfolioId);
      return createBotIn(kind, { ...form, portfolioId }, source);
    },
    onSettled: () =>
      Promise.all(
        ['bots', 'portfolios', 'strategies'].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      ),
  });
}

/** The chosen portfolio, created when it is new. */
export async function portfolioFor(kind: BotKind, form: NewBotForm): Promise<string> {
  if (form.portfolioId !== NEW) return form.portfolioId;
  const body = { name: form.newPortfolio.trim(), balance: form.balance };
  return (await api(createPortfolio, { params: { kind }, body })).portfolioId;
}

/** Creates the bot of a form whose portfolio exists. */
export function createBotIn(kind: BotKind, form: NewBotForm, source: BotSource) {
  return api(createBot, {
    params: { kind },
    body: {
      name: form.name.trim(),
      portfolioId: form.portfolioId,
      symbols: [...form.symbols],
      autostart: form.isStarted,
      ...(source.version ?? { params: source.params }),
      ...source.overrides,
    },
  });
}
