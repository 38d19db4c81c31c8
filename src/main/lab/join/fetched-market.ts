import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { candleFilesSchema, LAB_CANDLES_PATH } from '#contract/tests/lab-candles.ts';
import type { LabMarket } from '#lab/tests/lab-market.ts';
import { folderName, symbolFolder } from '#market/candle-files/folder.ts';
import { checksum } from '#market/candle-files/shared-files.ts';
import { writeWhole } from '#market/store/write-whole.ts';
import type { CandleFile } from '#ports/candle-files.ts';
import { openLabMarket } from '../lab-market.ts';

/** The server that has the candles. */
export interface CandleServer {
  readonly origin: string;
  readonly token: string;
}

/** Like those of the server: what the program stores of its market, and what was imported. */
const FOLDERS = ['0', '1'] as const;
const FETCHES_AT_ONCE = 4;
const ANSWER_MS_MAX = 60_000;

/**
 * The stored past of another machine: files that are missing here, or have another content, are fetched before they are
 * read. Each is checked against its checksum.
 * @param folder - where they are kept
 */
export function fetchedMarket(server: CandleServer, folder: string): LabMarket {
  const folders = FOLDERS.map((name) => path.join(folder, name));
  for (const one of folders) mkdirSync(one, { recursive: true });
  const market = openLabMarket(folders);
  const fetched = async (symbols: readonly string[]): Promise<void> => {
    for (const symbol of symbols) await fetchSymbol(server, folders, symbol);
  };
  return {
    async load(query) {
      await fetched(query.symbols);
      return market.load(query);
    },
    async coverage(groups, span) {
      await fetched(groups.flat());
      return market.coverage(groups, span);
    },
  };
}

async function fetchSymbol(server: CandleServer, folders: readonly string[], symbol: string): Promise<void> {
  const answer = await asked(server, `${LAB_CANDLES_PATH}/${encodeURIComponent(symbol)}`);
  const wanted = candleFilesSchema.safeParse(await answer.json());
  if (!wanted.success) throw notFetched(server, 'it answers something else than a list of files');
  dropOthers(folders, symbol, wanted.data);
  const waiting = [...wanted.data];
  const fetchers = Array.from({ length: FETCHES_AT_ONCE }, async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      await fetchFile(server, path.join(folders[file.folder] ?? '', file.name), { symbol, ...file });
    }
  });
  await Promise.all(fetchers);
}

/** A month that the server has dropped must not be read here. */
function dropOthers(folders: readonly string[], symbol: string, wanted: readonly CandleFile[]): void {
  for (const [index, folder] of folders.entries()) {
    const names = new Set(wanted.filter((file) => file.folder === index).map(({ name }) => name));
    const inside = symbolFolder(folder, symbol);
    mkdirSync(inside, { recursive: true });
    for (const name of readdirSync(inside))
      if (!names.has(`${folderName(symbol)}/${name}`)) rmSync(path.join(inside, name));
  }
}

async function fetchFile(
  server: CandleServer,
  file: string,
  { symbol, sha256 }: CandleFile & { readonly symbol: string },
): Promise<void> {
  const stored = await readFile(file).catch(() => null);
  if (stored !== null && checksum(stored) === sha256) return;
  const answer = await asked(server, `${LAB_CANDLES_PATH}/${encodeURIComponent(symbol)}/${sha256}`);
  const content = Buffer.from(await answer.arrayBuffer());
  if (checksum(content) !== sha256) throw notFetched(server, `${path.basename(file)} arrived damaged`);
  await writeWhole(file, content);
}

async function asked(server: CandleServer, address: string): Promise<Response> {
  const { origin, token } = server;
  try {
    const answer = await fetch(new URL(address, origin), {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (answer.ok) return answer;
    throw notFetched(server, answer.status === 401 ? 'it does not accept LAB_TOKEN' : `it answered ${answer.status}`);
  } catch (error) {
    if (error instanceof CandlesNotFetched) throw error;
    throw notFetched(server, 'it does not answer');
  }
}

class CandlesNotFetched extends Error {}

function notFetched({ origin }: CandleServer, reason: string): CandlesNotFetched {
  return new CandlesNotFetched(`Candles could not be fetched from ${origin}: ${reason}.`);
}
