import { loadavg } from 'node:os';
import { at } from '#base/assert.ts';
import { buildWebWhenChanged } from '../scripts/build-web.ts';
import { launchMeasuredBrowser } from '../tests/support/browser.ts';
import { startProgram } from '../tests/support/program.ts';
import { ask, signIn } from './load/account.ts';
import { CYCLE_ROW } from './web/cycle-acts.ts';
import { judged } from './web/goals.ts';
import { type OpenedPage, openedPage, type PageToOpen } from './web/opened-page.ts';
import { scrolledPoints } from './web/scrolled-points.ts';
import { type SentCalls, sumOfCalls } from './web/sent-calls.ts';
import { type ProgramToOpen, signedInContext } from './web/signed-in.ts';
import { skeletonAfterLogin } from './web/skeleton-after-login.ts';
import { step } from './web/step.ts';
import { usedPortfolio } from './web/used-portfolio.ts';

const START_MAX_MS = 60_000;
const STOP_MAX_MS = 20_000;

/**
 * The built pages in Chromium, with a processor four times slower and a line as of "Fast 4G": what opening each page
 * costs with an empty cache, how fast a drawer and a search answer, what a page that is left open goes on using, how
 * smoothly a long table scrolls, and how many requests of each call the pages send.
 */
export async function webBench(tell: (line: string) => void) {
  await buildWebWhenChanged();
  const [browser, program] = await step(
    'the browser and the program to start',
    START_MAX_MS,
    Promise.all([
      launchMeasuredBrowser(),
      startProgram({ MARKET_SPEED: '1', LOG_LEVEL: 'error' }, { node: process.execArgv }),
    ]),
  );
  try {
    const { context, firstLoad } = await signedInContext(browser, program);
    tell(`first load: ${JSON.stringify(firstLoad)}`);
    const afterLogin = await skeletonAfterLogin(browser, program);
    tell(`after the login, a skeleton or the page: ${JSON.stringify(afterLogin)}`);
    const pages: Record<string, OpenedPage> = {};
    const calls: Record<string, SentCalls> = {};
    const targets = await step('the list of bots', START_MAX_MS, pagesToOpen(program));
    for (const [name, target] of Object.entries(targets)) {
      const opened = await openedPage(context, name, target);
      [pages[name], calls[name]] = [opened.costs, opened.calls];
      tell(`${name}: ${JSON.stringify(opened.costs)}, load of the machine ${at(loadavg(), 0).toFixed(1)}`);
    }
    const used = await usedPortfolio(context, targets.portfolio.address);
    tell(`portfolio in use: ${JSON.stringify(used.costs)}`);
    const points = await scrolledPoints(context, program);
    tell(`points scrolled: ${JSON.stringify(points)}`);
    const { goals, hasPassed } = judged({ firstLoad, afterLogin, pages, used: used.costs, points });
    for (const goal of goals) tell(goal);
    const sent = { ...calls, portfolioInUse: used.calls, all: sumOfCalls([...Object.values(calls), used.calls]) };
    return {
      figures: {
        ...{ firstLoad: { ...firstLoad }, afterLogin: { ...afterLogin }, pages: plain(pages) },
        ...{
          used: { ...used.costs },
          points: { rows: points.rows, slowed: { ...points.slowed }, unslowed: { ...points.unslowed } },
          sent,
        },
      },
      hasPassed,
    };
  } finally {
    await Promise.allSettled([
      step('the browser to close', STOP_MAX_MS, browser.close()),
      step('the program to stop', STOP_MAX_MS, program.stop()),
    ]);
  }
}

function plain(pages: Readonly<Record<string, OpenedPage>>) {
  return Object.fromEntries(Object.entries(pages).map(([name, costs]) => [name, { ...costs }]));
}

/** The pages that users open most; the portfolio is the demo's with the most cycles. */
async function pagesToOpen(program: ProgramToOpen) {
  const visitor = await signIn(program.address, program.owner);
  const { items } = await ask(program.address, visitor, { path: '/api/dca-bot/get-bots' });
  const bots: { portfolio_id: string; strategy_id: string; cycles_closed: number }[] = items;
  const bot = at(
    bots.toSorted((a, b) => b.cycles_closed - a.cycles_closed),
    0,
  );
  return {
    portfolios: { address: '/portfolios', marker: 'a[href*="/portfolio/"]' },
    portfolio: { address: `/dca/portfolio/${bot.portfolio_id}`, marker: CYCLE_ROW },
    bots: { address: '/dca/bots', marker: 'tr[data-row]' },
    editor: { address: `/dca/strategy/${bot.strategy_id}`, marker: 'main table tbody tr:visible' },
    logs: { address: '/dca/logs', marker: 'tr[data-level]' },
    screener: { address: '/screener', marker: 'tr[data-row]' },
    market: { address: '/market', marker: 'tr[data-row]' },
    contract: { address: '/market/BTCUSDT', marker: 'main canvas' },
    orders: { address: '/order-stat', marker: 'main table tbody tr' },
  } satisfies Record<string, PageToOpen>;
}
