import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSoundPage, PAGE_BYTES } from './page-checksum.ts';

/** Pages of one relation whose checksum is wrong. */
export interface DamagedPages {
  /** Number of the database; 0 for what all databases of the server share. */
  readonly database: number;
  /** Number of the relation's files. */
  readonly relation: number;
  /** Whether its rows or entries are affected, not only PostgreSQL's notes about free room. */
  readonly isContent: boolean;
  /** Ascending. */
  readonly blocks: readonly number[];
}

/** What a check of all pages found. */
export interface PageCheck {
  readonly pages: number;
  readonly damaged: readonly DamagedPages[];
}

const RELATION_FILE = /^(?:global|base\/(\d+))\/(\d+)(_fsm|_vm|_init)?(?:\.(\d+))?$/;
/** Relations are cut into files of one gigabyte. */
const PAGES_PER_FILE = 131_072;
const PAGES_PER_READ = 128;
/** A page read while the server writes it is torn, and whole the next time. */
const ATTEMPTS_MAX = 10;
const RETRY_MS = 50;

/**
 * Reads every page of the embedded database, whether or not the server runs, and compares its checksum.
 * @returns null when the folder holds no database
 */
export async function checkPages(dataDir: string): Promise<PageCheck | null> {
  const cluster = path.join(dataDir, 'postgres');
  if (!existsSync(cluster)) return null;
  const damaged = new Map<string, DamagedPages & { blocks: number[] }>();
  const buffer = Buffer.alloc(PAGES_PER_READ * PAGE_BYTES); // One for all files, of which most have a page or two.
  let pages = 0;
  for (const name of (await readdir(cluster, { recursive: true })).sort()) {
    const found = RELATION_FILE.exec(name);
    if (found === null) continue;
    const [, database = '0', relation = '', fork = '', part = '0'] = found;
    const checked = await checkFile(path.join(cluster, name), Number(part) * PAGES_PER_FILE, buffer);
    pages += checked.pages;
    if (checked.blocks.length === 0) continue;
    const key = `${database}/${relation}${fork}`;
    const isContent = fork === '' || fork === '_init';
    const known = damaged.get(key) ?? { database: Number(database), relation: Number(relation), isContent, blocks: [] };
    known.blocks.push(...checked.blocks);
    damaged.set(key, known);
  }
  return { pages, damaged: [...damaged.values()] };
}

/** @param buffer - overwritten with the pages */
async function checkFile(
  file: string,
  firstBlock: number,
  buffer: Buffer,
): Promise<{ pages: number; blocks: number[] }> {
  const handle = await open(file).catch(() => null); // The server may have deleted it meanwhile.
  if (handle === null) return { pages: 0, blocks: [] };
  const blocks: number[] = [];
  let pages = 0;
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, pages * PAGE_BYTES);
      const count = Math.floor(bytesRead / PAGE_BYTES);
      for (let index = 0; index < count; index += 1) {
        const page = buffer.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
        const block = firstBlock + pages + index;
        const readAgain = () => handle.read(page, 0, PAGE_BYTES, (pages + index) * PAGE_BYTES);
        if (!isSoundPage(page, block) && !(await isSoundLater(page, block, readAgain))) blocks.push(block);
      }
      pages += count;
      if (count < PAGES_PER_READ) return { pages, blocks };
    }
  } finally {
    await handle.close();
  }
}

async function isSoundLater(page: Buffer, block: number, readAgain: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 2; attempt <= ATTEMPTS_MAX; attempt += 1) {
    await sleep(RETRY_MS);
    await readAgain();
    if (isSoundPage(page, block)) return true;
  }
  return false;
}
