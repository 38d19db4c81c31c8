import { existsSync, renameSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Instant } from '#base/time.ts';
import { parseSummed } from '#files/summed-json.ts';
import { syncFolder } from '#files/sync-folder.ts';
import { PRICES_VERSION } from '../prices/prices.ts';
import { clockIn } from './clock-file.ts';
import { CLOCK_FILE, SETUP_FILE } from './state-files.ts';

const OWNER_ONLY_FOLDER = 0o700;
/** Clients trust the certificate in it; it says nothing of the market. */
const TLS_FOLDER = 'tls';
const ASIDE = '-set-aside-';

/** Everything else in the file may have changed since. */
const olderSetup = z.object({ pricesVersion: z.int().nonnegative().lt(PRICES_VERSION) });

/** A stored market that an older version of this program generated, which the present prices cannot continue. */
export interface OutdatedMarket {
  readonly pricesVersion: number;
  /** The market time that it reached; null when its clock never moved or is damaged. */
  readonly reached: Instant | null;
}

/** Reads whether the market of a folder is outdated; null for a present one, for none, and for a damaged one. */
export async function outdatedMarket(folder: string): Promise<OutdatedMarket | null> {
  const found = olderSetup.safeParse(parseSummed(await textOf(folder, SETUP_FILE)));
  if (!found.success) return null;
  const reached = clockIn(await textOf(folder, CLOCK_FILE))?.market ?? null;
  return { pricesVersion: found.data.pricesVersion, reached };
}

/**
 * Renames the folder of a market, so that a new one can begin in its place. Nobody may hold the folder's lock.
 * @returns its new path
 */
export async function setAsideMarket(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  let number = 1;
  while (existsSync(`${folder}${ASIDE}${number}`)) number += 1;
  const aside = `${folder}${ASIDE}${number}`;
  renameSync(folder, aside);
  await mkdir(folder, { mode: OWNER_ONLY_FOLDER });
  if ((await readdir(aside)).includes(TLS_FOLDER)) {
    renameSync(path.join(aside, TLS_FOLDER), path.join(folder, TLS_FOLDER));
  }
  await syncFolder(parent);
  return aside;
}

/** The folders of the markets that were set aside, by name. */
export async function marketsSetAside(folder: string): Promise<readonly string[]> {
  const parent = path.dirname(folder);
  const names = await readdir(parent).catch(() => []);
  const aside = names.filter((name) => name.startsWith(`${path.basename(folder)}${ASIDE}`)).toSorted();
  return aside.map((name) => path.join(parent, name));
}

async function textOf(folder: string, name: string): Promise<string> {
  return readFile(path.join(folder, name), 'utf8').catch(() => '');
}
