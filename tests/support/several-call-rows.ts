import { newBot, type World } from './api-world.ts';
import type { CallRow } from './call-row.ts';

const NO_EXITS = { stop_loss_percent: null, take_profit_percent: null };

async function freshChange(world: World) {
  const { strategy_executor_id, stop_loss_percent, take_profit_percent } = await newBot(world);
  return {
    strategy_executor_id,
    from: { stop_loss_percent, take_profit_percent },
    to: { ...NO_EXITS, take_profit_percent: '2' },
  };
}

async function freshMove(world: World) {
  const { bot_id } = await newBot(world);
  return { bot_id, from_portfolio_id: world.emptyId, to_portfolio_id: world.portfolioId };
}

async function freshVersion(world: World) {
  const { strategyId: strategy_id } = world;
  const { strategy_executor_id } = await newBot(world, { strategy_id, strategy_version: 1 });
  return {
    when: 'now',
    new_versions: [{ strategy_id, from_version: 1, params: world.params }],
    changes: [{ strategy_executor_id, from_version: 1, to_version: null }],
  };
}

/** How every call about several bots is asked, rightly and wrongly. */
export const severalCallRows = {
  setConditions: {
    right: async (world) => ({ body: { changes: [await freshChange(world), await freshChange(world)] } }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [
      ['changes', { body: { changes: [] } }],
      ['changes.0.to.stop_loss_percent', { body: { changes: [{ to: { stop_loss_percent: '0' } }] } }],
    ],
  },
  applyVersions: {
    right: async (world) => ({ body: await freshVersion(world) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [
      ['changes', { body: { when: 'now', changes: [] } }],
      ['changes.0.to_version', { body: { when: 'now', changes: [{ to_version: 0 }] } }],
      ['when', { body: { when: 'later', changes: [] } }],
      ['new_versions.0.from_version', { body: { new_versions: [{ from_version: '1' }] } }],
    ],
  },
  moveBots: {
    right: async (world) => ({ body: { moves: [await freshMove(world), await freshMove(world)] } }),
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ['moves', { body: { moves: Array.from({ length: 501 }, () => ({})) } }],
      ['moves.0.bot_id', { body: { moves: [{ bot_id: 7 }] } }],
    ],
  },
} satisfies Record<string, CallRow>;
