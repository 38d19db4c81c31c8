import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { httpOfProcess, originalPlaces } from '../../scripts/program-modules.ts';

/** The program of a test's engine as it lies among the sources. */
const SOURCE = new URL('./replay-engine.ts', import.meta.url);

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that the thread of a test's engine runs. */
    readonly engineThread: string;
  }
}

/**
 * Vitest runs this once, before the first file that starts a server: its engine's modules are put together into one file, which
 * a thread loads in a quarter of the processor time.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { build } = await import('vite');
  // As deep as the bundles of the program, so that its modules find what lies beside their sources.
  const folder = path.resolve('dist/test-thread', String(process.pid));
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [originalPlaces(), httpOfProcess()],
    resolve: { noExternal: true },
    publicDir: false,
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { engine: fileURLToPath(SOURCE) },
        output: { entryFileNames: '[name].js', keepNames: true },
      },
    },
  });
  project.provide('engineThread', path.join(folder, 'engine.js'));
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * What the thread of a test's engine runs.
 * @param hasModules - whether it loads modules of a test, which must meet the same modules as the engine: then its source
 */
export const engineThread = (hasModules: boolean): URL => (hasModules ? SOURCE : pathToFileURL(inject('engineThread')));
