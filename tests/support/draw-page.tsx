import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { readSearch, writeSearch } from '#web/app/search.ts';
import { type Text, TextProvider } from '#web/i18n/text.tsx';
import { englishText } from './draw.tsx';

/** jsdom has no layout, so nothing scrolls. */
window.scrollTo = () => {};

interface Surroundings {
  readonly text?: Text;
  readonly at?: string;
  /** The kind of bots that the page shows. */
  readonly kind?: string;
  /** The address of the page with names for what it reads from it: `/market/$symbol`. */
  readonly path?: string;
}

/** Renders a page with its texts, component library, cache and an address that it may change. */
export function drawPage(node: ReactNode, { text = englishText, at = '/', kind, path = '$' }: Surroundings = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const component = () => node;
  const root = createRootRoute({ notFoundComponent: component, beforeLoad: () => ({ kind }) });
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path, component })]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
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

/** The same with a user, once what the page asks for at first has been answered. */
export async function openPage(node: ReactNode, surroundings: Surroundings = {}) {
  const drawn = await act(async () => drawPage(node, surroundings));
  return { ...drawn, user: userEvent.setup(), search: () => drawn.router.state.location.search };
}
