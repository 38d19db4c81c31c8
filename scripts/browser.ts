import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { AppError } from '#base/errors.ts';
import { browserPath } from '../tests/support/browser.ts';

/**
 * Finds a browser, or installs one: Debian's as root on Debian, else Playwright's own.
 * @throws AppError NO_BROWSER
 */
export function ensureBrowser(tell: (text: string) => void): string {
  const present = foundBrowser();
  if (present !== null) return present;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    tell('Installing Chromium for the browser tests (apt-get) …\n');
    apt('update');
    apt('install', '--yes', '--no-install-recommends', 'chromium-headless-shell');
  } else {
    tell("Installing Playwright's Chromium for the browser tests …\n");
    run(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  }
  const installed = foundBrowser();
  if (installed !== null) return installed;
  throw new AppError(
    'NO_BROWSER',
    'No browser was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

function apt(...words: string[]): void {
  run('apt-get', ['-q', ...words]);
}

/** The exit code is not needed, because the result is checked afterwards. */
function run(program: string, words: readonly string[]): void {
  spawnSync(program, words, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function foundBrowser(): string | null {
  try {
    return browserPath();
  } catch {
    return null; // The caller throws a sentence for someone who runs a single test by hand.
  }
}
