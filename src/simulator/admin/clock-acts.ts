import { z } from 'zod';
import { AppError } from '#base/errors.ts';
import { DAY_MS, later } from '#base/time.ts';
import { SPEEDS } from '../market-clock.ts';
import type { Simulation } from '../simulation.ts';
import { type AdminAct, adminAct } from './admin-act.ts';

const PACE = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), speed: z.literal(SPEEDS) }),
  z.strictObject({ kind: z.literal('pause') }),
  z.strictObject({ kind: z.literal('step') }),
]);
const STEP = z.strictObject({ ms: z.number().int().min(1).max(DAY_MS) });
const SKEW = z.strictObject({ ms: z.number().int().min(-DAY_MS).max(DAY_MS) });

/** Actions on the market clock, and the wall-clock fault. */
export function clockActs(simulation: Simulation): Readonly<Record<string, AdminAct>> {
  return {
    'POST /admin/clock': adminAct(PACE, async (pace) => {
      refuseWall(simulation);
      await simulation.setPace(pace);
      return { marketTime: simulation.now(), pace };
    }),
    'POST /admin/clock/step': adminAct(STEP, async ({ ms }) => {
      refuseWall(simulation);
      if (simulation.pace().kind !== 'step') {
        throw new AppError(
          'CLOCK_RUNS',
          'Only a stepping clock is moved by hand: POST /admin/clock {"kind": "step"} first.',
        );
      }
      await simulation.step(later(simulation.now(), ms));
      return { marketTime: simulation.now() };
    }),
    'POST /admin/faults/clock-skew': adminAct(SKEW, ({ ms }) => {
      simulation.skewWall(ms);
      return { wallTime: simulation.wallMs() };
    }),
  };
}

function refuseWall({ clock }: Simulation): void {
  if (clock === 'own') return;
  throw new AppError(
    'CLOCK_IS_WALL',
    "This market follows the machine's clock, so nobody sets its speed. SIMULATOR_CLOCK=own gives a new market a clock of its own.",
  );
}
