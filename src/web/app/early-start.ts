import { pageAt } from '#contract/pages.ts';
import { sendEarly } from '#web/api/early-answers.ts';
import { storedSession } from '#web/auth/stored-session.ts';
import { storedLanguage } from '#web/i18n/language.ts';
import { wholeText } from '#web/i18n/text.tsx';
import { firstAddresses } from './first-addresses.ts';
import { views } from './views.ts';

/**
 * Where somebody was signed in, loads everything that the page of this address needs at once: code, words and data. Step
 * by step, each found by the one before, they would take a round of the line each.
 */
export function startEarly(): void {
  const session = storedSession();
  const page = pageAt(location.pathname);
  if (session === null || page === null || page.isForGuests) return;
  // The data first: a browser opens six connections, and the data is small.
  if (session.token !== null && location.search === '') {
    const id = encodeURIComponent(location.pathname.split('/')[3] ?? '');
    sendEarly(firstAddresses[page.view]?.({ kind: page.kind ?? '', id }) ?? [], session.token);
  }
  const [load] = views[page.view];
  const code = [load(), import('./shell/shell.tsx'), import('./signed-in.ts'), wholeText(storedLanguage())];
  for (const part of code) part.catch(() => {}); // The router loads it again and shows what fails.
}
