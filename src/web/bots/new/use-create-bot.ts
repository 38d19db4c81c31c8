import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createBot } from '#contract/bot.ts';
import { createPortfolio } from '#contract/portfolio.ts';
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
      let { portfolioId } = form;
      if (portfolioId === NEW) {
        const body = { name: form.newPortfolio.trim(), balance: form.balance };
        portfolioId = (await api(createPortfolio, { params: { kind }, body })).portfolioId;
        onPortfolio(portfolioId);
      }
      return api(createBot, {
        params: { kind },
        body: {
          name: form.name.trim(),
          portfolioId,
          symbols: [...form.symbols],
          autostart: form.isStarted,
          ...(source.version ?? { params: source.params }),
          ...source.overrides,
        },
      });
    },
    onSettled: () =>
      Promise.all(
        ['bots', 'portfolios', 'strategies'].map((topic) => queries.invalidateQueries({ queryKey: [topic] })),
      ),
  });
}
