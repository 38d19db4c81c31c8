import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder and its missing parents, one after the other: Node's own recursive way never returns where a parent
 * can neither be found nor created, as under `/proc`.
 * @param mode - permissions of each created folder, such as 0o700
 * @returns whether the folder was created; false when it was there
 * @throws the system's error
 */
export function makeFolder(folder: string, mode = 0o777): boolean {
  if (isFolder(folder)) return false;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
    return true;
  } catch (error) {
    if (isFolder(folder)) return false; // Another process has created it meanwhile.
    throw error;
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
