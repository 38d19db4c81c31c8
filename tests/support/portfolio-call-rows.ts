import { newName, newPortfolio } from './api-world.ts';
import type { CallRow } from './call-row.ts';

/** How every call about portfolios is asked, rightly and wrongly. */
export const portfolioCallRows = {
  createPortfolio: {
    right: () => ({ body: { name: newName() } }),
    foreign: null,
    bad: [
      ['name', { body: { name: 'x'.repeat(81) } }],
      ['name', { body: { name: '   ' } }],
      ['name', { body: { name: 'a\tb' } }],
      ['name', { body: { name: 'a\0b' } }],
      ['kind', { path: '/api/spot-bot/create-portfolio' }],
      ['balance', { body: { name: 'Rich', balance: '10000001' } }],
      ['balance', { body: { name: 'Poor', balance: '0.5' } }],
    ],
  },
  getPortfolioList: { right: () => ({}), foreign: null },
  getPortfolios: { right: () => ({}), foreign: null },
  getPortfolioById: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
  },
  getPortfolioIdByName: {
    right: ({ portfolioName }) => ({ query: { name: portfolioName } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [['name', { query: { name: 'x'.repeat(201) } }]],
  },
  setPortfolioProps: {
    right: ({ portfolioId }) => ({ body: { portfolio_id: portfolioId, comment: newName(), limit: '5000' } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['portfolio_id', { body: { portfolio_id: 7 } }],
      ['comment', { body: { comment: 'x'.repeat(2_001) } }],
      ['limit', { body: { limit: '1.123456789' } }],
      ['limit', { body: { limit: 500 } }],
      ['limit', { body: { limit: '1e3' } }],
    ],
  },
  renamePortfolio: {
    right: async ({ server, kind }) => ({
      body: { portfolio_id: (await newPortfolio(server, kind)).portfolio_id, name: newName() },
    }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['portfolio_id', { body: { portfolio_id: 7, name: 'Seven' } }],
      ['name', { body: { portfolio_id: 'p', name: 'x'.repeat(81) } }],
    ],
  },
  setPaperWallet: {
    right: async ({ server, kind }) => ({
      body: { portfolio_id: (await newPortfolio(server, kind)).portfolio_id, balance: '500' },
    }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['portfolio_id', { body: { portfolio_id: 7 } }],
      ['balance', { body: { balance: '0' } }],
    ],
  },
  getPortfolioPnl: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['date_from', { query: { date_from: 'soon' } }],
      ['date_to', { query: { date_to: '2025-02-30' } }],
    ],
  },
  getPortfolioReturns: {
    right: () => ({ query: { date_from: '2025-05-01' } }),
    foreign: null,
    bad: [['date_from', { query: { date_from: 'soon' } }]],
  },
  getPortfolioBreakdown: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId, date_from: '2025-05-01' } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [['date_from', { query: { portfolio_id: 'p', date_from: 'soon' } }]],
  },
  tryScale: {
    isForSteps: true,
    right: ({ portfolioId }) => ({ body: { portfolio_id: portfolioId, scale: { volume_scale: '1.2' } } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['scale', { body: { portfolio_id: 'p', scale: {} } }],
      ['scale.volume_scale', { body: { portfolio_id: 'p', scale: { volume_scale: '11' } } }],
      ['scale.safety_orders_count', { body: { portfolio_id: 'p', scale: { safety_orders_count: 101 } } }],
      ['date_from', { body: { portfolio_id: 'p', date_from: 'soon', scale: { step_scale: '1' } } }],
    ],
  },
  getStressTest: {
    right: () => ({ query: { market_percent: '20' } }),
    foreign: null,
    bad: [
      ['market_percent', { query: { market_percent: '0' } }],
      ['market_percent', { query: { market_percent: '91' } }],
      ['market_percent', { query: { market_percent: '7.5' } }],
    ],
  },
  deletePortfolio: {
    right: async ({ server, kind }) => ({
      path: `/api/delete-portfolio/${(await newPortfolio(server, kind)).portfolio_id}`,
    }),
    foreign: 'PORTFOLIO_NOT_FOUND',
  },
} satisfies Record<string, CallRow>;
