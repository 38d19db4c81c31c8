import { loadavg } from 'node:os';
import { at } from '#base/assert.ts';
import { buildWebWhenChanged } from '../scripts/build-web.ts';
import { launchBrowser } from '../tests/support/browser.ts';
import { startProgram } from '../tests/support/program.ts';
import { ask, signIn } from './load/account.ts';
import { drawerFigures } from './web/open-drawer.ts';
import { type OpenedPage, openedPage } from './web/opened-page.ts';
import { type ProgramToOpen, signedInContext } from './web/slow-window.ts';

const PAINT_MAX_MS = 1_500;
const BLOCKED_MAX_MS = 500;
const REQUESTS_MAX = 25;
const DRAWER_MAX_MS = 200;
const SEARCH_MAX_MS = 100;
const IDLE_BUSY_MAX = 0.05;
const IDLE_KIB_PER_MINUTE_MAX = 60;

/**
 * The built pages in Chromium, with a processor four times slower and a line as of "Fast 4G": what opening each page
 * costs with an empty cache, how fast a drawer and a search answer, and what a page that is left open goes on using.
 */
export async function webBench(tell: (line: string) => void) {
  await buildWebWhenChanged();
  const [browser, program] = await Promise.all([
    launchBrowser(),
    startProgram({ MARKET_SPEED: '1', LOG_LEVEL: 'error' }, process.execArgv),
  ]);
  try {
    const context = await signedInContext(browser, program);
    const addresses = await addressesOf(program);
    const pages: Record<string, OpenedPage> = {};
    for (const [name, address] of Object.entries(addresses)) {
      pages[name] = await openedPage(context, address);
      tell(`${name}: ${JSON.stringify(pages[name])}, load of the machine ${at(loadavg(), 0).toFixed(1)}`);
    }
    const drawer = await drawerFigures(context, addresses.portfolio);
    const opened = Object.values(pages);
    const hasPassed =
      opened.every(({ largestPaintMs }) => largestPaintMs <= PAINT_MAX_MS) &&
      opened.every(({ blockedMs }) => blockedMs <= BLOCKED_MAX_MS) &&
      opened.every(({ requests }) => requests <= REQUESTS_MAX) &&
      drawer.drawerMs <= DRAWER_MAX_MS &&
      drawer.searchMs <= SEARCH_MAX_MS &&
      drawer.idleBusy <= IDLE_BUSY_MAX &&
      drawer.idleKibPerMinute <= IDLE_KIB_PER_MINUTE_MAX;
    return { figures: { pages: { ...pages }, drawer: { ...drawer } }, hasPassed };
  } finally {
    await browser.close();
    await program.stop();
  }
}

/** The pages that users open most; the portfolio is the demo's with the most cycles. */
async function addressesOf(program: ProgramToOpen) {
  const token = await signIn(program.address, program.owner);
  const { items } = await ask(program.address, token, { path: '/api/dca-bot/get-bots' });
  const bots: { portfolio_id: string; strategy_id: string; cycles_closed: number }[] = items;
  const bot = at(
    bots.toSorted((a, b) => b.cycles_closed - a.cycles_closed),
    0,
  );
  return {
    portfolios: '/portfolios',
    portfolio: `/dca/portfolio/${bot.portfolio_id}`,
    bots: '/dca/bots',
    editor: `/dca/strategy/${bot.strategy_id}`,
    logs: '/dca/logs',
  };
}
