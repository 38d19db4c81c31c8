import { paperLadder } from '#engine/bots/registry.ts';
import { ANN, BOB, LADDER, newBot, newName, type World } from './api-world.ts';
import { badExecutor, badPagesUpTo, type CallRow, executor } from './call-row.ts';

/** Parameters of a bot that enters by a rule: those of rules do so anyway. */
function withEntryRule({ kind, params }: World): object {
  const rule = { timeframe: '5m', op: 'gt', a: { price: 'close' }, b: { const: '99999' } };
  return kind === paperLadder.kind ? { ...params, entry_conditions: rule } : params;
}

/** How every call about one bot, or about the bots of a kind, is asked, rightly and wrongly. */
export const botCallRows = {
  createBot: {
    right: ({ emptyId, params }) => ({
      body: { name: newName(), portfolio_id: emptyId, symbols: ['ETHUSDT'], params, autostart: false },
    }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['portfolio_id', { body: { portfolio_id: 7 } }],
      ['name', { body: { name: '' } }],
      ['symbols', { body: { symbols: [] } }],
      ['symbols.0', { body: { symbols: ['eth'] } }],
      ['symbols.1', { body: { symbols: ['ETHUSDT', 'ETHUSDT'] } }],
      ['params.base_order_size', { body: { params: { ...LADDER, base_order_size: '-1' } } }],
      ['params', { body: { params: undefined } }],
      ['stop_loss_percent', { body: { stop_loss_percent: 5 } }],
      ['comment', { body: { comment: 'x'.repeat(2_001) } }],
      ['owner_id', { body: { owner_id: BOB } }],
    ],
  },
  finishBot: {
    right: async (world) => ({ body: executor(await newBot(world, { autostart: true })) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: badExecutor,
  },
  stopBot: {
    right: async (world) => ({ body: executor(await newBot(world, { autostart: true })) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['position', { body: { position: 'keep' } }]],
  },
  restartBot: {
    right: async (world) => ({ body: executor(await newBot(world)) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: badExecutor,
  },
  deleteBot: {
    right: async (world) => ({ path: `/api/${world.kind}/delete/${(await newBot(world)).bot_id}` }),
    foreign: 'BOT_NOT_FOUND',
  },
  setIsEnterEnabled: {
    right: async (world) => ({
      body: { ...executor(await newBot(world)), is_enter_buy_enabled: false, is_enter_sell_enabled: false },
    }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['is_enter_buy_enabled', { body: { is_enter_buy_enabled: 'yes' } }]],
  },
  setCondition: {
    right: async (world) => ({
      body: { ...executor(await newBot(world)), stop_loss_percent: '10', take_profit_percent: null },
    }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['stop_loss_percent', { body: { stop_loss_percent: '0' } }]],
  },
  previewCondition: {
    right: async (world) => ({
      body: { ...executor(await newBot(world)), stop_loss_percent: '10', take_profit_percent: null },
    }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['take_profit_percent', { body: { take_profit_percent: '0' } }]],
  },
  getBots: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
  },
  getBotByNameAndPortfolio: {
    right: ({ portfolioId, botName }) => ({ query: { name: botName, portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [['name', { query: { name: 'x'.repeat(201) } }]],
  },
  getAtoms: {
    right: ({ botId }) => ({ query: { bot_id: botId } }),
    foreign: 'BOT_NOT_FOUND',
  },
  getSignals: {
    right: async (world) => {
      await newBot(world, { params: withEntryRule(world), autostart: true });
      return { query: { portfolio_id: world.emptyId } };
    },
    foreign: 'PORTFOLIO_NOT_FOUND',
  },
  getWaits: {
    right: ({ botId }) => ({ query: { bot_id: botId } }),
    foreign: 'BOT_NOT_FOUND',
  },
  getEntryAt: {
    right: async ({ server: { send }, kind, botId }) => {
      const { items } = (await send('GET', `/api/${kind}/get-atoms?bot_id=${botId}`, { as: ANN })).body;
      const { symbol, direction } = items[0];
      return { query: { bot_id: botId, symbol, direction, at: '2025-05-20T00:00:00Z' } };
    },
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ['direction', { query: { direction: 'up' } }],
      ['at', { query: { at: '2025-05-20' } }],
    ],
  },
  getEnterPositionDate: {
    right: ({ executorId }) => ({ query: { strategy_executor_id: executorId } }),
    foreign: 'EXECUTOR_NOT_FOUND',
  },
  getBotCumResult: {
    right: ({ executorId }) => ({ query: { strategy_executor_id: executorId } }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [['date_from', { query: { date_from: '1' } }], ...badPagesUpTo(5_000)],
  },
} as const satisfies Record<string, CallRow>;
