import { tokenVariables } from './tokens.ts';

/** Adds every token as a custom property of its scheme. A constructed sheet needs no nonce and no library. */
export function addTokenSheet(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ruleOf('dark') + ruleOf('light'));
  document.adoptedStyleSheets.push(sheet);
}

function ruleOf(scheme: 'dark' | 'light'): string {
  const lines = Object.entries(tokenVariables(scheme)).map(([name, value]) => `${name}:${value};`);
  return `:root[data-mantine-color-scheme="${scheme}"]{color-scheme:${scheme};${lines.join('')}}`;
}
