import { defineConfig } from 'vitest/config';
import { COMPILE_CACHE } from './scripts/compile-cache.ts';
import { seedOfRun } from './tests/support/commit-seed.ts';
import { LongestFirst } from './tests/support/longest-first.ts';

/** Random tests read the seed of the run here, in every group the same. */
const env = { PROPERTY_SEED: seedOfRun() };

/** Time limits only end what hangs: on a busy machine everything takes many times as long. */
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };

const node = { env, environment: 'node' as const, ...patience };

/**
 * For groups that compute: Node loads the sources itself, as it does in the program. In what Vite transforms for its own
 * loader each use of an import is a lookup, which costs them a third of their time.
 */
const native = { viteModuleRunner: false, nodeLoader: false };

const dom = {
  env,
  environment: 'jsdom' as const,
  ...patience,
  setupFiles: ['tests/dom-setup.ts'],
  unstubGlobals: true, // The server that a test made up must not answer the next file.
};

/** Files that change what every file of their process would see: one registers a kind of bots, another counts calls of a module. */
const ALONE = '**/*.alone.test.ts';
const ALONE_DOM = '**/*.alone.test.tsx';

/** For groups that only compute: the runner's default would leave a core idle. */
const allCores = { maxWorkers: '100%' };

// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    coverage: { provider: 'v8', include: ['src/**/*.{ts,tsx}'], reporter: ['json-summary'] },
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          experimental: native,
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/unit/**/*.test.ts'],
          exclude: ['src/web/**', '**/*.db.test.ts', '**/*.e2e.test.ts', ALONE],
          // Loading the sources anew for every file would take as long as the tests.
          isolate: false,
          ...allCores,
        },
      },
      {
        // What the pages compute without a document; some of it is written in the syntax that only Vite loads.
        test: { ...node, name: 'web', include: ['src/web/**/*.test.ts'], isolate: false, ...allCores },
      },
      {
        // A file that needs PostgreSQL starts a server for itself.
        test: { ...node, name: 'alone', experimental: { viteModuleRunner: false }, include: [ALONE], maxWorkers: 1 },
      },
      {
        test: {
          ...node,
          env: { ...env, ...COMPILE_CACHE }, // Its servers run in threads, each of which loads the sources.
          name: 'db',
          experimental: native,
          include: ['src/**/*.db.test.ts', 'tests/**/*.db.test.ts'],
          isolate: false, // As above.
          globalSetup: ['tests/support/database-server.ts', 'tests/support/engine-thread.ts'],
          maxWorkers: 4, // They wait for programs and disks more than they compute.
        },
      },
      {
        test: {
          ...node,
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          isolate: false,
          globalSetup: [
            'tests/support/built-web.ts',
            'tests/support/database-server.ts',
            'tests/support/demo-folder.ts',
            'tests/support/shared-program.ts',
          ],
          maxWorkers: 3, // A story waits for its program and its browser about half of its time.
        },
      },
      {
        // Needs nginx and Caddy, hence a command of its own and no part of `npm test`.
        test: { ...node, name: 'proxies', include: ['tests/proxies/**/*.proxy.test.ts'] },
      },
      {
        test: {
          ...dom,
          name: 'dom',
          include: ['src/web/**/*.test.tsx'],
          exclude: [ALONE_DOM],
          isolate: false, // As above.
          ...allCores,
        },
      },
      {
        test: { ...dom, name: 'dom-alone', include: [ALONE_DOM], maxWorkers: 1 },
      },
    ],
  },
});
