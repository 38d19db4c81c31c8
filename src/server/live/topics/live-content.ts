import { cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import type { LiveBot, LiveFunds } from '#contract/live.ts';
import type { BotAddress } from '#ports/runtime.ts';
import { listBots } from '#storage/bots.ts';
import { readAsUser } from '#storage/database/database.ts';
import { totalResults } from '#storage/roll-ups/results.ts';
import { presentAtoms } from '../../bots/present-bot.ts';
import type { Services } from '../../services.ts';
import { presentStatus, type StatusReply } from '../present-status.ts';

/** What is read of the database for a live message. */
export interface LiveFigures {
  readonly addresses: readonly BotAddress[];
  /** Net results of the bots so far. */
  readonly totals: ReadonlyMap<string, string>;
  readonly status: StatusReply;
}

export async function readFigures(services: Services, ownerId: string): Promise<LiveFigures> {
  const { database, reads } = services;
  const readBots = () =>
    readAsUser(database, ownerId, async (tx) => {
      const addresses: readonly BotAddress[] = await listBots(tx, ownerId, {});
      const ids = addresses.map((address) => address.botId);
      const sums = await totalResults(tx, ownerId, { by: 'bot', ids });
      return { addresses, totals: new Map([...sums].map(([botId, { result }]) => [botId, result])) };
    });
  const bots = await services.lastKnown.of(ownerId, 'live bots', () => reads.of(ownerId, 'live bots', readBots));
  return { ...bots, status: await presentStatus(ownerId, services) };
}

/** What the portfolios of these bots hold now. */
export async function currentFunds({ runtime }: Services, addresses: readonly BotAddress[]): Promise<LiveFunds[]> {
  if (addresses.length === 0) return [];
  const found = await runtime.fundsNow([...new Set(addresses.map(({ portfolioId }) => portfolioId))]);
  return [...found].map(([portfolioId, { wallet, unrealized, initialMargin, committed }]) => ({
    portfolioId,
    wallet: cashText(wallet),
    unrealized: cashText(unrealized),
    initialMargin: cashText(initialMargin),
    committed: cashText(committed),
  }));
}

/** The engine's present bots; a bot that is gone is announced by the topic `bots`. */
export async function liveBots(
  { runtime }: Services,
  addresses: readonly BotAddress[],
  totals: ReadonlyMap<string, string>,
): Promise<LiveBot[]> {
  if (addresses.length === 0) return [];
  const found = await runtime.botsNow(addresses.map(({ portfolioId, botId }) => ({ portfolioId, botId })));
  return [...found].map(([botId, { snapshot, views, committed }]) => {
    return {
      botId,
      state: snapshot.bot.state,
      stateReason: snapshot.bot.stateReason,
      unrealized: cashText(sum(views.map((view) => view.unrealized))),
      resultTotal: totals.get(botId) ?? '0.00000000',
      committedMargin: cashText(committed),
      atoms: presentAtoms({ snapshot, views }, runtime),
    };
  });
}
