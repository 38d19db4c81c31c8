import { existsSync } from 'node:fs';
import { AppError } from '#base/errors.ts';
import { checkCandles } from '#market/candle-files/check-candles.ts';
import { IMPORT_AGAIN } from '#market/candle-files/month/column-file.ts';
import { checkMarketFiles } from '#market/check-market-files.ts';
import { copyState } from '#simulator/stored/copy-state.ts';
import { marketsSetAside, outdatedMarket } from '#simulator/stored/outdated-market.ts';
import type { Finding } from './finding.ts';

/** Reads every candle file of some folders, each with what repairs it, and the small files beside them. */
export async function checkCandleFolders(
  folders: readonly { readonly folder: string; readonly wayBack: string }[],
): Promise<Finding> {
  const complaints: string[] = [];
  let files = 0;
  for (const { folder, wayBack } of folders) {
    if (!existsSync(folder)) continue;
    const found = await checkCandles(folder);
    files += found.files;
    complaints.push(...found.complaints.map((complaint) => withWayBack(complaint, wayBack)));
    complaints.push(...checkMarketFiles(folder));
  }
  return { part: 'Candles', checked: `${files} files were compared with their checksums.`, complaints };
}

function withWayBack(complaint: string, wayBack: string): string {
  return wayBack === '' ? complaint : `${complaint.replace(IMPORT_AGAIN, '')} ${wayBack}`;
}

/** Reads journal, snapshot and clock of the simulated exchange, whether or not it runs. */
export async function checkSimulator(folder: string): Promise<Finding> {
  const part = 'Simulated exchange';
  const aside = (await marketsSetAside(folder)).map(
    (one) => ` A market of an older version was set aside as ${one}; delete it when nobody needs it any more.`,
  );
  if ((await outdatedMarket(folder)) !== null) {
    const checked = `It is of an older version: the next start sets it aside and begins a new market.${aside.join('')}`;
    return { part, checked, complaints: [] };
  }
  try {
    const state = await copyState(folder);
    const checked =
      state === null ? 'There is none in this folder.' : 'Snapshot and journal belong together and are whole.';
    return { part, checked: checked + aside.join(''), complaints: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { part, checked: 'Snapshot and journal were read.', complaints: [error.message] };
  }
}
