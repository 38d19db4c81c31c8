import { chance } from '#base/prng.ts';
import type { Streams } from '../../streams/open-streams.ts';
import type { Faults } from './open-faults.ts';
import { PROFILES } from './profiles.ts';

/** How often it is looked whether the profile breaks sockets. */
const LOOK_MS = 1_000;

/**
 * Breaks all sockets from time to time while the profile says so.
 * @returns stops it
 */
export function openDrops(faults: Pick<Faults, 'profile'>, streams: Pick<Streams, 'disturb'>): () => void {
  let [profile, draws, leftMs] = [faults.profile(), chance(faults.profile().seed), 0];
  const look = (): void => {
    const isChanged = faults.profile() !== profile;
    profile = faults.profile();
    const withinMs = PROFILES[profile.name].dropWithinMs;
    if (withinMs === null) return;
    if (isChanged) draws = chance(profile.seed);
    leftMs -= LOOK_MS;
    if (leftMs > 0 && !isChanged) return;
    if (!isChanged) streams.disturb('drop', null);
    leftMs = draws.next() * withinMs;
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
