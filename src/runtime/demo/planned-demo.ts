import { randomUUID } from 'node:crypto';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { NewBotRow, UserCommand } from '#ports/runtime.ts';
import type { DemoRows } from '#storage/demo.ts';
import { DEMO_PLAN, DEMO_WALLET, type DemoBot, type DemoPortfolio } from './demo-plan.ts';

interface PlannedBot {
  readonly demo: DemoBot;
  readonly command: Extract<UserCommand, { type: 'create' }>;
  readonly row: NewBotRow;
  readonly strategyId: string;
}

/** A portfolio of the demo with its bots, under ids of their own. */
export interface PlannedPortfolio {
  readonly portfolioId: string;
  readonly demo: DemoPortfolio;
  readonly bots: readonly PlannedBot[];
}

/** Every portfolio of the demo. */
export function plannedDemo(): readonly PlannedPortfolio[] {
  return DEMO_PLAN.map((demo) => ({ portfolioId: randomUUID(), demo, bots: demo.bots.map(plannedBot) }));
}

function plannedBot(demo: DemoBot): PlannedBot {
  const params = ladderParams.parse(demo.params);
  const strategyId = randomUUID();
  const bot = newEngineBot({
    botId: randomUUID(),
    kind: paperLadder.kind,
    symbols: [demo.symbol],
    params,
    paramsVersion: 1,
  });
  const row = { name: demo.name, comment: demo.comment, strategyId, strategyVersion: 1 };
  return { demo, command: { type: 'create', bot, autostart: true }, row, strategyId };
}

/** The rows that must be stored before its accounts can be opened. */
export function demoRowsOf(
  planned: readonly PlannedPortfolio[],
  { ownerId, createdAt }: { readonly ownerId: string; readonly createdAt: Date },
): DemoRows {
  const { kind } = paperLadder;
  return {
    portfolios: planned.map(({ portfolioId, demo }) => ({
      portfolioId,
      ownerId,
      name: demo.name,
      kind,
      execution: 'paper',
      comment: demo.comment,
      limitUsdt: null,
      isDemo: true,
      walletStart: DEMO_WALLET,
      wallet: DEMO_WALLET,
      minuteAt: null,
      createdAt,
    })),
    strategies: planned.flatMap(({ bots }) =>
      bots.map(({ demo, command, strategyId }) => ({
        params: command.bot.params,
        row: {
          strategyId,
          ownerId,
          kind,
          name: demo.strategy,
          comment: demo.comment,
          symbol: demo.symbol,
          version: 1,
          createdAt,
          updatedAt: createdAt,
        },
      })),
    ),
  };
}
