import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileHint } from './scripts/compile-hint.ts';
import { earlyScript } from './scripts/early-script.ts';

/** Where `vite` finds the running program when the web is worked on with hot reload. */
const program = process.env['BOTYARD_ORIGIN'] ?? 'http://127.0.0.1:8080';

// biome-ignore lint/style/noDefaultExport: Vite reads its configuration from the default export.
export default defineConfig({
  plugins: [react(), earlyScript(), compileHint()],
  publicDir: 'src/web/public',
  // The router brings a substitute for a hook that React has.
  resolve: { alias: { 'use-sync-external-store/shim': 'use-sync-external-store' } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy forbids data: fonts; small files stay files.
    assetsInlineLimit: 0,
    // The notices that the licences of the bundled packages ask for; the account page links to them.
    license: { fileName: 'licenses.txt' },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
    // A file with all that a page needs and loads later than another; twenty small ones cost 20 KiB more in heads alone.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            // Words that several parts of pages share, of one kilobyte each.
            {
              debugName: 'words',
              name: (module) => /i18n\/(en|ru)/.exec(module)?.[1] ?? null,
              test: /i18n\/(?:en|ru)(?:|\/rules\/rule|\/market\/moves)\.ts$/,
            },
            // The frame and the pages that are opened most, without their dialogs: what one needs, the others need almost
            // whole; and small parts that only the editor or a chart shares with them.
            {
              name: 'pages',
              test: /(?:app\/signed-in|shell\/shell|(?:portfolios|portfolio|bots|logs)-page|portfolio\/fill-first|chart-colors|titled-part|ladder-shapes|strategy-queries|ladder-fields|market\/instrument|model\/bot|version-changes)\.tsx?$|(?:ladder-(?:page|form|table)|reach-card|tree|field|info-tip|segments|plain|chips|button)\.module\.css$/,
            },
            {
              name: 'chart',
              test: /node_modules\/(?:lightweight-charts|fancy-canvas)|web\/charts\/(?:(?:canvas|labels|legend)\/|past\/past-(?:canvas|drawing))/,
              // Without the frame of a chart, which its page shows while this loads.
              includeDependenciesRecursively: false,
            },
            // What opens over a page, loaded with the first of it.
            {
              name: 'overlays',
              test: /node_modules\/(?:@mantine|@floating-ui|react-remove-scroll|react-number-format)/,
            },
            // Files of one and two kilobytes that two pages share would each cost a place in the queue of requests. Nothing
            // of it may lead to what the dialogs and the editor share, or each list would load that too.
            {
              name: 'shared',
              minShareCount: 2,
              test: /src\/(?:base|contract\/(?!tests|deals)|web\/(?:api|kinds|charts|moves|features\/market)\/|web\/ui\/(?!overlay|form\/field-styles))|lucide-react|new-bot-button/,
            },
            // How bots decide, and what else the editors and backtests share. It contains no dialog, like the above, nor what one asks.
            {
              name: 'engine',
              minShareCount: 3,
              test: /src\/(?:engine|contract|web\/features\/(?:ladder|backtest))\/(?!.*dialog)|web\/bots\/(?!acts\/use-exit).*\.ts$|overlay\/use-/,
            },
            // The editor of ladders with what it shows below its fields, and what it shares with the editor of rules: parts that
            // a page loads one after another would each cost it a round of the line.
            {
              name: 'editors',
              test: /web\/features\/ladder\/(?!.*(?:dialog|opened-(?:row|versions)|order-diff|rules-(?:page|editor|list)|(?:trial|text|versions)\/|templates|market-fields|strategy-form))|ladder\/preview|overlay\/tip|useBlocker/,
              includeDependenciesRecursively: false,
            },
            // What the dialogs of bots share.
            { name: 'common', minShareCount: 3, test: /^(?!.*\/i18n\/)/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: program, ws: true },
      '/identitytoolkit.googleapis.com': { target: program },
      '/securetoken.googleapis.com': { target: program },
    },
  },
});
