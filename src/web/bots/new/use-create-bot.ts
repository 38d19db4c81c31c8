import { useQueryClient } from '@tanstack/react-query';
import { createBot } from '#contract/bot.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { confirmed } from '#web/api/exchange/confirmed.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { kindView } from '#web/kinds/kind-view.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { useIsLive } from '../confirm/use-is-live.ts';
import { useStepUp } from '../confirm/use-step-up.tsx';
import type { BotSource } from './bot-sources.ts';
import { NEW, type NewBotForm } from './new-bot-form.ts';

interface CreateOptions {
  readonly form: NewBotForm;
  /** Null: none is chosen, and then nothing can be sent. */
  readonly source: BotSource | null;
  /** Called as soon as a new portfolio exists: when the bot is then refused, a repeat must not create another one. */
  readonly onPortfolio: (portfolioId: string) => void;
  readonly onCreated: (bot: Bot) => void;
}

/** Creates the bot, after its portfolio when that is new. A live bot needs a recent sign-in. */
export function useCreateBot({ form, source, onPortfolio, onCreated }: CreateOptions) {
  const queries = useQueryClient();
  const kind = useKind();
  return useStepUp({
    async act() {
      if (source === null) return null;
      const portfolioId = await portfolioFor(kind, form);
      if (portfolioId !== form.portfolioId) onPortfolio(portfolioId);
      return createBotIn(kind, { ...form, portfolioId }, source);
    },
    onSuccess: (bot) => (bot === null ? null : onCreated(bot)),
    onSettled: () =>
      Promise.all(
        ['bots', 'portfolios', 'strategies', 'exchange-account'].map((topic) =>
          queries.invalidateQueries({ queryKey: [topic] }),
        ),
      ),
    asks: useIsLive() ? 'when-old' : 'when-refused',
  });
}

/** The chosen portfolio, created when it is new. */
export async function portfolioFor(kind: BotKind, form: NewBotForm): Promise<string> {
  if (form.portfolioId !== NEW) return form.portfolioId;
  const wallet = kindView(kind).tone === 'live' ? {} : { balance: form.balance };
  const body = { name: form.newPortfolio.trim(), ...wallet };
  return (await api(createPortfolio, { params: { kind }, body })).portfolioId;
}

/** Creates the bot of a form whose portfolio exists; for a live kind, the user has confirmed it. */
export function createBotIn(kind: BotKind, form: NewBotForm, source: BotSource) {
  return confirmed((confirmation) =>
    api(createBot, {
      params: { kind },
      body: {
        name: form.name.trim(),
        portfolioId: form.portfolioId,
        symbols: [...form.symbols],
        autostart: form.isStarted,
        ...(source.version ?? { params: source.params }),
        ...source.overrides,
        ...confirmation,
      },
    }),
  );
}
