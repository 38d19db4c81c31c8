import { circleComplaints } from './circle-complaints.ts';
import { directionComplaints } from './direction-complaints.ts';
import { kindComplaints } from './kind-complaints.ts';
import { limitComplaints } from './limit-complaints.ts';
import { nameComplaints } from './name-complaints.ts';
import { packageComplaints } from './package-complaints.ts';
import { purityComplaints } from './purity-complaints.ts';
import { roomComplaints } from './room-complaints.ts';
import { readSources, type SourceFacts } from './source-facts.ts';
import { wordComplaints } from './word-complaints.ts';

const FILE_LINES_MAX = 500;
const FUNCTION_LINES_MAX = 70;
const PARAMETERS_MAX = 5; // Three is the rule, and the yardstick counts the exceptions; up to five are still readable.
const BANNED_NAMES = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'types', 'index'];
const BANNED_WORDS = /\b(?:FIXME|XXX|HACK)\b|\bTODO\b(?!\(?\s*#\d+)/;

/** What STYLE.md forbids and Biome cannot see. Each complaint is one line: file, line, what is wrong. */
export function complaintsOf(source: SourceFacts): string[] {
  return [
    ...fileNameComplaints(source),
    ...sizeComplaints(source),
    ...commentComplaints(source),
    ...typeComplaints(source),
    ...directionComplaints(source),
    ...kindComplaints(source),
    ...limitComplaints(source),
    ...packageComplaints(source),
    ...purityComplaints(source),
    ...wordComplaints(source),
  ];
}

function fileNameComplaints({ file, hasDefaultExport, isBarrel, comments }: SourceFacts): string[] {
  const stem = file.split('/').at(-1)?.split('.')[0] ?? '';
  const complaints: string[] = [];
  if (BANNED_NAMES.includes(stem)) complaints.push(`${file}: a file named ${stem} does not say what is in it`);
  if (isBarrel) complaints.push(`${file}: a barrel; import from the defining file instead`);
  const isExcused = comments.some((comment) => comment.text.includes('noDefaultExport'));
  if (hasDefaultExport && !isExcused) complaints.push(`${file}: a default export; give it a name`);
  return complaints;
}

function sizeComplaints({ file, isTest, lines, functions }: SourceFacts): string[] {
  const complaints = lines > FILE_LINES_MAX ? [`${file}: ${lines} lines, at most ${FILE_LINES_MAX}`] : [];
  if (isTest) return complaints; // A `describe` block is a function too, as long as its cases.
  for (const { name, line, lines: length, parameters } of functions) {
    if (length > FUNCTION_LINES_MAX) {
      complaints.push(`${file}:${line}: ${name} has ${length} lines, at most ${FUNCTION_LINES_MAX}`);
    }
    if (parameters > PARAMETERS_MAX) {
      complaints.push(`${file}:${line}: ${name} has ${parameters} parameters, at most ${PARAMETERS_MAX}`);
    }
  }
  return complaints;
}

function commentComplaints({ file, comments }: SourceFacts): string[] {
  return comments.flatMap(({ text, line }) => {
    const word = BANNED_WORDS.exec(text)?.[0];
    if (word !== undefined)
      return [`${file}:${line}: ${word} in a comment; do it, or open an issue and name its number`];
    if (/^\/\s*<reference/.test(text))
      return [`${file}:${line}: a reference brings back types that this area must not see`];
    return [];
  });
}

function typeComplaints({ file, anyLines }: SourceFacts): string[] {
  return anyLines.map((line) => `${file}:${line}: any; say what it is, or unknown`);
}

/** Checks every source and prints what is wrong; the exit code is 1 when something is. */
export function main(): void {
  const sources = readSources();
  const complaints = [
    ...sources.flatMap(complaintsOf),
    ...roomComplaints(sources.map(({ file }) => file)),
    ...nameComplaints(sources),
    ...circleComplaints(sources),
  ];
  for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
  process.stdout.write(`${sources.length} files, ${complaints.length} complaints\n`);
  if (complaints.length > 0 || sources.length === 0) process.exitCode = 1;
}

if (import.meta.main) main();
