import type { Instant } from '#base/time.ts';
import type { AccountSnapshot, AtomView } from '#engine/model/account.ts';
import type { BotAddress, BotNow, FundsNow, RuntimeMirror, RuntimeReads } from '#ports/runtime.ts';

type Engine = Pick<RuntimeReads, 'botsNow' | 'fundsNow'> & Pick<RuntimeMirror, 'market'>;

/** Portfolios as they stand in the engine. */
export interface Holdings {
  readonly minute: Instant;
  readonly bots: ReadonlyMap<string, BotNow>;
  readonly funds: ReadonlyMap<string, FundsNow>;
}

/** Bookings between the answers of the engine are rare; when the market runs so fast that they are not, the last counts. */
const TRIES_MAX = 3;

/**
 * Reads bots and the wallets of portfolios, of one moment: read again when something was booked in between.
 * @param wanted - the portfolios, whether or not their bots are in a cycle, and the bots that are
 */
export async function readHoldings(
  runtime: Engine,
  { ids, bots: places }: { readonly ids: readonly string[]; readonly bots: readonly BotAddress[] },
): Promise<Holdings> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await runtime.fundsNow(ids);
    const bots = await runtime.botsNow(places);
    const { minute } = runtime.market();
    const funds = await runtime.fundsNow(ids);
    if (attempt === TRIES_MAX || isUnmoved(before, funds)) return { minute, bots, funds };
  }
}

function isUnmoved(before: ReadonlyMap<string, FundsNow>, after: ReadonlyMap<string, FundsNow>): boolean {
  return [...after].every(([id, { wallet }]) => before.get(id)?.wallet === wallet);
}

/** One portfolio as an account, with those of its bots that are in a cycle. */
export function portfolioSnapshot(
  { minute, bots }: Pick<Holdings, 'minute' | 'bots'>,
  { funds, botIds }: { readonly funds: FundsNow; readonly botIds: readonly string[] },
): AccountSnapshot {
  return {
    wallet: funds.wallet,
    limit: null,
    minute,
    bots: botIds.flatMap((botId) => bots.get(botId)?.snapshot ?? []),
  };
}

/** The marks at which the engine values the positions now. */
export function marksOf(bots: ReadonlyMap<string, BotNow>): ReadonlyMap<string, NonNullable<AtomView['mark']>> {
  const marks = new Map<string, NonNullable<AtomView['mark']>>();
  for (const { symbol, mark } of [...bots.values()].flatMap(({ views }) => views))
    if (mark !== null) marks.set(symbol, mark);
  return marks;
}
