import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariablesResolver, theme } from './theme.ts';

/**
 * Adds the variables of the component library as a constructed sheet. The library itself would write them into the page as
 * HTML, and so as a string that the policy of the page would have to let in (trusted-types.ts).
 */
export function addComponentSheet(): void {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(convertCssVariables(deepMerge(defaultCssVariablesResolver(whole), cssVariablesResolver(whole))));
  document.adoptedStyleSheets.push(sheet);
}
