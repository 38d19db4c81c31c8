import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--disable-sync',
  '--no-first-run',
];

/**
 * A page of a test lives for seconds. In that time it does not pay to optimise its code, nor to draw in a process of its own:
 * without both a story takes a tenth less processor time.
 */
const SHORT_LIVED = ['--js-flags=--no-opt --no-maglev', '--in-process-gpu'];

/** The shell has the same pages without the windows, menus and tabs around them, which cost half of the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const USUAL_PLACES = [
  ...NAMES.map((name) => path.join('/usr/bin', name)),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What fades or slides in has other colours meanwhile, and draws every frame. */
export const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const;

let shared: Promise<Browser> | undefined;

/** A real headless browser, the same for all files of a process, which run one after another. It ends with the process. */
export function launchBrowser(): Promise<Browser> {
  shared ??= launchBrowserWith(SHORT_LIVED);
  return shared;
}

/** Closes what a file has opened in it. */
export async function leaveBrowser(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** The same as its users have it, to measure pages by. */
export const launchMeasuredBrowser = (): Promise<Browser> => launchBrowserWith([]);

/** One of its own, with more switches of Chromium. */
export const launchBrowserWith = (flags: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath(), args: [...FLAGS, ...flags] });

/**
 * The path of the browser: CHROMIUM_PATH, an installed one, or else Playwright's.
 * @throws Error with instructions when there is none
 */
export function browserPath(): string {
  const own = process.env['CHROMIUM_PATH'];
  if (own) return own;
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const found = [...USUAL_PLACES, ...onPath, chromium.executablePath()].find(isExecutable);
  if (found === undefined) {
    throw new Error('No browser was found. Install Chromium or Chrome, or set CHROMIUM_PATH to its program.');
  }
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return path.isAbsolute(file);
  } catch {
    return false;
  }
}
