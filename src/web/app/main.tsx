import './trusted-types.ts';
import './look/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '#base/assert.ts';
import { firstText, TextProvider } from '#web/i18n/text.tsx';
import { followSystem, showAppearance } from '#web/ui/appearance.ts';
import { addTokenSheet } from './look/token-sheet.ts';
import { makeRouter } from './routes.tsx';
import { watchSession } from './watch-session.ts';

const root = document.getElementById('root');
assert(root !== null, 'the page has an element #root');

addTokenSheet();
showAppearance();
followSystem();
void showPages(root);

/**
 * A function, because modules must not wait for each other: the file of the texts imports what it shares with this one, and
 * would wait for it forever if this one waited for the texts.
 */
async function showPages(place: HTMLElement): Promise<void> {
  const text = await firstText();
  const router = makeRouter();
  watchSession(router);
  createRoot(place).render(
    <StrictMode>
      <TextProvider initial={text}>
        <RouterProvider router={router} />
      </TextProvider>
    </StrictMode>,
  );
}
