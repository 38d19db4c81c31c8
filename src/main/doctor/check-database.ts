import { checkPages, type DamagedPages, type PageCheck } from '#adapters/database-embedded/check-pages.ts';
import { AppError } from '#base/errors.ts';
import { checkAudit } from '#storage/audit/check-audit.ts';
import { dumpDatabase } from '#storage/backup/dump-database.ts';
import { damageOf } from '#storage/database/database-damaged.ts';
import { type FileOwner, openFileOwners } from '#storage/database/relation-of-file.ts';
import { runningEngine } from '#storage/members/running-engine.ts';
import type { Config } from '../config.ts';
import { openOwnerLogin } from '../databases.ts';
import type { Lifetime } from '../lifetime.ts';
import type { Finding } from './finding.ts';

const BLOCKS_NAMED_MAX = 5;
const RESTORE = 'restore a backup into a new DATA_DIR (botyard restore)';
const PART = 'Database';

/** How to check: what to do with damaged indexes, which contain nothing that the rows do not. */
export interface DatabaseCheck {
  readonly isProgramRunning: boolean;
  readonly indexes: 'check' | 'rebuild';
}

/** Checks the pages of the embedded database, reads every row of any, and walks along the audit trail. */
export async function checkDatabase(
  config: Config,
  lifetime: Lifetime,
  { isProgramRunning, indexes }: DatabaseCheck,
): Promise<Finding> {
  const isEmbedded = config.databaseUrl === null;
  try {
    const { url } = await openOwnerLogin(config, lifetime, { isProgramRunning, watchLog: null });
    // After the start: until then pages torn by a crash are still mended from the server's own log.
    const pages = isEmbedded ? await checkPages(config.dataDir) : null;
    const found = await judgePages(pages, url, indexes);
    const rows = await readRows(url);
    const read = typeof rows === 'number' ? [`All ${rows} rows can be read.`] : [];
    const trail = typeof rows === 'number' ? await judgeTrail(url) : NOTHING;
    const engine = await runningEngine(url);
    const runs = engine === null ? 'No engine runs on it.' : `Its engine runs on ${engine}.`;
    return {
      part: PART,
      checked: [pagesSentence(pages), ...found.rebuilt, ...read, ...trail.checked, runs].join(' '),
      complaints: [...found.complaints, ...(typeof rows === 'string' ? [rows] : []), ...trail.complaints],
    };
  } catch (error) {
    const reason = error instanceof AppError ? error.message : damageOf(error);
    if (reason === null) throw error;
    const pages = isEmbedded ? await checkPages(config.dataDir) : null;
    const complaints = pages?.damaged.map((damage) => systemSentence(damage)) ?? [];
    return { part: PART, checked: pagesSentence(pages), complaints: [`It cannot be used: ${reason}`, ...complaints] };
  }
}

function pagesSentence(check: PageCheck | null): string {
  if (check === null) return 'DATABASE_URL names a server of your own, which checks its pages itself.';
  return `${check.pages} pages were compared with their checksums.`;
}

interface Judged {
  readonly complaints: string[];
  /** Sentences about indexes that were built anew. */
  readonly rebuilt: string[];
}

async function judgePages(check: PageCheck | null, url: string, indexes: DatabaseCheck['indexes']): Promise<Judged> {
  const judged: Judged = { complaints: [], rebuilt: [] };
  if (check === null || check.damaged.length === 0) return judged;
  const owners = await openFileOwners(url);
  try {
    for (const damage of check.damaged) {
      const owner = damage.database === owners.database ? await owners.ownerOf(damage.relation) : null;
      if (owner?.kind === 'index' && indexes === 'rebuild') {
        await owners.rebuildIndexes(owner.table);
        judged.rebuilt.push(`The damaged indexes of the table ${owner.table} were built anew.`);
      } else judged.complaints.push(owner === null ? systemSentence(damage) : sentenceOf(damage, owner));
    }
    return judged;
  } finally {
    await owners.close();
  }
}

function sentenceOf(damage: DamagedPages, { table, kind }: FileOwner): string {
  const what = blocksOf(damage);
  if (kind === 'index')
    return `An index of the table ${table} is damaged (${what}). No row is lost: run "botyard doctor --reindex".`;
  if (!damage.isContent)
    return `Notes about free room in the table ${table} are damaged (${what}). No row is lost: PostgreSQL writes them anew.`;
  return `The table ${table} is damaged (${what}), and the rows on these pages are lost: ${RESTORE}.`;
}

function systemSentence(damage: DamagedPages): string {
  return `PostgreSQL's file ${damage.relation} is damaged (${blocksOf(damage)}): ${RESTORE}.`;
}

function blocksOf({ blocks }: DamagedPages): string {
  const named = blocks.slice(0, BLOCKS_NAMED_MAX).join(', ');
  return `pages: ${blocks.length}, at ${named}${blocks.length > BLOCKS_NAMED_MAX ? ', …' : ''}`;
}

const NOTHING = { checked: [], complaints: [] } as const;

/** Older databases have no audit trail yet; the next start begins one. */
async function judgeTrail(ownerUrl: string): Promise<{ checked: readonly string[]; complaints: readonly string[] }> {
  const found = await checkAudit(ownerUrl);
  if (found === null) return NOTHING;
  if (found.complaint === null) return { checked: [`All ${found.rows} rows of the audit trail fit.`], complaints: [] };
  return { checked: [], complaints: [`The audit trail is not whole. ${found.complaint}`] };
}

/** How many rows there are, or why they cannot all be read. */
async function readRows(ownerUrl: string): Promise<number | string> {
  let count = 0;
  try {
    await dumpDatabase(ownerUrl, async ({ tables, rows }) => {
      for (const { name } of tables) for await (const batch of rows(name)) count += batch.length;
    });
    return count;
  } catch (error) {
    const reason = error instanceof AppError ? error.message : damageOf(error);
    if (reason === null) throw error;
    return `Not every row can be read: ${reason}.`;
  }
}
