import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { AppError } from '#base/errors.ts';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The browser of the tests: CHROMIUM_PATH, an installed Chromium or Chrome, or Playwright's own; null without one. */
export function findBrowser(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'] ?? '', ...INSTALLED, chromium.executablePath()];
  return candidates.find((file) => file !== '' && existsSync(file)) ?? null;
}

/**
 * Finds a browser, or installs one: Debian's as root on Debian, else Playwright's own.
 * @throws AppError NO_BROWSER
 */
export function ensureBrowser(tell: (text: string) => void): string {
  const present = findBrowser();
  if (present !== null) return present;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    tell('Installing Chromium for the browser tests (apt-get) …\n');
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'chromium');
  } else {
    tell("Installing Playwright's Chromium for the browser tests …\n");
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  }
  const installed = findBrowser();
  if (installed !== null) return installed;
  throw new AppError(
    'NO_BROWSER',
    'No browser was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

function apt(...words: string[]): void {
  run('apt-get', ['-q', ...words]);
}

/** A failure shows in what is there afterwards, so the exit code is not needed. */
function run(program: string, words: readonly string[]): void {
  spawnSync(program, words, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
