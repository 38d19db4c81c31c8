import type { OpenedPage } from './opened-page.ts';
import type { ScrolledPoints } from './scrolled-points.ts';
import type { FirstLoad } from './signed-in.ts';
import type { AfterLogin } from './skeleton-after-login.ts';
import type { UsedPortfolio } from './used-portfolio.ts';

const LOGIN_KIB_MAX = 195;
const PORTFOLIOS_KIB_MAX = 390;
const PAINT_MAX_MS = 1_500;
const BLOCKED_MAX_MS = 500;
const REQUESTS_MAX = 25;
const SKELETON_MAX_MS = 150;
const DRAWER_MAX_MS = 200;
const SEARCH_MAX_MS = 100;
const LATE_FRAMES_MAX = 0;
const IDLE_BUSY_MAX = 0.05;
const IDLE_KIB_PER_MINUTE_MAX = 58;

interface Measured {
  readonly firstLoad: FirstLoad;
  readonly afterLogin: AfterLogin;
  readonly pages: Readonly<Record<string, OpenedPage>>;
  readonly used: UsedPortfolio;
  readonly points: ScrolledPoints;
}

/** @returns a line for each figure with its goal, and whether all are kept */
export function judged({ firstLoad, afterLogin, pages, used, points }: Measured) {
  const rows: (readonly [name: string, value: number, max: number])[] = [
    ['to the login, KiB', firstLoad.loginKib, LOGIN_KIB_MAX],
    ['to the portfolios, KiB', firstLoad.portfoliosKib, PORTFOLIOS_KIB_MAX],
    ['to the portfolios, requests', firstLoad.requests, REQUESTS_MAX],
    ['after the login a skeleton or the page, ms', afterLogin.skeletonMs, SKELETON_MAX_MS],
    ...Object.entries(pages).flatMap(([name, page]) => [
      [`${name}, largest paint, ms`, page.largestPaintMs, PAINT_MAX_MS] as const,
      [`${name}, main thread blocked, ms`, page.blockedMs, BLOCKED_MAX_MS] as const,
      [`${name}, requests`, page.requests, REQUESTS_MAX] as const,
    ]),
    ['a drawer opens, ms', used.drawerMs, DRAWER_MAX_MS],
    ['a search finds, ms', used.searchMs, SEARCH_MAX_MS],
    ['10,000 points scrolled, frames over 50 ms', points.unslowed.lateFrames, LATE_FRAMES_MAX],
    ['the same on a slow processor', points.slowed.lateFrames, LATE_FRAMES_MAX],
    ['left open, share busy', used.idleBusy, IDLE_BUSY_MAX],
    ['left open, KiB a minute', used.idleKibPerMinute, IDLE_KIB_PER_MINUTE_MAX],
  ];
  const isKept = (value: number, max: number): boolean => value <= max;
  return {
    goals: rows.map(
      ([name, value, max]) => `${isKept(value, max) ? 'kept  ' : 'missed'} ${name}: ${value} (goal: at most ${max})`,
    ),
    hasPassed: rows.every(([, value, max]) => isKept(value, max)),
  };
}
