import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One file of the page, as it is served. */
export interface AdminFile {
  readonly contentType: string;
  readonly body: Buffer;
}

const FILES = [
  ['/', 'index.html', 'text/html; charset=utf-8'],
  ['/admin', 'index.html', 'text/html; charset=utf-8'],
  ['/admin/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/admin/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/admin/token.js', 'token.js', 'text/javascript; charset=utf-8'],
] as const;

/** Reads the files of the page once, by the path under which each is served. */
export async function adminFiles(): Promise<ReadonlyMap<string, AdminFile>> {
  const read = FILES.map(async ([route, name, contentType]) => {
    const body = await readFile(path.join(import.meta.dirname, 'page', name));
    return [route, { contentType, body }] as const;
  });
  return new Map(await Promise.all(read));
}
