import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { getBots } from '#contract/bot.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { launchBrowser, leaveBrowser } from './browser.ts';
import { copyOfDemo } from './demo-folder.ts';
import { type HeldMarket, startHeld } from './held-market.ts';
import type { RunningProgram } from './program.ts';
import { openVisitor, signIn, type Visitor } from './visitor.ts';

/** The owner, signed in at a browser, on a market that is held. */
export interface HeldStage {
  readonly browser: Browser;
  readonly program: RunningProgram;
  readonly market: HeldMarket;
  readonly visitor: Visitor;
  readonly page: Page;
  /** The owner's paper ladders. */
  bots(): Promise<readonly Bot[]>;
  /** @throws Error when there is none of this name */
  botNamed(name: string): Promise<Bot>;
  /** Steps the market until every bot holds a position. */
  enterAll(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stage of a file of stories on an empty installation. The caller closes it. */
export const openHeld = (options: BrowserContextOptions = {}): Promise<HeldStage> => openStage({}, options);

/** The same on an installation with the demo, which nobody else changes. */
export async function openDemo(options: BrowserContextOptions = {}): Promise<HeldStage> {
  const demo = await copyOfDemo();
  const stage = await openStage(demo.settings, options);
  const close = async (): Promise<void> => {
    await stage.close();
    await demo.remove();
  };
  try {
    await stage.page.getByRole('button', { name: 'Remove the demo…' }).waitFor();
    await stage.market.step(1, stage.visitor); // What the market did until it was held is decided.
  } catch (error) {
    await close(); // The file has no stage to close, and a program without one would run on.
    throw error;
  }
  return { ...stage, close };
}

async function openStage(
  settings: Readonly<Record<string, string>>,
  options: BrowserContextOptions,
): Promise<HeldStage> {
  const [browser, { program, market }] = await Promise.all([launchBrowser(), startHeld(settings)]);
  const visitor = await openVisitor(browser, program, options);
  await signIn(visitor.page, program);
  const bots = async () => (await visitor.ask(getBots, { params: { kind: 'dca-bot' }, query: {} })).items;
  return {
    browser,
    program,
    market,
    visitor,
    page: visitor.page,
    bots,
    async botNamed(name) {
      const found = (await bots()).find((bot) => bot.name === name);
      if (found === undefined) throw new Error(`There is no bot ${name}`);
      return found;
    },
    async enterAll() {
      while ((await bots()).some(isFlat)) await market.step(1, visitor);
    },
    async close() {
      await leaveBrowser(browser);
      await program.stop();
    },
  };
}

/** Whether it holds nothing of any of its symbols. */
export const isFlat = (bot: Bot): boolean => bot.atoms.every((atom) => !/[1-9]/.test(atom.quantity));
