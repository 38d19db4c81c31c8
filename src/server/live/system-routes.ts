import { getDemo, getHealth, getSettings, getStatus, loadDemo, removeDemo, signOut } from '#contract/system.ts';
import type { Demo } from '#ports/runtime.ts';
import type { Context } from '../http/context.ts';
import { problemOfReasons } from '../http/problem.ts';
import { openRoute, type Route, route } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import { presentHealth } from './present-health.ts';
import { presentStatus } from './present-status.ts';

/** Health, settings, status, the demo and the end of a session. */
export function systemRoutes(): Route[] {
  return [
    openRoute(getHealth, async (services) => ({
      ...presentHealth(services),
      version: services.settings.version,
      commit: services.settings.commit,
    })),

    openRoute(getSettings, async ({ settings, now }) => ({
      title: settings.title,
      environment: settings.environment,
      identity: settings.identity,
      version: settings.version,
      wallTime: timeText(now()),
    })),

    route(getStatus, ({ caller, services }) => presentStatus(caller.userId, services)),

    route(signOut, async ({ caller, address, services }) => {
      await services.endSession(caller, address);
      return { isSignedOut: true };
    }),

    route(getDemo, ({ caller, services }) => services.demo.progress(caller.userId)),
    route(loadDemo, (context) => actOnDemo(context, (demo, ...from) => demo.load(...from))),
    route(removeDemo, (context) => actOnDemo(context, (demo, ...from) => demo.remove(...from))),
  ];
}

async function actOnDemo(
  {
    caller,
    address,
    services,
    isRepeat,
  }: Pick<Context<typeof loadDemo>, 'caller' | 'address' | 'services' | 'isRepeat'>,
  act: (demo: Demo, ownerId: string, address: string) => ReturnType<Demo['load']>,
) {
  if (!isRepeat) {
    const outcome = await act(services.demo, caller.userId, address);
    if (!outcome.ok) throw problemOfReasons(outcome.reasons);
  }
  return services.demo.progress(caller.userId);
}
