import axe from 'axe-core';

/** The serious and critical findings of axe in what is drawn. jsdom has no layout, so colours are left to the browser tests. */
export async function domFindings(root: Element = document.body): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(root, { rules });
  const grave = violations.filter((found) => found.impact === 'serious' || found.impact === 'critical');
  return grave.map((found) => `${found.id}: ${found.nodes.map((node) => node.html).join(', ')}`);
}
