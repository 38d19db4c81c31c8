import { AppError } from '#base/errors.ts';

/**
 * The error for damaged files of a simulated exchange: what is lost, and the way back.
 * @param what - the damage in a sentence
 */
export function simulatorDamaged(what: string, folder: string, cause?: unknown): AppError {
  const lost =
    'Accounts, orders and positions at the simulated exchange are lost with it; bots and their figures are not.';
  const back = `Restore a backup (botyard restore), or delete the folder ${folder} to begin a new simulated exchange at the time that the bots have reached.`;
  return new AppError('SIMULATOR_DAMAGED', `${what} ${lost} ${back}`, { cause });
}
