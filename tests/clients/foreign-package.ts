import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Foreign } from './check.ts';

/**
 * A package from the folder that CLIENTS_DIR names, where somebody has installed it; the project itself does not depend on
 * it.
 * @returns null when it is not there
 */
export async function foreignPackage(name: string): Promise<Foreign> {
  const folder = process.env['CLIENTS_DIR'];
  if (folder === undefined) return null;
  try {
    const entry = createRequire(path.resolve(folder, 'package.json')).resolve(name);
    const loaded: Foreign = await import(pathToFileURL(entry).href);
    return loaded.default ?? loaded;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND') return null;
    throw cause;
  }
}
