import { expect, it } from 'vitest';
import { inErrorOf } from './present-status.ts';

const PORTFOLIOS = [
  { portfolioId: 'ladders', kind: 'dca-bot' },
  { portfolioId: 'rules', kind: 'custom-bot' },
  { portfolioId: 'more rules', kind: 'custom-bot' },
] as const;

const group = (portfolioId: string, count: number, state: 'ERROR' | 'RUNNING' = 'ERROR') => ({
  portfolioId,
  state,
  stateReason: null,
  count,
});

it('the bots in error are counted over all portfolios, with the kind that has most of them', () => {
  const groups = [group('ladders', 3), group('rules', 2), group('more rules', 2), group('ladders', 9, 'RUNNING')];
  expect(inErrorOf(groups, PORTFOLIOS)).toEqual({ botsInError: 7, botsInErrorKind: 'custom-bot' });
});

it('without a bot in error there is no kind of them', () => {
  expect(inErrorOf([group('rules', 1, 'RUNNING')], PORTFOLIOS)).toEqual({ botsInError: 0, botsInErrorKind: null });
});
