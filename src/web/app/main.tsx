import './trusted-types.ts';
import './look/styles.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '#base/assert.ts';
import { storedLanguage } from '#web/i18n/language.ts';
import { firstText, TextProvider } from '#web/i18n/text.tsx';
import { followSystem } from '#web/ui/appearance.ts';
import { copyExactly } from '#web/ui/values/exact-copy.ts';
import { uncoverWhenDrawn } from './cover.ts';
import { makeRouter } from './routes.tsx';
import { watchSession } from './watch-session.ts';

const root = document.getElementById('root');
assert(root !== null, 'the page has an element #root');

followSystem();
copyExactly(document);

uncoverWhenDrawn(root);

const router = makeRouter();
watchSession(router, root);
createRoot(root).render(
  <StrictMode>
    <TextProvider initial={firstText(storedLanguage())}>
      <RouterProvider router={router} />
    </TextProvider>
  </StrictMode>,
);
