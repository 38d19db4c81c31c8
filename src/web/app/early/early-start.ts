import { pageAt } from '#contract/pages.ts';
import { askEarly, sendEarly } from '#web/api/early-answers.ts';
import type {} from '#web/api/early-files.ts';
import { storedSession } from '#web/auth/stored-session.ts';
import { type Language, storedLanguage } from '#web/i18n/language.ts';
import { showAppearance } from '#web/ui/appearance.ts';
import { addTokenSheet } from '../look/token-sheet.ts';
import { firstAddresses, firstQuestion, laterAddresses } from './first-addresses.ts';
import { openedPage } from './opened-page.ts';

declare global {
  /**
   * Files that a view needs, with its words in each language: places among the names, in the order of request. Written in by
   * the build.
   */
  const FIRST_FILES: {
    readonly names: readonly string[];
    readonly views: Readonly<Partial<Record<string, Readonly<Record<Language, readonly number[]>>>>>;
  };
}

addTokenSheet();
showAppearance();
// At the login nothing may hold the main thread while the password is checked.
globalThis.requestFiles = (view) => requestFiles(view, 'preload');
startEarly();

/**
 * The script in the page itself, which runs before any file is loaded. Where somebody was signed in, it requests at once
 * what the page of this address needs: code, words and data. Step by step, each found by the one before, they would take
 * a round of the line each.
 */
function startEarly(): void {
  const session = storedSession();
  const page = pageAt(location.pathname);
  if (session === null || page === null || page.isForGuests) {
    requestFiles('login');
    return;
  }
  document.documentElement.dataset['opens'] = 'page'; // Shows the grey blocks of index.html.
  // The data first: a browser opens six connections, and the data is small.
  const opened = openedPage();
  if (session.token !== null && opened !== null) {
    sendEarly(firstAddresses(page.view, opened), session.token);
    sendEarly(laterAddresses(page.view, opened), session.token);
    const question = firstQuestion(page.view);
    if (question !== null) askEarly(question, session.token);
  }
  requestFiles(page.view);
  setTimeout(loadFormats);
}

/**
 * A browser's first format loads what it knows of languages, which takes a slow processor as long as the first drawing of a
 * small page. Until the files have come, it has nothing else to do.
 */
function loadFormats(): void {
  const language = storedLanguage();
  new Intl.NumberFormat(language).format(0);
  new Intl.DateTimeFormat(language).format(0);
}

/** How scripts are loaded ahead: `modulepreload` also compiles them as they come, which takes a slow processor half a second. */
type Ahead = 'modulepreload' | 'preload';

function requestFiles(view: string, ahead: Ahead = 'modulepreload'): void {
  const { names, views } = FIRST_FILES;
  for (const place of views[view]?.[storedLanguage()] ?? []) request(names[place] ?? '', ahead);
}

/** Loads a file without running it. The application, which runs it, finds it on its way. */
function request(file: string, ahead: Ahead): void {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : ahead;
  if (link.rel === 'preload') link.as = isStyle ? 'style' : 'script';
  link.crossOrigin = ''; // As the application will ask for it, or it would be loaded twice.
  link.href = file;
  document.head.append(link);
}
