import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type Text, TextProvider } from '#web/i18n/text.tsx';
import { englishText } from './draw.tsx';

/** jsdom has no layout, so nothing scrolls. */
window.scrollTo = () => {};

interface Surroundings {
  readonly text?: Text;
  readonly at?: string;
  /** The kind of bots that the page shows. */
  readonly kind?: string;
}

/** Renders a page with its texts, component library, cache and an address that it may change. */
export function drawPage(node: ReactNode, { text = englishText, at = '/', kind }: Surroundings = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => node,
      notFoundComponent: () => node,
      beforeLoad: () => ({ kind }),
    }),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  const drawn = render(
    <MantineProvider env="test">
      <TextProvider initial={text}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </TextProvider>
    </MantineProvider>,
  );
  return { ...drawn, queries, router };
}
