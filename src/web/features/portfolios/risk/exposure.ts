import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import type { OpenPosition } from './open-positions.ts';

/** What is held of a coin, or of all, at the marks now; USDT as decimal strings. */
export interface HeldSides {
  readonly long: string;
  /** Zero or negative. */
  readonly short: string;
  /** Long less short. */
  readonly net: string;
  /** Net in percent of the equity, two decimals; null without equity. */
  readonly share: string | null;
}

export interface CoinExposure extends HeldSides {
  readonly coin: string;
}

/** Several bots on the same side of a coin: one move of it hits all of them. */
export interface Crowd {
  readonly coin: string;
  readonly side: 'long' | 'short';
  /** Names of the bots, in the order of their positions. */
  readonly bots: readonly string[];
}

/** So many bots on one side of a coin are worth a warning. */
const CROWD_BOTS = 3;

export interface Exposures {
  /** The largest sum of long and short first. */
  readonly coins: readonly CoinExposure[];
  readonly total: HeldSides;
  /** Positions without a mark, which no sum contains. */
  readonly unvalued: number;
}

/**
 * Long and short by coin over the positions of one execution.
 * @param coinOf - the coin of a symbol, as in BTC of BTCUSDT
 * @param equity - of the portfolios that hold them, USDT
 */
export function exposuresOf(
  positions: readonly OpenPosition[],
  { coinOf, equity }: { readonly coinOf: (symbol: string) => string; readonly equity: string },
): Exposures {
  const valued = positions.filter(({ notional }) => notional !== null);
  const groups = Map.groupBy(valued, ({ atom }) => coinOf(atom.symbol));
  const coins = [...groups].map(([coin, held]) => ({ coin, ...exposureOf(held, equity) }));
  return {
    coins: coins.sort((a, b) => grossOf(b) - grossOf(a) || a.coin.localeCompare(b.coin)),
    total: exposureOf(valued, equity),
    unvalued: positions.length - valued.length,
  };
}

function exposureOf(positions: readonly OpenPosition[], equity: string): HeldSides {
  const sumOf = (direction: 'buy' | 'sell') =>
    addDecimals(positions.flatMap(({ atom, notional }) => (atom.direction === direction ? (notional ?? []) : [])));
  const [long, sold] = [sumOf('buy'), sumOf('sell')];
  const short = addDecimals([`-${sold}`]);
  const net = addDecimals([long, short]);
  return { long, short, net, share: sharePercent(net, equity) };
}

/** The coins of which three bots or more hold the same side, the largest crowd first. @param coinOf - as above */
export function crowdsOf(positions: readonly OpenPosition[], coinOf: (symbol: string) => string): readonly Crowd[] {
  const groups = Map.groupBy(positions, ({ atom }) => `${atom.direction} ${coinOf(atom.symbol)}`);
  return [...groups.values()]
    .flatMap((held) => {
      const [first] = held;
      const bots = new Map(held.map(({ bot }) => [bot.botId, bot.name]));
      if (first === undefined || bots.size < CROWD_BOTS) return [];
      const side = first.atom.direction === 'buy' ? ('long' as const) : ('short' as const);
      return [{ coin: coinOf(first.atom.symbol), side, bots: [...bots.values()] }];
    })
    .sort((a, b) => b.bots.length - a.bots.length || a.coin.localeCompare(b.coin));
}

/** For the order and the width of a bar only. */
export function grossOf({ long, short }: HeldSides): number {
  return Number(long) - Number(short);
}
