import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages where this can be done without asking: as root on Debian. @returns whether it was tried */
export function installOnDebian(what: string, packages: readonly string[], tell: (text: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  tell(`Installing ${what} (apt-get) …\n`);
  runInstaller('apt-get', ['-q', 'update']);
  runInstaller('apt-get', ['-q', 'install', '--yes', '--no-install-recommends', ...packages]);
  return true;
}

/** The exit code is not needed, because callers look for what they wanted to have. */
export function runInstaller(program: string, words: readonly string[]): void {
  spawnSync(program, words, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
