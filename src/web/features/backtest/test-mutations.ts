import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentBody } from '#contract/call.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { createBotFromTest } from '#contract/tests/test-bot.ts';
import { cancelTest, createTest, deleteTest, repeatTest, setTestProps } from '#contract/tests/test-condition.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { estimateQuery, type TestBody } from './test-queries.ts';

/** A command about tests, after which every list of them is asked again. */
function useTestCommand<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => queries.invalidateQueries({ queryKey: ['tests'] }),
  });
}

interface StartInput {
  readonly body: TestBody;
  /** Whether the form shows what is known of exactly this test. */
  readonly isEstimated: boolean;
}

/** Creates a test, unless an estimate that is still due says that it could not be computed; the answer is then null. */
export function useStartTest() {
  const queries = useQueryClient();
  return useTestCommand(async ({ body, isEstimated }: StartInput) => {
    const { obstacles } = isEstimated ? { obstacles: [] } : await queries.fetchQuery(estimateQuery(body));
    return obstacles.length > 0 ? null : api(createTest, { body });
  });
}

export const useCancelTest = () => useTestCommand((id: string) => api(cancelTest, { params: { id }, body: {} }));
export const useRepeatTest = () => useTestCommand((id: string) => api(repeatTest, { params: { id }, body: {} }));
export const useDeleteTest = () => useTestCommand((id: string) => api(deleteTest, { params: { id }, body: {} }));
export const useSetTestProps = () =>
  useTestCommand((body: SentBody<typeof setTestProps>) => api(setTestProps, { body }));

interface PaperBotInput {
  readonly kind: BotKind;
  readonly body: Omit<SentBody<typeof createBotFromTest>, 'portfolioId'>;
  /** A portfolio id, or the name and the wallet of one that is created with the bot. */
  readonly portfolio: string | { readonly name: string; readonly balance: string };
  /** Told as soon as a new portfolio exists: when the bot is then refused, a repeat must not create another one. */
  readonly onPortfolio: (portfolioId: string) => void;
}

/** Makes a paper bot of a point, after its portfolio when that is new. */
export function useCreateBotFromTest() {
  const queries = useQueryClient();
  return useMutation({
    async mutationFn({ kind, body, portfolio, onPortfolio }: PaperBotInput) {
      if (typeof portfolio === 'string') return api(createBotFromTest, { body: { ...body, portfolioId: portfolio } });
      const { portfolioId } = await api(createPortfolio, { params: { kind }, body: portfolio });
      onPortfolio(portfolioId);
      return api(createBotFromTest, { body: { ...body, portfolioId } });
    },
    onSettled: () =>
      Promise.all(['bots', 'portfolios'].map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}
