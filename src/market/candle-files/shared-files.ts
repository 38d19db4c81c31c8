import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { at } from '#base/assert.ts';
import type { CandleFile, CandleFiles } from '#ports/candle-files.ts';
import { COVERAGE_NAME } from '../store/coverage-file.ts';
import { LISTINGS_NAME } from '../store/listing-file.ts';
import { FUNDING_NAME, folderName, monthName, storedMonths } from './folder.ts';

/** The stored files of some folders by their checksums. A file is read again only when its size or its time has changed. */
export function sharedFiles(folders: readonly string[]): CandleFiles {
  const known = new Map<string, { readonly stamp: string; readonly sha256: string }>();

  async function checksumOf(file: string): Promise<string> {
    const { size, mtimeMs } = await stat(file);
    const stamp = `${size}/${mtimeMs}`;
    const kept = known.get(file);
    if (kept?.stamp === stamp) return kept.sha256;
    const sha256 = checksum(await readFile(file));
    known.set(file, { stamp, sha256 });
    return sha256;
  }

  async function list(symbol: string): Promise<readonly CandleFile[]> {
    const files: CandleFile[] = [];
    for (const [index, folder] of folders.entries()) {
      for (const name of namesOf(folder, symbol)) {
        files.push({ folder: index, name, sha256: await checksumOf(path.join(folder, name)) });
      }
    }
    return files;
  }

  return {
    list,
    async read(symbol, sha256) {
      const file = (await list(symbol)).find((one) => one.sha256 === sha256);
      if (file === undefined) return null;
      const content = await readFile(path.join(at(folders, file.folder), file.name));
      return checksum(content) === sha256 ? content : null; // It was replaced between the two reads.
    },
  };
}

/** SHA-256 in hexadecimal digits. */
export function checksum(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The files that loading the symbol's past reads, in the folder. */
function namesOf(folder: string, symbol: string): readonly string[] {
  const months = storedMonths(folder, symbol).map(monthName);
  const beside = [...months, FUNDING_NAME].map((name) => `${folderName(symbol)}/${name}`);
  return months.length === 0
    ? []
    : [...beside, LISTINGS_NAME, COVERAGE_NAME].filter((name) => existsSync(path.join(folder, name)));
}
