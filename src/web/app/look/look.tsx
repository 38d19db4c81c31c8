import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppearance } from '#web/ui/use-appearance.ts';
import { addComponentSheet } from './component-sheet.ts';
import { shareNonce, styleNonce } from './style-nonce.ts';
import { theme } from './theme.ts';

shareNonce();
addComponentSheet();

/** Gives the pages behind the login their component library; the login works without it, so that it loads faster. */
export function Look({ children }: { readonly children: ReactNode }) {
  const { scheme } = useAppearance();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
      // The library would write both as HTML. The variables are in a sheet of our own; the classes we do not use.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
