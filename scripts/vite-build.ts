import { spawn } from 'node:child_process';
import { AppError } from '#base/errors.ts';

/**
 * Runs Vite's build in a separate process, so that the bundler's memory is released before the program starts.
 * @param words - of the command line, besides those that every build has
 * @param failure - what a failed build throws; the reason is printed before
 */
export function viteBuild(words: readonly string[], failure: AppError): Promise<void> {
  // The native loader writes no copy of the configuration beside the packages, where we may not be allowed to write.
  const always = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--configLoader', 'native'];
  const child = spawn(process.execPath, [...always, ...words], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return new Promise((resolve, reject) => {
    child.on('error', (cause) => reject(new AppError(failure.code, failure.message, { cause })));
    child.on('exit', (code) => (code === 0 ? resolve() : reject(failure)));
  });
}
