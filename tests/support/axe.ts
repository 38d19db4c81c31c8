import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** axe is put into the page, which the page's own policy forbids; windows without axe run under the policy. */
export const AXE_ALLOWED = { bypassCSP: true } as const;

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

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
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run(document, { rules: { region: { enabled: false } } });
    return result.violations.map(({ id, impact, nodes }) => ({
      impact,
      text: `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(', ')}`,
    }));
  });
}
