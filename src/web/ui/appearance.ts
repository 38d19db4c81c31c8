import { keepText, keptText } from '#web/i18n/kept-text.ts';

/** `auto` follows the system. */
export type SchemeChoice = 'dark' | 'light' | 'auto';
export type Scheme = 'dark' | 'light';
/** `safe` shows results in colours that colour-blind people can tell apart. */
export type Colours = 'usual' | 'safe';

export interface Appearance {
  readonly choice: SchemeChoice;
  readonly scheme: Scheme;
  readonly colours: Colours;
}

const SCHEME_KEY = 'botyard.scheme';
const COLOURS_KEY = 'botyard.colours';

const listeners = new Set<() => void>();
const system = window.matchMedia('(prefers-color-scheme: dark)');
let shown = read();

function read(): Appearance {
  const stored = keptText(SCHEME_KEY);
  const choice = stored === 'dark' || stored === 'light' ? stored : 'auto';
  const scheme = choice === 'auto' ? (system.matches ? 'dark' : 'light') : choice;
  return { choice, scheme, colours: keptText(COLOURS_KEY) === 'safe' ? 'safe' : 'usual' };
}

/** Writes the choice to `html`, where the style sheets read it: an attribute for each, and the class `dark`. */
export function showAppearance(): void {
  shown = read();
  const { classList, dataset } = document.documentElement;
  dataset['mantineColorScheme'] = shown.scheme;
  dataset['colours'] = shown.colours;
  classList.toggle('dark', shown.scheme === 'dark');
  for (const listener of listeners) listener();
}

/** Follows changes of the system's colour scheme from now on. */
export function followSystem(): void {
  system.addEventListener('change', showAppearance);
}

export function setScheme(choice: SchemeChoice): void {
  keepText(SCHEME_KEY, choice);
  showAppearance();
}

export function setColours(colours: Colours): void {
  keepText(COLOURS_KEY, colours);
  showAppearance();
}

/** @returns how to stop listening */
export function onAppearance(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const shownAppearance = (): Appearance => shown;
