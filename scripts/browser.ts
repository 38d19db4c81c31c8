import { AppError } from '#base/errors.ts';
import { browserPath } from '../tests/support/browser.ts';
import { installOnDebian, runInstaller } from './debian-packages.ts';

/**
 * Finds a browser, or installs one: Debian's as root on Debian, else Playwright's own.
 * @throws AppError NO_BROWSER
 */
export function ensureBrowser(tell: (text: string) => void): string {
  const present = foundBrowser();
  if (present !== null) return present;
  if (!installOnDebian('Chromium for the browser tests', ['chromium-headless-shell'], tell)) {
    tell("Installing Playwright's Chromium for the browser tests …\n");
    runInstaller(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  }
  const installed = foundBrowser();
  if (installed !== null) return installed;
  throw new AppError(
    'NO_BROWSER',
    'No browser was found and none could be installed. Install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  );
}

function foundBrowser(): string | null {
  try {
    return browserPath();
  } catch {
    return null; // The caller throws a sentence for someone who runs a single test by hand.
  }
}
