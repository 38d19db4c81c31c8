import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withSettings } from './settings-table.ts';

const papers = globSync(['*.md', 'docs/**/*.md']);

describe('the documents', () => {
  it('list the settings as the code defines them', () => {
    const document = readFileSync('docs/settings.md', 'utf8');
    expect(document).toContain('| `PORT` |');
    expect(withSettings(document)).toBe(document);
  });

  it('link only to existing files', () => {
    const broken = papers.flatMap((paper) =>
      [...readFileSync(paper, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map((found) => path.join(path.dirname(paper), found[1] ?? ''))
        .filter((file) => !existsSync(file)),
    );
    expect(papers.length).toBeGreaterThan(4);
    expect(broken).toEqual([]);
  });
});
