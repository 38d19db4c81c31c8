import { useState } from 'react';
import * as z from 'zod/mini';
import { isUnkept, keepText, keptText } from '#web/i18n/kept-text.ts';

const STORAGE_KEY = 'botyard.views.screener';
/** As many as a row of chips can still be looked through. */
export const VIEWS_MAX = 20;
export const VIEW_NAME_MAX = 40;

const savedViews = z.array(z.object({ name: z.string(), address: z.string() }));

/** A part of an address under a name. */
export interface SavedView {
  readonly name: string;
  readonly address: string;
}

/** The views saved on this device, and what changes them. */
export function useSavedViews() {
  const [views, setViews] = useState<readonly SavedView[]>(readViews);
  const change = (next: readonly SavedView[]) => {
    keepText(STORAGE_KEY, JSON.stringify(next));
    setViews(next);
  };
  return {
    views,
    /** The browser refused to store them: they last until the page is reloaded. */
    areUnkept: isUnkept(STORAGE_KEY),
    /** One of the same name is replaced in its place. */
    save(view: SavedView) {
      const isKnown = views.some(({ name }) => name === view.name);
      change(isKnown ? views.map((one) => (one.name === view.name ? view : one)) : [...views, view]);
    },
    rename: (from: string, to: string) => change(views.map((one) => (one.name === from ? { ...one, name: to } : one))),
    remove: (name: string) => change(views.filter((one) => one.name !== name)),
  };
}

/** What was stored by another version, or by hand, is left out as a whole. */
function readViews(): readonly SavedView[] {
  try {
    return savedViews.safeParse(JSON.parse(keptText(STORAGE_KEY) ?? '[]')).data ?? [];
  } catch {
    return [];
  }
}
