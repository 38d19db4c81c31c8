import { openReplayFeed } from '#adapters/feed-replay/replay-feed.ts';
import { cashFrom } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { type PaperRuntime, startPaperRuntime } from '#runtime/paper-runtime.ts';
import { openPaperWorld, storePortfolio } from './paper-world.ts';

/** What the torturer tells its victim. */
export type TortureRequest =
  | { readonly type: 'open'; readonly portfolioId: string }
  | {
      readonly type: 'late';
      readonly portfolioId: string;
      readonly pastMs: number;
      readonly commands: readonly BotCommand[];
    }
  | { readonly type: 'command'; readonly number: number; readonly portfolioId: string; readonly command: BotCommand }
  | { readonly type: 'settle' };

/** What it answers: `done` only after the commit. */
export type TortureReply =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly number: number; readonly isAccepted: boolean }
  | { readonly type: 'settled' };

export const TORTURE_OWNER = 'tortured';
export const TORTURE_WALLET = '10000';

/** The victim: database and paper runtime in a process of their own. Arguments: data folder, speed. */
async function main([dataDir = '', speed = '']: readonly string[]): Promise<void> {
  const world = await openPaperWorld(dataDir, () => {});
  const feed = await openReplayFeed();
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const runtime = await startPaperRuntime({ engine: world.engine, feed, speed: Number(speed), log });

  const settle = async (): Promise<void> => {
    while (runtime.market().engine === 'catching-up') await new Promise((resolve) => setTimeout(resolve, 20));
    await runtime.stop();
    await world.disconnect();
    await world.postgres.stop();
    tell({ type: 'settled' });
    process.disconnect();
  };

  process.on('message', (message) => {
    const request = message as TortureRequest; // Our own parent sends nothing else.
    if (request.type === 'settle') void settle();
    else void obey(request);
  });

  const obey = async (request: Exclude<TortureRequest, { type: 'settle' }>): Promise<void> => {
    const { portfolioId } = request;
    if (request.type === 'command') {
      const { number, command } = request;
      const outcome = await order(runtime, portfolioId, command);
      tell({ type: 'done', number, isAccepted: outcome.ok });
      return;
    }
    const createdAt = new Date(runtime.market().now);
    await storePortfolio(world.app, { ownerId: TORTURE_OWNER, portfolioId, wallet: TORTURE_WALLET, createdAt });
    if (request.type === 'open') await runtime.openPortfolio(TORTURE_OWNER, portfolioId);
    else await openLate(runtime, request);
  };
  tell({ type: 'ready' });
}

function tell(reply: TortureReply): void {
  process.send?.(reply);
}

function order(runtime: PaperRuntime, portfolioId: string, command: BotCommand) {
  const name = command.type === 'create' ? command.bot.botId : '';
  const row = { name, comment: '', strategyId: null, strategyVersion: null };
  return runtime.command(TORTURE_OWNER, portfolioId, command, command.type === 'create' ? { row } : {});
}

async function openLate(runtime: PaperRuntime, late: Extract<TortureRequest, { type: 'late' }>): Promise<void> {
  const minute: Instant = instantOf(runtime.market().minute - late.pastMs);
  await runtime.openLate({
    ownerId: TORTURE_OWNER,
    portfolioId: late.portfolioId,
    wallet: cashFrom(TORTURE_WALLET),
    minute,
    commands: late.commands.map((command) => ({
      command,
      row: {
        name: command.type === 'create' ? command.bot.botId : '',
        comment: '',
        strategyId: null,
        strategyVersion: null,
      },
    })),
  });
}

if (import.meta.main) await main(process.argv.slice(2));
