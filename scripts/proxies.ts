import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.ts';
import { buildProgramWhenChanged } from './build-program.ts';
import { buildWebWhenChanged } from './build-web.ts';
import { installOnDebian } from './debian-packages.ts';

const PROXIES = ['nginx', 'caddy'];

/** `npm run proxies`: tries the program behind the real nginx and Caddy, set up as docs/how-to/reverse-proxy.md says. */
async function main(words: readonly string[]): Promise<void> {
  const tell = (text: string): void => void process.stderr.write(text);
  if (!PROXIES.every(isInstalled)) installOnDebian('nginx and Caddy', ['nginx-light', 'caddy'], tell);
  const missing = PROXIES.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    tell(
      `Not installed: ${missing.join(', ')}. Install nginx and Caddy so that both are on the PATH, and run this again.\n`,
    );
    process.exitCode = 1;
    return;
  }
  process.env['CHROMIUM_PATH'] = ensureBrowser(tell);
  await buildWebWhenChanged();
  await buildProgramWhenChanged();
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'proxies', ...words];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit' }).status ?? 1;
}

function isInstalled(name: string): boolean {
  return spawnSync(name, [name === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' }).status === 0;
}

await main(process.argv.slice(2));
