import { at } from '#base/assert.ts';
import { ask } from './account.ts';
import type { Request } from './mix.ts';
import type { Visitor } from './visitor.ts';

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'LINKUSDT'] as const;
/** Of one bot: each symbol long and short. */
const ATOMS_OF_BOT = 2 * SYMBOLS.length;
/** The portfolio that is asked for, and one more, so that all bots together have a thousand atoms. */
const BOTS_OF_PORTFOLIOS = [61, 25] as const;
const BOTS_AT_ONCE = 8;
/** Just below what one user may send in a minute. */
export const HEAVY_PER_SECOND = 45;

/** A user with more than a thousand atoms, and the requests that cost most. */
export interface HeavyUser {
  readonly atoms: number;
  next(number: number): Request & { readonly visitor: Visitor };
}

export async function openHeavyUser(address: string, visitor: Visitor): Promise<HeavyUser> {
  const portfolioIds: string[] = [];
  for (const [index, bots] of BOTS_OF_PORTFOLIOS.entries()) {
    const body = { name: `Large ${index + 1}`, balance: '1000000' };
    const { portfolio_id: portfolioId } = await ask(address, visitor, { path: '/api/dca-bot/create-portfolio', body });
    portfolioIds.push(portfolioId);
    for (let made = 0; made < bots; made += BOTS_AT_ONCE) {
      const names = Array.from({ length: Math.min(BOTS_AT_ONCE, bots - made) }, (_unused, one) => made + one + 1);
      await Promise.all(names.map((name) => makeBot(address, visitor, { portfolioId, name: `Bot ${name}` })));
    }
  }
  const paths = heaviestPaths(at(portfolioIds, 0));
  return {
    atoms: BOTS_OF_PORTFOLIOS.reduce((total, bots) => total + bots * ATOMS_OF_BOT, 0),
    next: (number) => ({ call: 'heavy', isCommand: false, path: at(paths, number % paths.length), visitor }),
  };
}

function makeBot(address: string, visitor: Visitor, bot: { readonly portfolioId: string; readonly name: string }) {
  const params = { direction: 'both', base_order_size: '120', safety_order_size: '120', step_percent: '0.5' };
  const body = { name: bot.name, portfolio_id: bot.portfolioId, symbols: SYMBOLS, params };
  return ask(address, visitor, { path: '/api/dca-bot/create', body });
}

/** What the pages of a portfolio ask for, with the largest limits that calls allow. */
function heaviestPaths(portfolioId: string): readonly string[] {
  return [
    '/api/dca-bot/get-logs?limit=1000',
    `/api/dca-bot/get-bots?portfolio_id=${portfolioId}`,
    `/api/dca-bot/get-cycles?portfolio_id=${portfolioId}&limit=5000`,
    `/api/get-portfolio-by-id?portfolio_id=${portfolioId}`,
    `/api/get-portfolio-pnl?portfolio_id=${portfolioId}`,
  ];
}
