import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** axe is put into the page, which the page's own policy forbids; windows without axe run under the policy. */
export const AXE_ALLOWED = { bypassCSP: true } as const;

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Rows of a long table and lines of a long list are alike, and axe takes seconds for hundreds of them. */
const ALIKE = ['tr:nth-of-type(n + 6)', 'tbody:nth-of-type(n + 6)', 'li:nth-of-type(n + 6)'];

/** The rail, the strip and the bar of tabs beside the content, which every page has. */
const FRAME = ':has(> #content) > :not(#content)';

/** While it is open, nothing else can be reached. */
const MODAL = '[aria-modal="true"]';

/** The serious and critical findings of axe on the current page, or in the dialog that is open over it. */
export async function graveFindings(page: Page): Promise<string[]> {
  const found = await violations(page, ALIKE);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/** All findings of axe on the current page. */
export async function findings(page: Page): Promise<string[]> {
  return (await violations(page, ALIKE)).map(({ text }) => text);
}

/** The same for one of several pages, the frame of which was looked at on another. */
export async function findingsInContent(page: Page): Promise<string[]> {
  return (await violations(page, [...ALIKE, FRAME])).map(({ text }) => text);
}

/** The library's own portals are no landmarks, so that rule is left out. */
async function violations(page: Page, exclude: readonly string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ({ exclude, modal }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }; // Put there by the line above.
      const options = { resultTypes: ['violations' as const], rules: { region: { enabled: false } } };
      const include = document.querySelector(modal) === null ? [document.documentElement] : [modal];
      const result = await axe.run({ include, exclude: [...exclude] }, options);
      return result.violations.map(({ id, impact, nodes }) => ({
        impact,
        text: `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(', ')}`,
      }));
    },
    { exclude, modal: MODAL },
  );
}
