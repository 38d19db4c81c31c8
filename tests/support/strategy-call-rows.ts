import { LADDER, newBot, newName, newStrategy, type World } from './api-world.ts';
import { badExecutor, type CallRow, executor } from './call-row.ts';

async function freshStrategy(world: World): Promise<string> {
  return (await newStrategy(world.server, world)).strategy_id;
}

/** How every call about strategies is asked, rightly and wrongly. */
export const strategyCallRows = {
  getStrategies: { right: () => ({}), foreign: null },
  getStrategy: {
    right: ({ strategyId }) => ({ query: { id: strategyId } }),
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [['version', { query: { version: '0' } }]],
  },
  tryStrategy: {
    right: ({ strategyId }) => ({ body: { symbol: 'ETHUSDT', strategy_id: strategyId, days: 7, bars: 20 } }),
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [
      ['symbol', { body: { symbol: 'eth' } }],
      ['days', { body: { symbol: 'ETHUSDT', params: LADDER, days: 91 } }],
      ['bars', { body: { symbol: 'ETHUSDT', params: LADDER, bars: 1_001 } }],
      ['until', { body: { symbol: 'ETHUSDT', params: LADDER, until: 'yesterday' } }],
      ['params', { body: { symbol: 'ETHUSDT', params: [] } }],
    ],
  },
  saveStrategy: {
    right: ({ strategyId, params }) => ({
      body: { strategy_id: strategyId, name: newName(), symbol: 'ETHUSDT', params },
    }),
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [
      ['strategy_id', { body: { strategy_id: 7 } }],
      ['name', { body: { name: 'x'.repeat(81) } }],
      ['symbol', { body: { symbol: 'eth' } }],
      ['params.step_percent', { body: { params: { ...LADDER, step_percent: '0.01' } } }],
      ['params.leverage', { body: { params: { ...LADDER, leverage: 126 } } }],
      ['params.stop', { body: { params: { ...LADDER, stop: '1' } } }],
      ['params.custom_levels.0.size', { body: { params: { ...LADDER, custom_levels: [{ deviation_percent: '1' }] } } }],
    ],
  },
  applyStrategy: {
    right: async (world) => {
      const bot = await newBot(world, { strategy_id: world.strategyId, strategy_version: 1 });
      return { body: { ...executor(bot), strategy_version: 1, when: 'now' } };
    },
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [
      ...badExecutor,
      ['strategy_version', { body: { strategy_version: 1.5 } }],
      ['when', { body: { when: 'later' } }],
    ],
  },
  deleteStrategy: {
    right: async (world) => ({ path: `/api/${world.kind}/delete-strategy/${await freshStrategy(world)}` }),
    foreign: 'STRATEGY_NOT_FOUND',
  },
} as const satisfies Record<string, CallRow>;
