import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** The serious and critical findings of axe on the current page; the library's own portals are not landmarks. */
export async function graveFindings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
    const grave = violations.filter((found) => found.impact === 'serious' || found.impact === 'critical');
    return grave.map(
      (found) => `${found.id}: ${found.nodes.map((node) => `${node.target} ${node.failureSummary}`).join(', ')}`,
    );
  });
}
