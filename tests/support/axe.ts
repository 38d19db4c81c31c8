import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** axe is put into the page, which the page's own policy forbids; windows without axe run under the policy. */
export const AXE_ALLOWED = { bypassCSP: true } as const;

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Rows of a long table and lines of a long list are alike, and axe takes seconds for hundreds of them. */
const ALIKE = ['tr:nth-of-type(n + 8)', 'tbody:nth-of-type(n + 8)', 'li:nth-of-type(n + 8)'];

/** The serious and critical findings of axe on the current page. */
export async function graveFindings(page: Page): Promise<string[]> {
  const found = await violations(page);
  return found.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ text }) => text);
}

/** All findings of axe on the current page. */
export async function findings(page: Page): Promise<string[]> {
  return (await violations(page)).map(({ text }) => text);
}

/** The library's own portals are no landmarks, so that rule is left out. */
async function violations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (exclude) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }; // Put there by the line above.
    const options = { resultTypes: ['violations' as const], rules: { region: { enabled: false } } };
    const result = await axe.run({ exclude: [...exclude] }, options);
    return result.violations.map(({ id, impact, nodes }) => ({
      impact,
      text: `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(', ')}`,
    }));
  }, ALIKE);
}
