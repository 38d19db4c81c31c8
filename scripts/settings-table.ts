import { settings } from '#main/settings.ts';

const BEGIN = '<!-- settings: written by npm run generate -->';
const END = '<!-- end of settings -->';

/** The README with the table of settings as the code has it. */
export function withSettings(readme: string): string {
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from === -1 || to < from) throw new Error(`README.md has no part between "${BEGIN}" and "${END}".`);
  return `${readme.slice(0, from)}${BEGIN}\n${table()}\n${readme.slice(to)}`;
}

function table(): string {
  const rows = Object.entries(settings).map(
    ([name, { sentence, allowed, fallback }]) => `| \`${name}\` | ${sentence} | ${allowed} | ${fallback} |`,
  );
  return ['| Variable | What it does | Allowed | Default |', '| --- | --- | --- | --- |', ...rows].join('\n');
}
