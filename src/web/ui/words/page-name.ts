import { type PageRow, sections } from '#contract/pages.ts';
import type { Text } from '#web/i18n/text.tsx';

/** What users call a page: "DCA paper, Bots". Empty for the login. */
export function pageName({ section, title }: PageRow, t: Text): string {
  const names = [section === null ? undefined : sections[section].title, title];
  return names.flatMap((name) => (name === undefined ? [] : [t(name)])).join(', ');
}
