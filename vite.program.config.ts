import path from 'node:path';
import { defineConfig } from 'vite';
import { httpOfProcess, originalPlaces, threadEntries } from './scripts/program-modules.ts';

/** Packages with machine code, and those that are looked up on the disk: they stay in node_modules. */
const APART = ['@node-rs/argon2'];

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  plugins: [originalPlaces(), httpOfProcess()],
  resolve: { noExternal: true, external: APART },
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    // The notices that the licences of the packages in it ask for.
    license: { fileName: 'licenses.txt' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: {
      input: { main: path.resolve('src/main/main.ts'), ...threadEntries() },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', keepNames: true },
    },
  },
});
