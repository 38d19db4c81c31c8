import type { Text } from '#web/i18n/text.tsx';
import { groupOf, type Tree } from './condition-tree.ts';

/** How a condition about others is called. */
export function groupText(tree: Tree, t: Text): string {
  const group = groupOf(tree);
  if (group !== null) return t(`rules.${group}`);
  return 'not' in tree
    ? t('rules.not')
    : t(tree['op'] === 'within' ? 'rules.within' : 'rules.for_bars', { n: String(tree['n']) });
}
