import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAppearance } from '#web/ui/appearance.ts';
import { shareNonce, styleNonce } from './style-nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

shareNonce();

/** Gives the pages behind the login their component library; the login works without it, so that it loads faster. */
export function Look({ children }: { readonly children: ReactNode }) {
  const { scheme } = useAppearance();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={scheme}
      getStyleNonce={styleNonce}
      // All variables are written at run time, so the default style sheet is not needed.
      deduplicateCssVariables={false}
    >
      {children}
    </MantineProvider>
  );
}
