import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { type Chance, chance } from '#base/prng.ts';
import { MINUTE_MS } from '#base/time.ts';
import { openReplayFeed } from '../tests/support/replay-feed.ts';
import { withSimulatedMarks } from '../tests/support/simulated-marks.ts';
import { checkPaper } from './torture-check.ts';
import { pester, type TortureUser, tortureUser } from './torture-user.ts';
import { startProgram, type TorturedProgram } from './tortured-program.ts';

const SPEED = 300;
const ALIVE_MS = [100, 1_200] as const;
const PAUSE_MS = [5, 60] as const;
/** On a busy machine a life takes longer: until some commands were acknowledged and the market has moved on by this much. */
const LIVED_MS = 2 * MINUTE_MS;
const COMMANDS_MIN = 3;
/** Rules know their values after so much of the market; on a busy machine the lives together may have been shorter. */
const RULES_AFTER_MS = 90 * MINUTE_MS;
/** What a bot of rules that enters at nearly every close is left to trade at the end. */
const RULES_TRADE_MS = 20 * MINUTE_MS;
/** Kills before the program is ready, during its start and recovery; at the least one of the program and one with its database. */
const EARLY_SHARE = 0.15;
const EARLY_MIN = 2;
const EARLY_MS = [50, 1_500] as const;

export interface TortureOptions {
  readonly kills: number;
  readonly seed: number;
  readonly tell: (line: string) => void;
}

export interface TortureOutcome {
  readonly kills: number;
  readonly violations: readonly string[];
  readonly trades: number;
  readonly tradesByRule: number;
  readonly commands: number;
}

/** Kills the program at random moments, every other time with its database, and compares the stored data at the end. */
export async function paperTorture({ kills, seed, tell }: TortureOptions): Promise<TortureOutcome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-torture-'));
  await chmod(folder, 0o711); // As root, the database runs as a user who must be able to traverse the folder.
  const dataDir = path.join(folder, 'data');
  const random = chance(seed);
  const user = tortureUser(random);
  let program: TorturedProgram | null = null;
  try {
    let firstAt: number | null = null;
    for (const [index, { isEarly, what }] of plannedKills(kills, random).entries()) {
      program = startProgram({ dataDir, speed: SPEED });
      if (isEarly) await sleep(random.between(...EARLY_MS));
      else {
        const begunAt = await torment(program, user, random);
        firstAt ??= begunAt;
      }
      await program.kill(what);
      if ((index + 1) % 10 === 0) tell(`${index + 1} kills`);
    }
    program = startProgram({ dataDir, speed: SPEED });
    await settle(program, user, firstAt);
    return { kills, ...(await verdict(dataDir, user, tell)) };
  } finally {
    await program?.kill('group'); // After a failure nothing may keep running.
    await rm(folder, { recursive: true, force: true });
  }
}

interface Kill {
  /** Before the program is ready. */
  readonly isEarly: boolean;
  readonly what: 'program' | 'group';
}

/** In random order. A few contain every kind of kill already: early and late, with the database and without. */
function plannedKills(count: number, random: Chance): readonly Kill[] {
  const early = Math.max(EARLY_MIN, Math.round(count * EARLY_SHARE));
  const kills = Array.from({ length: count }, (_, index) => ({
    place: random.next(),
    kill: { isEarly: index < early, what: index % 2 === 0 ? ('program' as const) : ('group' as const) },
  }));
  return kills.sort((one, other) => one.place - other.place).map(({ kill }) => kill);
}

/** @returns the market time at which it began, ms */
async function torment(program: TorturedProgram, user: TortureUser, random: Chance): Promise<number> {
  const address = await program.ready;
  if (address === null) throw new Error(`the program did not start:\n${program.output()}`);
  await user.arrive(address);
  const [promised, begun] = [user.promised(), await user.marketTime()];
  const until = performance.now() + random.between(...ALIVE_MS);
  const hasLived = async () =>
    user.promised() >= promised + COMMANDS_MIN && (await user.marketTime()) - begun >= LIVED_MS;
  await pester({
    act: user.act,
    isOver: async () => performance.now() >= until && (await hasLived()),
    pause: () => sleep(random.between(...PAUSE_MS)),
  });
  return begun;
}

/** Lets the program recover once more, until its rules have traded, and stop normally, so that all decisions are stored. */
async function settle(program: TorturedProgram, user: TortureUser, firstAt: number | null): Promise<void> {
  const address = await program.ready;
  if (address === null) throw new Error(`the program did not start:\n${program.output()}`);
  await user.arrive(address);
  await user.startRules();
  const startedAt = await user.marketTime();
  const end = Math.max(startedAt + RULES_TRADE_MS, (firstAt ?? startedAt) + RULES_AFTER_MS);
  while ((await user.marketTime()) < end) await sleep(PAUSE_MS[1]);
  await program.stop();
}

async function verdict(
  dataDir: string,
  user: TortureUser,
  tell: (line: string) => void,
): Promise<Omit<TortureOutcome, 'kills'>> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  try {
    const found = await checkPaper(postgres.url, await withSimulatedMarks(await openReplayFeed()));
    const lost = user.promised() - found.commands;
    const violations = [...found.violations, ...(lost > 0 ? [`${lost} promised commands are not stored`] : [])];
    for (const violation of violations) tell(violation);
    return { ...found, violations };
  } finally {
    await postgres.stop();
  }
}
