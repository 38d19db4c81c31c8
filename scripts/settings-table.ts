import { settings } from '#main/settings.ts';

const BEGIN = '<!-- settings: written by npm run generate -->';
const END = '<!-- end of settings -->';

/** The document with the table of settings as defined by the code. */
export function withSettings(document: string): string {
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END);
  if (from === -1 || to < from) throw new Error(`docs/settings.md has no part between "${BEGIN}" and "${END}".`);
  return `${document.slice(0, from)}${BEGIN}\n${table()}\n${document.slice(to)}`;
}

function table(): string {
  const rows = Object.entries(settings).map(
    ([name, { sentence, allowed, fallback }]) => `| \`${name}\` | ${sentence} | ${allowed} | ${fallback} |`,
  );
  return ['| Variable | What it does | Allowed | Default |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
