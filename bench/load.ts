import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { type Account, withDemo } from './load/account.ts';
import { besideHeavyUser } from './load/beside-heavy-user.ts';
import { checkCalls } from './load/checked-calls.ts';
import { openHeavyUser } from './load/heavy-user.ts';
import { residentMb } from './load/memory.ts';
import { readOf } from './load/mix.ts';
import { openStage, type Stage } from './load/stage.ts';
import { underLoad } from './load/under-load.ts';

const USERS = 10;
const PER_SECOND = Number(process.env['LOAD_PER_SECOND'] ?? 300);
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 600);
const HEAVY_SECONDS_MAX = 60;
const SEED = 12;

/** Of the process of the program: the simulated exchange and the database have their own. */
const RESIDENT_MAX_MB = 700;

/**
 * The real program under the load of ten users with their demos at ×60 and a hundred open tabs; then the reads of one of
 * them beside a user with a thousand atoms, and what the program holds in memory.
 */
export async function loadBench(tell: (line: string) => void) {
  const stage = await openStage();
  const { program } = stage;
  try {
    const accounts = await openAccounts(stage, tell);
    const random = chance(SEED);
    for (const account of accounts) await checkCalls(program.address, account, random);
    tell('every read of the mix is answered as the contract says');
    const load = await underLoad({ stage, accounts, random, perSecond: PER_SECOND, seconds: SECONDS, tell });
    const underLoadMb = residentMb(program.pid());
    tell('a user with a thousand atoms');
    const heavy = await openHeavyUser(program.address, await stage.addUser('heavy@example.org'));
    const measured = at(accounts, 1);
    const beside = await besideHeavyUser({
      address: program.address,
      heavy,
      seconds: Math.min(SECONDS, HEAVY_SECONDS_MAX),
      read: () => ({ ...readOf(measured, random), visitor: measured }),
    });
    const memory = { underLoadMb, withThousandAtomsMb: residentMb(program.pid()) };
    load.close();
    const isSmall = Object.values(memory).every((mb) => mb === null || mb <= RESIDENT_MAX_MB);
    return {
      figures: { ...load.figures, beside: beside.figures, memory },
      hasPassed: load.hasPassed && beside.hasPassed && isSmall,
    };
  } finally {
    await stage.end();
  }
}

/** The owner and nine more, each with the demo. */
async function openAccounts(
  { program, owner, addUser }: Stage,
  tell: (line: string) => void,
): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (let index = 0; index < USERS; index += 1) {
    const visitor = await (index === 0 ? owner() : addUser(`user${index}@example.org`));
    accounts.push(await withDemo(program.address, visitor));
    tell(`user ${index + 1} of ${USERS} has the demo`);
  }
  return accounts;
}
