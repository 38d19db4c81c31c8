import * as z from 'zod/mini';

/** The lines of one area of the sources, and how many of them were run. */
export interface AreaLines {
  readonly area: string;
  readonly lines: number;
  readonly run: number;
}

const summary = z.record(z.string(), z.object({ lines: z.object({ total: z.number(), covered: z.number() }) }));

/**
 * Adds up a coverage summary by area, in alphabetical order.
 * @param text - the summary of the runner, with files by their full path
 * @param root - the folder of the project
 */
export function linesByArea(text: string, root: string): readonly AreaLines[] {
  const areas = new Map<string, AreaLines>();
  for (const [file, { lines }] of Object.entries(summary.parse(JSON.parse(text)))) {
    const area = areaOf(file, root);
    if (area === null) continue;
    const sum = areas.get(area) ?? { area, lines: 0, run: 0 };
    areas.set(area, { area, lines: sum.lines + lines.total, run: sum.run + lines.covered });
  }
  return [...areas.values()].sort((one, other) => (one.area < other.area ? -1 : 1));
}

function areaOf(file: string, root: string): string | null {
  const [top, area] = file.slice(root.length + 1).split(/[/\\]/);
  return file.startsWith(root) && top === 'src' ? (area ?? null) : null;
}

/** One line per area and one for all. */
export function coverageTable(areas: readonly AreaLines[]): string {
  const sum = (figure: (one: AreaLines) => number): number => areas.reduce((all, one) => all + figure(one), 0);
  const all = { area: 'all', lines: sum(({ lines }) => lines), run: sum(({ run }) => run) };
  return [...areas, all].map(lineOf).join('');
}

function lineOf({ area, lines, run }: AreaLines): string {
  const percent = lines === 0 ? '–' : `${((100 * run) / lines).toFixed(1)} %`;
  return `${area.padEnd(12)}${percent.padStart(8)}  ${run} of ${lines} lines\n`;
}
