import { MantineProvider, useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { cssVariablesResolver, theme } from './theme.ts';

/** Gives the tree its theme; `html` also carries the class `dark`, the selector that the specification names. */
export function Appearance({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <DarkClass />
      {children}
    </MantineProvider>
  );
}

/** `html` lies outside React, so the class is set by an effect. */
function DarkClass() {
  const scheme = useComputedColorScheme('dark');
  useEffect(() => {
    document.documentElement.classList.toggle('dark', scheme === 'dark');
  }, [scheme]);
  return null;
}
