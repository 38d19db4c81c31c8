import type { PageRow } from '#contract/pages.ts';
import { haveAnswersCome } from '#web/api/early-answers.ts';
import { type OpenedPage, openedPage } from './opened-page.ts';

/** Reads into the cache what the page is first drawn with. */
type Fill = (page: OpenedPage) => Promise<unknown>;

/** Of the views that take longest to draw. Each file is part of one that its page loads anyway. */
const fillOf: Readonly<Partial<Record<PageRow['view'], () => Promise<{ readonly fillFirst: Fill }>>>> = {
  portfolio: () => import('#web/features/portfolio/fill-first.ts'),
  strategy: () => import('#web/features/ladder/fill-first.ts'),
};

/** Answers that come later than this after the code are waited for on the page itself, which shows their places. */
const WAIT_MAX_MS = 150;

/**
 * Waits for the first answers of the page that the browser has opened, which were asked for before any code had come, so
 * that its first drawing already has its content. Other pages, and a page without such answers, are not waited for.
 */
export async function firstContent(view: PageRow['view']): Promise<void> {
  const load = fillOf[view];
  const page = openedPage();
  if (load === undefined || page?.view !== view || !(await haveAnswersCome(WAIT_MAX_MS))) return;
  const { fillFirst } = await load();
  await fillFirst(page).catch(() => {}); // The page asks again, and says what is wrong.
}
