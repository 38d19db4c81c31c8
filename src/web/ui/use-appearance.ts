import { useSyncExternalStore } from 'react';
import { type Appearance, onAppearance, shownAppearance } from './appearance.ts';

/** The current appearance; drawings outside CSS redraw when it changes. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(onAppearance, shownAppearance);
}
