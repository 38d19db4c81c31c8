import './styles.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { assert } from '#base/assert.ts';
import { makeQueryClient } from '#web/api/query-client.ts';
import { firstText, TextProvider } from '#web/i18n/text.tsx';
import { showColours } from '#web/ui/appearance.ts';
import { Appearance } from './appearance-provider.tsx';
import { makeRouter } from './routes.tsx';
import { watchSession } from './watch-session.ts';

const root = document.getElementById('root');
assert(root !== null, 'the page has an element #root');

showColours();
const text = await firstText();
const queries = makeQueryClient();
const router = makeRouter(queries);
watchSession(queries, router);

createRoot(root).render(
  <StrictMode>
    <Appearance>
      <TextProvider initial={text}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextProvider>
    </Appearance>
  </StrictMode>,
);
